import { milliseconds } from "date-fns/milliseconds";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { eq } from "drizzle-orm";
import { aBalcao } from "../testing/fixtures.ts";
import { loginTable } from "../users/table.ts";
import { passwordLinkTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, stranger: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  ana = balcao.as("ana@aurora.test");
  stranger = balcao.as(undefined);
});
afterAll(async () => await balcao.close());

const BRUNO = 2, CARLA = 3;
const NEW = "pao-de-queijo-7";
const linkFor = async (id: number): Promise<string> => (await ana("POST", `/users/${id}/password-link`)).body.token;
const logIn = (email: string, password: string) => stranger("POST", "/auth/login", { email, password });

test("an administrator hands over an address, and its person chooses a password by it, once", async () => {
  const bruno = balcao.as("bruno@aurora.test"), screen = balcao.listenAs(balcao.aurora, "Bruno");
  expect((await bruno("GET", "/auth/me")).status).toBe(200);
  const { body: link } = await ana("POST", `/users/${BRUNO}/password-link`);
  expect(new Date(link.expiresAt).getTime() - Date.now()).toBeCloseTo(milliseconds({ days: 1 }), -4);
  const { body: person } = await stranger("POST", "/auth/password-link", { token: link.token });
  expect(person).toEqual({
    name: "Bruno Tavares",
    email: "bruno@aurora.test",
    company: "Padaria Aurora",
    rule: { least: 5, kinds: "any" },
  });
  // A password that everybody tries first leaves the address as it was.
  const weak = await stranger("PUT", "/auth/password-link", { token: link.token, password: "123456" });
  expect([weak.status, weak.body.fields]).toEqual([400, { password: "common" }]);
  expect((await stranger("PUT", "/auth/password-link", { token: link.token, password: NEW })).body).toEqual({});
  expect([(await logIn("bruno@aurora.test", DEMO_PASSWORD)).status, (await logIn("bruno@aurora.test", NEW)).status])
    .toEqual([401, 200]);
  expect((await bruno("GET", "/auth/me")).status).toBe(401);
  expect(screen.filter(({ name }) => name === "auth")[0]!.payload).toMatchObject({ userId: BRUNO, why: "password" });
  for (const method of ["POST", "PUT"]) {
    const again = await stranger(method, "/auth/password-link", { token: link.token, password: "outra-senha-9" });
    expect([again.status, again.body.error]).toEqual([404, "ERR_NO_PASSWORD_LINK_FOUND"]);
  }
});

test("of two who hold the same address only the first sets a password", async () => {
  const token = await linkFor(CARLA);
  const answers = await Promise.all(
    ["primeira-senha-1", "segunda-senha-2"].map((password) =>
      stranger("PUT", "/auth/password-link", { token, password })
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const winner = answers[0]!.status === 200 ? "primeira-senha-1" : "segunda-senha-2";
  expect((await logIn("carla@aurora.test", winner)).status).toBe(200);
});

test("a new address ends the one before, and each ends after a day", async () => {
  const [first, second] = [await linkFor(CARLA), await linkFor(CARLA)];
  const look = async (token: string) => (await stranger("POST", "/auth/password-link", { token })).status;
  expect([await look(first), await look(second)]).toEqual([404, 200]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds({ days: 1 }) });
  try {
    expect(await look(second)).toBe(404);
    expect((await stranger("PUT", "/auth/password-link", { token: second, password: NEW })).status).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

test("a password that is set by any other way ends the address, too", async () => {
  const token = await linkFor(CARLA);
  const { body: carla } = await ana("GET", `/users/${CARLA}`);
  const { name, email, profile } = carla;
  expect((await ana("PUT", `/users/${CARLA}`, { name, email, profile, password: "terceira-senha-3" })).status).toBe(
    200,
  );
  expect((await stranger("PUT", "/auth/password-link", { token, password: NEW })).status).toBe(404);
  expect((await logIn(email, "terceira-senha-3")).status).toBe(200);
  // Another name ends nothing.
  const next = await linkFor(CARLA);
  await ana("PUT", `/users/${CARLA}`, { name: "Carla N.", email, profile });
  expect((await stranger("POST", "/auth/password-link", { token: next })).status).toBe(200);
});

test("what stands in the address lies in no file, and a made-up one is none", async () => {
  const token = await linkFor(CARLA);
  const rows = balcao.tenants.provider.read.select().from(passwordLinkTable).all();
  expect(JSON.stringify(rows)).not.toContain(token);
  const madeUp = token.split("").reverse().join("");
  expect((await stranger("POST", "/auth/password-link", { token: madeUp })).body.error).toBe(
    "ERR_NO_PASSWORD_LINK_FOUND",
  );
  expect((await stranger("POST", "/auth/password-link", { token: "x" })).status).toBe(400);
});

test("nobody makes one for themselves, for a super user, for another company's, or without the right", async () => {
  const refused = async (who: string, id: number) => {
    const { status, body } = await balcao.as(who)("POST", `/users/${id}/password-link`);
    return [status, body.error];
  };
  expect(await refused("ana@aurora.test", 1)).toEqual([403, "ERR_NO_PERMISSION"]);
  expect(await refused("otto@norte.test", 1)).toEqual([403, "ERR_NO_PERMISSION"]);
  // Nina's company has two people, and none with this number.
  expect(await refused("nina@norte.test", CARLA)).toEqual([404, "ERR_NO_USER_FOUND"]);
});

test("whoever has no login gets one with the address, unless somebody of another company logs in with their e-mail", async () => {
  const { tenants, aurora } = balcao, email = "carla@aurora.test", ofCarla = eq(loginTable.email, email);
  const strangers = { email, companyId: 3, userId: 99, passwordHash: "" };
  tenants.provider.write((db) => {
    db.delete(loginTable).where(ofCarla).run();
    db.insert(loginTable).values(strangers).run();
  });
  const refused = await ana("POST", `/users/${CARLA}/password-link`);
  expect([refused.status, refused.body.error]).toEqual([409, "ERR_DUPLICATED_EMAIL"]);
  tenants.provider.write((db) => db.delete(loginTable).where(ofCarla).run());
  const token = await linkFor(CARLA), password = "broa-de-milho-8";
  expect((await logIn(email, "")).status).toBe(401);
  expect((await stranger("PUT", "/auth/password-link", { token, password })).status).toBe(200);
  expect((await logIn(email, password)).body.user).toMatchObject({ id: CARLA, companyId: aurora.id });
});
