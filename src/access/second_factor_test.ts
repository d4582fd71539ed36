import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { ApiRunner } from "../send_api/runner.ts";
import { PushRunner } from "../push/runner.ts";
import { WebhookRunner } from "../webhooks/runner.ts";
import { ListChecker } from "../campaigns/check_lists.ts";
import { CampaignRunner } from "../campaigns/runner.ts";
import { JOBS } from "../app/jobs.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { hashPassword } from "../users/passwords.ts";
import { loginOf } from "../users/logins.ts";
import { setPassword } from "../users/set_password.ts";
import { forgiveAll } from "./attempts.ts";
import { endSecondFactor } from "./second_factor.ts";
import { endSessionsOf } from "./sessions.ts";
import { sessionTable } from "./table.ts";
import { codeAt, stepOf } from "./totp.ts";

const BRUNO = "bruno@aurora.test", FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
afterEach(async () => {
  vi.useRealTimers();
  forgiveAll();
  endSecondFactor(balcao.tenants, bruno());
  for (const [key, value] of [["severalLogins", "disabled"], ["secondFactor", "optional"]]) await set(key!, value!);
});

const bruno = () => ({ companyId: balcao.aurora.id, userId: 2 });
const password = { currentPassword: DEMO_PASSWORD };
const logIn = (userAgent = FIREFOX) =>
  balcao.send(undefined, "POST", "/auth/login", { email: BRUNO, password: DEMO_PASSWORD }, { "user-agent": userAgent });
const pass = (challenge: string, code: string) =>
  balcao.send(undefined, "POST", "/auth/second-factor", { challenge, code });
const tokenOf = async (userAgent?: string): Promise<string> => (await logIn(userAgent)).body.token;

async function set(key: string, value: string) {
  // Straight to the file: who calls may lack what the setting demands.
  const { setSetting } = await import("../settings/settings.ts");
  balcao.aurora.write((db) => setSetting(db, key as "secondFactor", value));
}

function minutesPass(minutes: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
}

/** Sets a second factor up for somebody who is logged in; `code` is what their app shows now, or some steps away. */
async function setUp(token: string, sent: object = password) {
  const begun = await balcao.send(token, "POST", "/auth/second-factor/set-up", sent);
  expect(begun.status).toBe(200);
  const { secret, setUp, uri } = begun.body;
  const bytes = unBase32(secret);
  const code = (off = 0) => codeAt(bytes, stepOf(Date.now()) + off);
  const confirmed = await balcao.send(token, "POST", "/auth/second-factor/confirm", { setUp, code: code(-1) });
  expect(confirmed.status).toBe(200);
  return { code, codes: confirmed.body.codes as string[], uri, setUp };
}

function unBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  ).join("");
  return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => parseInt(byte, 2));
}

async function challenge(): Promise<string> {
  const { status, body } = await logIn();
  expect([status, body.error]).toEqual([401, "ERR_SECOND_FACTOR"]);
  return body.detail.challenge;
}

