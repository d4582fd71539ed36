import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { companyTable } from "../companies/table.ts";
import { setSetting } from "../settings/settings.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { letGoEnded } from "../access/let_go.ts";
import { endSessionsOf } from "../access/sessions.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue;
beforeAll(async () => {
  balcao = await aBalcao();
  [sue, ana] = [balcao.as("super@balcao.test"), balcao.as("ana@aurora.test")];
});
afterAll(async () => await balcao.close());

const act = async () => (await sue("POST", "/companies/2/act")).body;
const cookieOf = (headers: Headers) => headers.get("set-cookie")!.split(";")[0]!;

test("the super user acts as a company's administrator, and the company reads every step", async () => {
  expect((await ana("GET", "/auth/me")).status).toBe(200);
  const { token, user } = await act();
  expect(user).toMatchObject({ name: "Ana Ribeiro", companyId: 2, super: false, actedBy: "Suporte Balcão" });
  expect((await balcao.send(token, "GET", "/auth/me")).body).toMatchObject({ actedBy: "Suporte Balcão" });
  // She who is acted for goes on, and is not told that she is elsewhere.
  expect((await ana("GET", "/auth/me")).body.actedBy).toBeUndefined();
  const { body: contact } = await balcao.send(token, "POST", "/contacts", { name: "Rita", number: "5511944443333" });
  await balcao.send(token, "PUT", "/settings/call", { value: "disabled" });
  await balcao.send(token, "GET", "/tickets");
  const { entries } = (await ana("GET", "/audit")).body;
  expect(entries.slice(0, 3)).toMatchObject([
    { what: "settings.change", who: "Ana Ribeiro", actedBy: "Suporte Balcão" },
    { what: "contacts.add", target: String(contact.id), actedBy: "Suporte Balcão" },
    { what: "acting.begin", who: "Suporte Balcão", actedBy: null, userId: null, name: "Padaria Aurora" },
  ]);
});

test("one call ends it, and she is herself again", async () => {
  const { token } = await act();
  const { body } = await balcao.send(token, "DELETE", "/auth/act");
  expect(body.user).toMatchObject({ name: "Suporte Balcão", super: true });
  expect(body.user.actedBy).toBeUndefined();
  expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(401);
  expect((await balcao.send(body.token, "GET", "/companies/list")).status).toBe(200);
  expect((await ana("DELETE", "/auth/act")).body.error).toBe("ERR_NO_LOGIN_SESSION_FOUND");
});

test("who acts touches neither passwords nor factors, and acts as nobody further", async () => {
  const { token } = await act();
  for (const [method, path] of [["GET", "/auth/security"], ["POST", "/auth/second-factor/set-up"]] as const) {
    expect((await balcao.send(token, method, path, method === "GET" ? undefined : {})).body.error)
      .toBe("ERR_NO_PERMISSION");
  }
  expect((await balcao.send(token, "POST", "/companies/3/act")).body.error).toBe("ERR_NO_PERMISSION");
  const { body: me } = await balcao.send(token, "GET", "/users/1");
  const { name, email, profile } = me;
  const change = await balcao.send(token, "PUT", "/users/1", { name, email, profile, password: "tomada-de-conta-1" });
  expect(change.status).toBe(400);
});

test("it ends with the login of who acts, and by itself after eight hours", async () => {
  const { token } = await act();
  endSessionsOf(balcao.tenants, { companyId: 1, userId: 1 }, { why: "password" });
  expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(401);
  await balcao.logIn("super@balcao.test");
  const begun = await sue("POST", "/companies/2/act");
  const refresh = (cookie: string) => balcao.send(undefined, "POST", "/auth/refresh_token", {}, { cookie });
  const once = await refresh(cookieOf(begun.headers));
  expect(once.body.user.actedBy).toBe("Suporte Balcão");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds({ hours: 8 }) });
  try {
    expect((await refresh(cookieOf(once.headers))).status).toBe(401);
  } finally {
    vi.useRealTimers();
  }
});

test("a company that demands a second factor lets the provider act without one, and her screen stays open", async () => {
  await balcao.logIn("super@balcao.test");
  await ana("PUT", "/settings/secondFactor", { value: "required" });
  const { token } = await act();
  expect((await balcao.send(token, "GET", "/tickets")).status).toBe(200);
  const reasons: string[] = [];
  const { sid } = JSON.parse(atob(token.split(".")[1]!));
  const person = { id: 1, profile: "admin" as const, super: false, queueIds: [] };
  const leave = balcao.aurora.hub.join({ person, sessionId: sid, send() {}, close: (why) => void reasons.push(why) });
  letGoEnded(balcao.tenants, balcao.aurora, new Date());
  expect(reasons).toEqual([]);
  leave();
  balcao.aurora.write((db) => setSetting(db, "secondFactor", "optional"));
});

test("nobody acts in a suspended company, in their own, or without being a super user", async () => {
  expect((await ana("POST", "/companies/3/act")).body.error).toBe("ERR_NO_PERMISSION");
  expect((await sue("POST", "/companies/1/act")).body.error).toBe("ERR_PROVIDERS_COMPANY");
  expect((await sue("POST", "/companies/99/act")).body.error).toBe("ERR_NO_COMPANY_FOUND");
  const set = (isActive: boolean) =>
    balcao.tenants.provider.write((db) =>
      void db.update(companyTable).set({ isActive }).where(eq(companyTable.id, 3)).run()
    );
  set(false);
  expect((await sue("POST", "/companies/3/act")).body.error).toBe("ERR_COMPANY_BLOCKED");
  set(true);
});
