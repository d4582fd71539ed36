import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { forgiveAll } from "./attempts.ts";
import { loginTable, userTable } from "../users/table.ts";
import { sessionTable } from "./table.ts";

const BRUNO = "bruno@aurora.test";
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
afterEach(() => {
  vi.useRealTimers();
  change({ dueDate: null, isActive: true });
  forgiveAll();
});

function logIn(form: Record<string, unknown> = {}) {
  return balcao.send(undefined, "POST", "/auth/login", { email: BRUNO, password: DEMO_PASSWORD, ...form });
}

function cookieOf({ headers }: { headers: Headers }): string {
  return /balcao_refresh=([^;]*)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";
}

function refresh(cookie: string) {
  return balcao.send(undefined, "POST", "/auth/refresh_token", undefined, { cookie: `balcao_refresh=${cookie}` });
}

/** The clock alone moves on; everything else goes its way. */
function minutesPass(minutes: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
}

function change(company: Partial<CompanyRow>) {
  balcao.tenants.provider.write((db) =>
    void db.update(companyTable).set(company).where(eq(companyTable.id, balcao.aurora.id)).run()
  );
}

const LOGGED_OUT = { status: 401, body: { error: "ERR_SESSION_EXPIRED" } };

describe("logging in", () => {
  test("gives a token, the person with company and queues, and a cookie that scripts cannot read", async () => {
    const answer = await logIn({ email: "  Bruno@AURORA.test " });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: {
          id: 2,
          name: "Bruno Tavares",
          profile: "user",
          super: false,
          companyId: 2,
          company: { name: "Padaria Aurora", dueDate: null },
          queues: [{ name: "Encomendas" }, { name: "Entregas" }],
        },
      },
    });
    expect(answer.headers.get("set-cookie")).toMatch(/HttpOnly/);
    expect(answer.headers.get("set-cookie")).toMatch(/SameSite=Strict/);
    expect(answer.headers.get("set-cookie")).toMatch(/Path=\/api\/auth/);
    expect(JSON.stringify(answer.body)).not.toMatch(/scrypt|passwordHash|"password"|balcao-demo/i);
    expect((await balcao.send(answer.body.token, "GET", "/auth/me")).body).toEqual(answer.body.user);
  });

  test("with a wrong password and as somebody unknown is refused in the same words", async () => {
    const wrong = await logIn({ password: "not it" }), unknown = await logIn({ email: "who@aurora.test" });
    expect(wrong).toMatchObject({ status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } });
    expect(unknown.body).toEqual(wrong.body);
    for (const password of ["", "x", "x".repeat(51), "x".repeat(5000), "\u0000"]) {
      expect(await logIn({ password })).toMatchObject({ status: 401, body: wrong.body });
    }
  });

  test("elsewhere ends the first session", async () => {
    const first = await logIn(), emitted = balcao.listenAs(balcao.aurora, "Bruno");
    await logIn();
    expect(await balcao.send(first.body.token, "GET", "/tickets")).toMatchObject(LOGGED_OUT);
    expect(await refresh(cookieOf(first))).toMatchObject(LOGGED_OUT);
    expect(emitted).toMatchObject([{ name: "auth", payload: { action: "update", userId: 2 } }]);
  });

  test("wrongly many times at once is as good as one after the other", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn({ password: "not it" })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test("by a whole office at once is let in, and wrongly by forty from one address is stopped after thirty", async () => {
    const names = Array.from({ length: 60 }, (_, nth) => `pessoa${nth}@aurora.test`);
    // All with the password whose hash is known here.
    balcao.tenants.provider.write((db) => {
      const { userId: _, ...login } = db.select().from(loginTable).where(eq(loginTable.email, BRUNO)).get()!;
      names.forEach((email, nth) => db.insert(loginTable).values({ ...login, email, userId: 900 + nth }).run());
    });
    balcao.aurora.write((db) =>
      names.forEach((email, nth) =>
        void db.insert(userTable).values({ id: 900 + nth, email, name: email, profile: "user", createdAt: 1 }).run()
      )
    );
    const people = await Promise.all(names.map((email) => logIn({ email })));
    expect(people.map(({ status }) => status)).toEqual(names.map(() => 200));
    const guesses = Array.from({ length: 40 }, (_, nth) => logIn({ email: `g${nth}@x.test`, password: "not it" }));
    const answers = (await Promise.all(guesses)).map(({ status }) => status);
    const looked = answers.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(30);
    // Whose turn has come is looked at.
    expect(looked).toBeLessThanOrEqual(34);
    expect(answers.filter((status) => status === 429)).toHaveLength(40 - looked);
    forgiveAll();
  });

  test("rightly takes nothing from what others may try", async () => {
    for (let nth = 0; nth < 15; nth++) expect((await logIn()).status).toBe(200);
  });
});