describe("Bruno, whose login asks for a code,", () => {
  test("gives it after his password and is in as ever; the same code lets nobody in again", async () => {
    const { code, codes, uri } = await setUp(await tokenOf());
    expect(uri).toMatch(/^otpauth:\/\/totp\/Balc%C3%A3o:bruno%40aurora\.test\?secret=[A-Z2-7]{32}&issuer=Balc%C3%A3o$/);
    expect(new Set(codes).size).toBe(10);
    const asked = await challenge(), now = code();
    const passed = await pass(asked, `${now.slice(0, 3)} ${now.slice(3)}`);
    expect([passed.status, passed.body]).toMatchObject([200, { user: { id: 2, hasSecondFactor: true } }]);
    expect(passed.headers.get("set-cookie")).toMatch(/balcao_refresh=.*HttpOnly/);
    expect((await balcao.send(passed.body.token, "GET", "/tickets")).status).toBe(200);
    expect(await pass(await challenge(), now)).toMatchObject({ status: 401, body: { error: "ERR_WRONG_CODE" } });
  });

  test("has ten recovery codes that count once each, and cannot be read in the file", async () => {
    const { codes } = await setUp(await tokenOf());
    const entered = await pass(await challenge(), codes[3]!.toUpperCase());
    expect(entered.status).toBe(200);
    expect((await pass(await challenge(), codes[3]!)).status).toBe(401);
    const shown = await balcao.send(entered.body.token, "GET", "/auth/security");
    expect(shown.body).toMatchObject({ recoveryCodes: 9, secondFactorSince: expect.any(String) });
    const file = new TextDecoder("latin1").decode(Deno.readFileSync(`${balcao.folder}/provider.db-wal`));
    expect(codes.filter((each) => file.includes(each) || file.includes(each.replace("-", "")))).toEqual([]);
    const renewed = await balcao.send(entered.body.token, "POST", "/auth/second-factor/codes", password);
    expect((await pass(await challenge(), codes[4]!)).status).toBe(401);
    expect((await pass(await challenge(), renewed.body.codes[0])).status).toBe(200);
  });

  test("has five minutes for the code, and a challenge is worth nothing under another password", async () => {
    const { code } = await setUp(await tokenOf());
    const late = await challenge();
    minutesPass(6);
    const over = { status: 401, body: { error: "ERR_SESSION_EXPIRED" } };
    expect(await pass(late, code())).toMatchObject(over);
    for (const bad of ["", "x", await tokenOf()]) expect((await pass(bad ?? "", code())).status).not.toBe(200);
    vi.useRealTimers();
    const before = await challenge();
    await setPassword(balcao.tenants, BRUNO, "uma outra frase");
    expect(await pass(before, code())).toMatchObject(over);
    await setPassword(balcao.tenants, BRUNO, DEMO_PASSWORD);
  });

  test("cannot be guessed: ten wrong codes, and even the right one waits, though the password is given anew", async () => {
    const { code } = await setUp(await tokenOf());
    for (let nth = 0; nth < 10; nth++) expect((await pass(await challenge(), "000000")).status).toBe(401);
    expect(await pass(await challenge(), code())).toMatchObject({ status: 429 });
    minutesPass(16);
    expect((await pass(await challenge(), code())).status).toBe(200);
  });

  test("changes nothing about it without his password, and a wrong first code asks for none later", async () => {
    const token = await tokenOf(),
      begin = (sent: object) => balcao.send(token, "POST", "/auth/second-factor/set-up", sent);
    expect(await begin({})).toMatchObject({ status: 400, body: { fields: { currentPassword: "required" } } });
    expect(await begin({ currentPassword: "not it" })).toMatchObject({
      body: { fields: { currentPassword: "wrong" } },
    });
    const { body: { setUp: begun } } = await begin(password);
    const confirm = (setUp: string, as = token) =>
      balcao.send(as, "POST", "/auth/second-factor/confirm", { setUp, code: "000000" });
    expect(await confirm(begun)).toMatchObject({ status: 400, body: { fields: { code: "wrong" } } });
    expect(await confirm(begun, await balcao.logIn("carla@aurora.test"))).toMatchObject({
      body: { fields: { setUp: "invalid" } },
    });
    expect((await logIn()).status).toBe(200);
  });

  test("ends it with his password, which ends his other logins with a word", async () => {
    await set("severalLogins", "enabled");
    const elsewhere = await tokenOf(PHONE), here = await tokenOf();
    const emitted = balcao.listenAs(balcao.aurora, "Bruno");
    await setUp(here);
    expect(emitted.filter(({ name }) => name === "auth")).toMatchObject([{ payload: { why: "secondFactor" } }]);
    expect((await balcao.send(elsewhere, "GET", "/auth/me")).status).toBe(401);
    expect((await balcao.send(here, "POST", "/auth/second-factor/end", password)).status).toBe(200);
    expect((await balcao.send(here, "GET", "/auth/me")).body.hasSecondFactor).toBe(false);
    expect((await logIn()).status).toBe(200);
  });

  test("who has lost his phone is helped by an administrator of his company, and by nobody else", async () => {
    await setUp(await tokenOf());
    const found = (await balcao.as("ana@aurora.test")("GET", "/users?searchParam=bruno")).body.users[0];
    expect(found.hasSecondFactor).toBe(true);
    const reset = (email: string) => balcao.as(email)("DELETE", "/users/2/second-factor");
    expect((await reset("carla@aurora.test")).status).toBe(403);
    await reset("nina@norte.test");
    expect((await logIn()).status).toBe(401);
    expect((await balcao.as("ana@aurora.test")("DELETE", "/users/1/second-factor")).status).toBe(403);
    expect((await reset("ana@aurora.test")).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });
});

describe("where the company demands a second factor", () => {
  test("who has none can do nothing but set it up, and then everything", async () => {
    const token = await tokenOf();
    await set("secondFactor", "required");
    const owed = { status: 403, body: { error: "ERR_SECOND_FACTOR_REQUIRED" } };
    for (const path of ["/tickets", "/contacts", "/users/list", "/media/1", "/settings"]) {
      expect(await balcao.send(token, "GET", path), path).toMatchObject(owed);
    }
    expect((await balcao.send(token, "GET", "/events")).body).toMatchObject(owed.body);
    expect((await balcao.send(token, "GET", "/auth/me")).body.hasSecondFactor).toBe(false);
    await setUp(token, {});
    expect((await balcao.send(token, "GET", "/tickets")).status).toBe(200);
    expect(await balcao.send(token, "POST", "/auth/second-factor/end", password)).toMatchObject(owed);
  });
});

describe("one's login sessions", () => {
  const list = async (token: string) => (await balcao.send(token, "GET", "/auth/security")).body.sessions;

  test("are one, unless the company allows several; then each is named, and can be ended", async () => {
    const first = await tokenOf(PHONE);
    expect(await list(await tokenOf())).toMatchObject([{ browser: "Firefox", system: "Linux", isThis: true }]);
    expect((await balcao.send(first, "GET", "/auth/me")).status).toBe(401);
    await set("severalLogins", "enabled");
    const phone = await tokenOf(PHONE), emitted = balcao.listenAs(balcao.aurora, "Bruno"), here = await tokenOf();
    expect(emitted).toEqual([]);
    const all = await list(here);
    expect(all).toHaveLength(3);
    expect(all.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1);
    const theirs = all.find(({ system }: { system: string }) => system === "Android");
    expect(theirs).toMatchObject({ browser: "Chrome", isThis: false });
    expect((await balcao.as("carla@aurora.test")("DELETE", `/auth/sessions/${theirs.uuid}`)).status).toBe(404);
    expect((await balcao.send(here, "DELETE", `/auth/sessions/${theirs.uuid}`)).status).toBe(200);
    expect((await balcao.send(phone, "GET", "/auth/me")).status).toBe(401);
    expect(emitted).toMatchObject([{ payload: { ended: [theirs.uuid], why: "ended" } }]);
    await balcao.send(here, "DELETE", "/auth/sessions");
    expect(await list(here)).toMatchObject([{ isThis: true }]);
  });

  test("are ten at most, and those used longest ago end", async () => {
    await set("severalLogins", "enabled");
    for (let nth = 0; nth < 12; nth++) await tokenOf();
    const mine = balcao.tenants.provider.read.select().from(sessionTable).all().filter(({ userId, companyId }) =>
      userId === 2 && companyId === balcao.aurora.id
    );
    expect(mine).toHaveLength(10);
  });

  test("that ended on the command line have their screens closed soon", async () => {
    await tokenOf();
    const { aurora, tenants, supervisor } = balcao, closed: string[] = [];
    const [{ id } = { id: "" }] = tenants.provider.read.select().from(sessionTable).all().filter((
      { userId, companyId },
    ) => userId === 2 && companyId === aurora.id);
    const person = { id: 2, profile: "user", super: false, queueIds: [] } as const;
    const leave = aurora.hub.join({
      person: { ...person, queueIds: [] },
      sessionId: id,
      send: () => {},
      close: (why) => void closed.push(why),
    });
    const campaigns = new CampaignRunner(supervisor, tenants.keys);
    const look = () =>
      JOBS.find(({ name }) => name.startsWith("close the screens"))!.run(
        {
          tenants,
          supervisor,
          campaigns,
          listChecks: new ListChecker(campaigns.checks),
          apiRunner: new ApiRunner(supervisor, tenants.keys, () => {}),
          webhooks: new WebhookRunner(tenants.keys),
          push: new PushRunner(tenants),
          companies: () => [aurora],
          companiesAtWork: () => [aurora],
          wake: async () => {},
          timeZoneOf: () => "UTC",
        },
        new Date(),
      );
    await look();
    expect(closed).toEqual([]);
    tenants.provider.write((db) => void db.delete(sessionTable).run());
    await look();
    expect(closed).toEqual(["ERR_SESSION_EXPIRED"]);
    leave();
  });
});

test("a hash that cost less than today's is made anew by the login that knows its password", async () => {
  const { setHashCost } = await import("../users/passwords.ts");
  const hashOf = () => loginOf(balcao.tenants, bruno())!.passwordHash;
  const cheap = hashOf();
  expect(cheap).toMatch(/^scrypt\$10\$/);
  setHashCost(11);
  try {
    expect((await logIn()).status).toBe(200);
    expect(hashOf()).toMatch(/^scrypt\$11\$/);
    const dear = hashOf();
    expect((await logIn()).status).toBe(200);
    expect(hashOf()).toBe(dear);
  } finally {
    setHashCost(10);
  }
});

test("a hash from before they said their cost still opens, and one that asks for the moon does not", async () => {
  const { isPassword, setHashCost } = await import("../users/passwords.ts");
  setHashCost();
  const [scheme, cost, ...rest] = (await hashPassword("segredo da casa")).split("$");
  setHashCost(10);
  expect(cost).toBe("15");
  expect(await isPassword("segredo da casa", [scheme, ...rest].join("$"))).toBe(true);
  expect(await isPassword("another", [scheme, ...rest].join("$"))).toBe(false);
  for (const bad of ["", "scrypt", "x$y", `scrypt$31$${rest.join("$")}`, `scrypt$15$${rest[0]}$AAAA`]) {
    expect(await isPassword("segredo da casa", bad), bad).toBe(false);
  }
  endSessionsOf(balcao.tenants, bruno());
});