describe("what is sent", () => {
  test.each([
    ["nothing", {}, { email: "required", password: "required" }],
    ["no address", { email: "bruno", password: "12345" }, { email: "invalid" }],
    ["a number", { email: 5, password: {} }, { email: "invalid", password: "invalid" }],
    ["null", null, { body: "invalid" }],
    ["a list", [], { body: "invalid" }],
  ])("%s: the fields at fault are named", async (_, form, fields) => {
    const answer = await balcao.send(undefined, "POST", "/auth/login", form);
    expect(answer).toMatchObject({ status: 400, body: { error: "ERR_INVALID_INPUT", fields } });
  });

  test.each([
    ["broken JSON", '{"email":'],
    ["no JSON", "email=a"],
    ["a very deep list", "[".repeat(500_000)],
  ])("%s is refused", async (_, text) => {
    expect(await balcao.send(undefined, "POST", "/auth/login", text)).toMatchObject({ status: 400 });
  });

  test("ten megabytes are refused before they are read", async () => {
    const text = JSON.stringify({ email: BRUNO, password: "x".repeat(10_000_000) });
    const tooLarge = { status: 413, body: { error: "ERR_BODY_TOO_LARGE" } };
    expect(await balcao.send(undefined, "POST", "/auth/login", text)).toMatchObject(tooLarge);
    let read = 0;
    const body = new ReadableStream({ pull: (out) => (read++, out.enqueue(new Uint8Array(100_000))) });
    const answer = await balcao.app.request(
      "/api/auth/login",
      { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" } as RequestInit,
    );
    expect(answer.status).toBe(413);
    expect(read).toBeLessThan(20);
  });

  test("what nobody asked for is passed over, another company's id too", async () => {
    const answer = await logIn({ companyId: 3, super: true, __proto__: { profile: "admin" } });
    expect(answer.body.user).toMatchObject({ companyId: 2, super: false, profile: "user" });
    const tickets = await balcao.send(answer.body.token, "GET", "/tickets?companyId=3&nonsense=1");
    expect(tickets.status).toBe(200);
  });

  test.each([
    ["GET", "/tickets?pageNumber=0", { pageNumber: "invalid" }],
    ["GET", "/tickets?pageNumber=x", { pageNumber: "invalid" }],
    ["GET", "/tickets?queueIds=1;drop", { queueIds: "invalid" }],
    ["GET", "/tickets?date=2024-02-31", { date: "invalid" }],
    ["GET", "/tickets?status=deleted", { status: "invalid" }],
    ["GET", `/tickets?searchParam=${"x".repeat(201)}`, { searchParam: "too_long" }],
    ["GET", "/tickets/0", { id: "invalid" }],
    ["GET", "/tickets/1e3", { id: "invalid" }],
    ["GET", "/tickets/99999999999999999999", { id: "invalid" }],
    ["GET", "/tickets/u/1", { uuid: "invalid" }],
    ["PUT", "/tickets/1", { status: "invalid" }, { status: "deleted" }],
    ["PUT", "/tickets/1", { userId: "invalid" }, { userId: "1" }],
    ["POST", "/messages/1", { body: "too_long" }, { body: "x".repeat(65_537) }],
    ["POST", "/messages/1", { localId: "invalid" }, { body: "x", localId: "1" }],
    ["POST", "/messages/1", { "quotedMsg.id": "invalid" }, { body: "x", quotedMsg: { id: -1 } }],
    ["POST", "/messages/1", { mediaUrl: "too_long" }, { body: "x", mediaUrl: "file:///etc/passwd" }],
  ])("%s %s names %j", async (method, path, fields, body?: unknown) => {
    const answer = await balcao.as("ana@aurora.test")(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: "ERR_INVALID_INPUT", fields } });
  });
});

describe("a token", () => {
  test("that has merely run out is answered so that the browser refreshes, and a false one is not", async () => {
    const { body: { token } } = await logIn();
    const [head, claims, mark] = token.split(".");
    const unsigned = `${btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "")}.${claims}.`;
    for (const bad of ["", "x", "a.b.c", unsigned, `${head}.${claims}.${mark.slice(1)}`, `${head}.${claims}`]) {
      expect(await balcao.send(bad, "GET", "/tickets"), bad).toMatchObject(LOGGED_OUT);
    }
    minutesPass(14);
    expect((await balcao.send(token, "GET", "/tickets")).status).toBe(200);
    minutesPass(2);
    const late = { status: 403, body: { error: "ERR_TOKEN_EXPIRED" } };
    expect(await balcao.send(token, "GET", "/tickets")).toMatchObject(late);
  });

  test("of somebody whose session was ended is good for nothing", async () => {
    const answer = await logIn();
    const { token } = answer.body;
    expect((await balcao.send(token, "DELETE", "/auth/logout")).headers.get("set-cookie")).toMatch(/Max-Age=0/);
    expect(await balcao.send(token, "GET", "/auth/me")).toMatchObject(LOGGED_OUT);
    expect(await refresh(cookieOf(answer))).toMatchObject(LOGGED_OUT);
  });
});

describe("refreshing", () => {
  test("gives the next token and the next cookie, and the person as they are now", async () => {
    const first = await logIn();
    minutesPass(20);
    const second = await refresh(cookieOf(first));
    expect(second).toMatchObject({ status: 200, body: { user: { email: BRUNO } } });
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    expect((await balcao.send(second.body.token, "GET", "/tickets")).status).toBe(200);
  });

  test("from two tabs at once, or again after a lost answer, leaves both logged in", async () => {
    const first = await logIn();
    minutesPass(20);
    const [one, other] = await Promise.all([refresh(cookieOf(first)), refresh(cookieOf(first))]);
    // The browser keeps one cookie for both tabs, whichever answer came last.
    expect(cookieOf(one)).toBe(cookieOf(other));
    minutesPass(20);
    expect((await refresh(cookieOf(one))).status).toBe(200);
  });

  test("with a cookie that was used up long ago ends the session: one of the two who have it is a thief", async () => {
    const first = await logIn();
    const second = await refresh(cookieOf(first));
    minutesPass(2);
    expect(await refresh(cookieOf(first))).toMatchObject(LOGGED_OUT);
    expect(await refresh(cookieOf(second))).toMatchObject(LOGGED_OUT);
    expect(await balcao.send(second.body.token, "GET", "/auth/me")).toMatchObject(LOGGED_OUT);
  });

  test("is over after a week without it, and never was without a cookie", async () => {
    const first = await logIn();
    for (const cookie of ["", "x", `${cookieOf(first)}x`]) expect(await refresh(cookie)).toMatchObject(LOGGED_OUT);
    minutesPass(6 * 24 * 60);
    const second = await refresh(cookieOf(first));
    minutesPass(6 * 24 * 60);
    const third = await refresh(cookieOf(second));
    expect(third.status).toBe(200);
    minutesPass(7 * 24 * 60 + 1);
    expect(await refresh(cookieOf(third))).toMatchObject(LOGGED_OUT);
  });

  test("what the database keeps of a cookie does not let anybody in", async () => {
    const cookie = cookieOf(await logIn());
    const rows = balcao.tenants.provider.read.select().from(sessionTable).all();
    expect(JSON.stringify(rows)).not.toContain(cookie);
    for (const { refreshHash } of rows) expect(await refresh(refreshHash)).toMatchObject(LOGGED_OUT);
  });
});

describe("a company", () => {
  test("past its due date is told so at login, and everything but /auth answers 402", async () => {
    const { body: { token }, headers } = await logIn();
    change({ dueDate: "2020-01-31" });
    const unpaid = { status: 402, body: { error: "ERR_SUBSCRIPTION_EXPIRED", detail: { dueDate: "2020-01-31" } } };
    expect(await logIn()).toMatchObject(unpaid);
    expect(await refresh(cookieOf({ headers }))).toMatchObject(unpaid);
    for (const path of ["/tickets", "/contacts", "/whatsapp/", "/users/list", "/messages/1", "/media/1"]) {
      expect(await balcao.send(token, "GET", path), path).toMatchObject({
        status: 402,
        body: { error: "ERR_SUBSCRIPTION_EXPIRED" },
      });
    }
    expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(200);
    expect((await balcao.send(token, "DELETE", "/auth/logout")).status).toBe(200);
    expect((await balcao.as("nina@norte.test")("GET", "/tickets")).status).toBe(200);
  });

  test("is served all through its due date, counted where the company is", async () => {
    change({ dueDate: "2030-05-10", timeZone: "America/Sao_Paulo" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2030-05-11T02:59:00Z") });
    expect((await logIn()).status).toBe(200);
    vi.setSystemTime(Date.parse("2030-05-11T03:01:00Z"));
    expect((await logIn()).status).toBe(402);
  });

  test("that was blocked lets nobody in, and those who are in are out", async () => {
    const first = await logIn();
    change({ isActive: false });
    expect(await logIn()).toMatchObject({ status: 403, body: { error: "ERR_COMPANY_BLOCKED" } });
    expect(await balcao.send(first.body.token, "GET", "/tickets")).toMatchObject(LOGGED_OUT);
    expect(await refresh(cookieOf(first))).toMatchObject(LOGGED_OUT);
  });
});
