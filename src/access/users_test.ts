import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { setLimit } from "../testing/plans.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { ticketTable } from "../tickets/table.ts";
import { forgiveAll } from "./attempts.ts";
import { addUser, userById } from "../users/users.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

const form = (is: object = {}) => ({ name: "Davi Melo", email: "davi@aurora.test", password: "segredo", ...is });
const logIn = (email: string, password: string) => balcao.send(undefined, "POST", "/auth/login", { email, password });

test("an admin adds a user, who logs in; the page has their e-mail, colleagues have not", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  const { status, body } = await ana("POST", "/users", form({ email: " Davi@Aurora.TEST ", queueIds: [1, 1] }));
  expect([status, body]).toMatchObject([200, {
    name: "Davi Melo",
    email: "davi@aurora.test",
    profile: "user",
    online: false,
    queues: [{ id: 1 }],
  }]);
  expect((await logIn("davi@aurora.test", "segredo")).status).toBe(200);
  expect(emitted.at(-1)).toMatchObject({ name: "user", payload: { action: "create", isEdited: true } });
  const find = async (who: typeof ana) => (await who("GET", "/users?searchParam=davi")).body.users[0];
  expect(await find(ana)).toMatchObject({ email: "davi@aurora.test", profile: "user" });
  expect(Object.keys(await find(bruno)).sort()).toEqual(["id", "name", "online", "queues"]);
  expect((await nina("GET", `/users/${body.id}`)).status).toBe(404);
});

test.each([
  ["no name", { name: "" }, 400, { name: "too_short" }],
  ["a name of 51 letters", { name: "x".repeat(51) }, 400, { name: "too_long" }],
  ["no e-mail", { email: "davi" }, 400, { email: "invalid" }],
  ["no password", { password: "" }, 400, { password: "required" }],
  ["a password of four letters", { password: "abcd" }, 400, { password: "too_short" }],
  ["an e-mail of another company's user", { email: "nina@norte.test" }, 409, { email: "taken" }],
])("%s is refused", async (_, part, status, fields) => {
  const answer = await ana("POST", "/users", form({ email: "novo@aurora.test", ...part }));
  expect([answer.status, answer.body.fields]).toEqual([status, fields]);
});

test("no more users than the plan allows, and those who are there stay when it is lowered", async () => {
  const { users } = (await ana("GET", "/users")).body;
  setLimit(balcao.tenants, balcao.aurora.id, "users", users.length);
  const { status, body } = await ana("POST", "/users", form({ email: "mais.um@aurora.test" }));
  expect([status, body]).toMatchObject([409, {
    error: "ERR_PLAN_LIMIT",
    detail: { what: "users", limit: users.length },
  }]);
  setLimit(balcao.tenants, balcao.aurora.id, "users", 1);
  expect((await ana("GET", "/users")).body.users).toHaveLength(users.length);
  expect((await ana("PUT", "/users/2", { name: "Bruno Tavares", email: "bruno@aurora.test" })).status).toBe(200);
  setLimit(balcao.tenants, balcao.aurora.id, "users", null);
  expect((await nina("POST", "/users", form({ email: "livre@norte.test" }))).status).toBe(200);
});

test("a queue that is not there leaves no user behind", async () => {
  expect((await ana("POST", "/users", form({ email: "q@aurora.test", queueIds: [99] }))).body.error).toBe(
    "ERR_NO_QUEUE_FOUND",
  );
  expect((await logIn("q@aurora.test", "segredo")).status).toBe(401);
  expect((await ana("POST", "/users", form({ email: "q@aurora.test" }))).status).toBe(200);
});

test("people change their own name and password, but not what they may do, and nobody else", async () => {
  const own = { name: "Bruno T.", email: "bruno@aurora.test", password: "" };
  const { body } = await bruno("PUT", "/users/2", { ...own, profile: "admin", queueIds: [1, 2, 3] });
  expect(body).toMatchObject({ name: "Bruno T.", profile: "user", queues: [{ id: 1 }, { id: 2 }] });
  expect((await bruno("PUT", "/users/3", own)).body.error).toBe("ERR_NO_USER_FOUND");
  expect((await bruno("GET", "/users/3")).body.error).toBe("ERR_NO_USER_FOUND");
  expect((await bruno("POST", "/users", form())).body.error).toBe("ERR_NO_PERMISSION");
  expect((await bruno("DELETE", "/users/3")).body.error).toBe("ERR_NO_PERMISSION");
  expect((await bruno("GET", "/users/2")).body.email).toBe("bruno@aurora.test");
});

test("new rights count at once, on the open screens too", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  const theirs = balcao.aurora.write((db) => aTicket(db, { queueId: 1, status: "open", userId: 1 }));
  const edit = (queueIds: number[]) =>
    ana("PUT", "/users/3", { name: "Carla Nogueira", email: "carla@aurora.test", queueIds });
  const carla = balcao.as("carla@aurora.test");
  expect((await carla("GET", `/tickets/${theirs.id}`)).body.error).toBe("ERR_NO_PERMISSION");
  await edit([1, 2, 3]);
  expect((await carla("GET", `/tickets/${theirs.id}`)).status).toBe(200);
  await ana("PUT", `/tickets/${theirs.id}`, { status: "closed", userId: 1 });
  expect(emitted.map(({ name }) => name)).toEqual(["user", "ticket"]);
});

test("a password that an admin sets ends the session of whoever knew the old one", async () => {
  const { id } = (await ana("POST", "/users", form({ email: "eva@aurora.test" }))).body;
  const { body: { token } } = await logIn("eva@aurora.test", "segredo");
  expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(200);
  await ana("PUT", `/users/${id}`, { name: "Eva", email: "eva@aurora.test", password: "outro segredo" });
  expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(401);
  expect((await logIn("eva@aurora.test", "segredo")).status).toBe(401);
  expect((await logIn("eva@aurora.test", "outro segredo")).status).toBe(200);
});

test("one's own password needs the old one, and another screen is told why it closes", async () => {
  const own = { name: "Carla Nogueira", email: "carla@aurora.test", password: "uma frase nova" };
  const carla = balcao.as("carla@aurora.test");
  expect(await carla("PUT", "/users/3", own)).toMatchObject({
    status: 400,
    body: { error: "ERR_INVALID_INPUT", fields: { currentPassword: "required" } },
  });
  for (let nth = 0; nth < 10; nth++) {
    const { body } = await carla("PUT", "/users/3", { ...own, currentPassword: "not it" });
    expect(body.fields).toEqual({ currentPassword: "wrong" });
  }
  expect((await carla("PUT", "/users/3", { ...own, currentPassword: "balcao-demo" })).status).toBe(429);
  forgiveAll();
  const settings = balcao.as("ana@aurora.test");
  await settings("PUT", "/settings/severalLogins", { value: "enabled" });
  const other = (await logIn("carla@aurora.test", "balcao-demo")).body.token;
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  expect((await carla("PUT", "/users/3", { ...own, currentPassword: "balcao-demo" })).status).toBe(200);
  expect((await carla("GET", "/auth/me")).status).toBe(200);
  expect((await balcao.send(other, "GET", "/auth/me")).status).toBe(401);
  expect(emitted.find(({ name }) => name === "auth")).toMatchObject({ payload: { why: "password" } });
  await settings("PUT", "/settings/severalLogins", { value: "disabled" });
  await carla("PUT", "/users/3", { ...own, currentPassword: "uma frase nova", password: "balcao-demo" });
});

test("one's own e-mail, which one logs in with, needs the password; an administrator changes somebody else's without", async () => {
  const own = { name: "Carla Nogueira", email: "outra@aurora.test" };
  const carla = balcao.as("carla@aurora.test");
  expect(await carla("PUT", "/users/3", own)).toMatchObject({
    status: 400,
    body: { error: "ERR_INVALID_INPUT", fields: { currentPassword: "required" } },
  });
  const wrong = await carla("PUT", "/users/3", { ...own, currentPassword: "not it" });
  expect(wrong.body.fields).toEqual({ currentPassword: "wrong" });
  expect((await carla("GET", "/users/3")).body.email).toBe("carla@aurora.test");
  const asItIs = await carla("PUT", "/users/3", { name: "Carla N.", email: " Carla@Aurora.test " });
  expect(asItIs).toMatchObject({ status: 200, body: { name: "Carla N.", email: "carla@aurora.test" } });
  expect((await carla("PUT", "/users/3", { ...own, currentPassword: "balcao-demo" })).body.email).toBe(own.email);
  const back = await ana("PUT", "/users/3", { name: "Carla Nogueira", email: "carla@aurora.test" });
  expect(back).toMatchObject({ status: 200, body: { email: "carla@aurora.test" } });
});

test("a password that everybody tries first, or that is one's name, is refused, and one that the company finds too plain", async () => {
  const fault = async (password: string) =>
    (await ana("POST", "/users", form({ email: "novo@aurora.test", password }))).body.fields?.password;
  expect(await Promise.all(["123456", "QWERTY", "davimelo", "Padaria1"].map(fault))).toEqual([
    "common",
    "common",
    "own_words",
    "own_words",
  ]);
  await ana("PUT", "/settings/passwordLength", { value: "10" });
  await ana("PUT", "/settings/passwordKinds", { value: "two" });
  expect([await fault("vxkqzwwp7"), await fault("vxkqzwwpxx")]).toEqual(["too_short", "too_few_kinds"]);
  expect((await ana("POST", "/users", form({ email: "longa@aurora.test", password: "vxkqzwwpx7" }))).status).toBe(200);
  await ana("PUT", "/settings/passwordLength", { value: "5" });
  await ana("PUT", "/settings/passwordKinds", { value: "any" });
  expect((await ana("PUT", "/settings/passwordLength", { value: "3" })).status).toBe(400);
});

test("a deleted user is out, and their open tickets wait for somebody else", async () => {
  const { id } = (await ana("POST", "/users", form({ email: "gil@aurora.test", queueIds: [1] }))).body;
  const { body: { token } } = await logIn("gil@aurora.test", "segredo");
  const [open, closed] = balcao.aurora.write((db) => [
    aTicket(db, { status: "open", userId: id }),
    aTicket(db, { status: "closed", userId: id }),
  ]);
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  expect((await ana("DELETE", `/users/${id}`)).status).toBe(200);
  const row = (of: { id: number }) =>
    balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, of.id)).all()[0];
  expect([row(open), row(closed)]).toMatchObject([{ status: "pending", userId: null }, {
    status: "closed",
    userId: null,
  }]);
  expect(emitted.map(({ name }) => name)).toEqual(["ticket", "user"]);
  expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(401);
  expect((await logIn("gil@aurora.test", "segredo")).status).toBe(401);
  expect((await ana("DELETE", `/users/${id}`)).body.error).toBe("ERR_NO_USER_FOUND");
});

test("the last administrator stays one, and nobody deletes themselves", async () => {
  const own = { name: "Ana Ribeiro", email: "ana@aurora.test", profile: "user" };
  expect((await ana("PUT", "/users/1", own)).body.error).toBe("ERR_LAST_ADMIN");
  expect((await ana("DELETE", "/users/1")).body.error).toBe("ERR_OWN_USER");
  const { id } = (await ana("POST", "/users", form({ email: "ada@aurora.test", profile: "admin" }))).body;
  expect((await ana("PUT", `/users/${id}`, { name: "Ada", email: "ada@aurora.test", profile: "user" })).status).toBe(
    200,
  );
  expect((await nina("DELETE", "/users/1")).body.error).not.toBe(undefined);
  expect((await ana("GET", "/auth/me")).body.profile).toBe("admin");
});

test.each(["PUT", "DELETE"])(
  "of two administrators who %s each other at the same moment, one stays",
  async (method) => {
    const companies = await aBalcao();
    try {
      const first = companies.as("ana@aurora.test");
      const { body: { id } } = await first("POST", "/users", form({ profile: "admin", password: "balcao-demo" }));
      await companies.logIn("davi@aurora.test");
      const demoted = (name: string, email: string) =>
        method === "PUT" ? { name, email, profile: "user", password: "balcao-demo" } : undefined;
      const answers = await Promise.all([
        first(method, `/users/${id}`, demoted("Davi Melo", "davi@aurora.test")),
        companies.as("davi@aurora.test")(method, "/users/1", demoted("Ana Ribeiro", "ana@aurora.test")),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const admins = [1, id].filter((each) => userById(companies.aurora.read, each)?.profile === "admin");
      expect(admins).toHaveLength(1);
    } finally {
      await companies.close();
    }
  },
);

test("an administrator changes no super user of the own company, and takes none away; a super user does", async () => {
  const { tenants, provider } = balcao;
  const chief = { name: "Chefe", email: "chefe@balcao.test", password: "segredo", profile: "admin" } as const;
  await addUser(tenants, provider, chief, new Date());
  const asChief = async (method: string, path: string, body?: unknown) =>
    await balcao.send((await logIn(chief.email, "segredo")).body.token, method, path, body);
  const taken = { name: "Suporte", email: "super@balcao.test", password: "tomado" };
  const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
  for (const part of [{}, { password: undefined, email: "outro@balcao.test" }, { profile: "user" }]) {
    expect(await asChief("PUT", "/users/1", { ...taken, ...part })).toMatchObject(refused);
  }
  expect(await asChief("DELETE", "/users/1")).toMatchObject(refused);
  expect((await logIn("super@balcao.test", "tomado")).status).toBe(401);
  const asSuper = balcao.as("super@balcao.test");
  expect((await asSuper("PUT", "/users/1", { name: "Suporte", email: "super@balcao.test" })).status).toBe(200);
  expect((await asSuper("DELETE", "/users/2")).status).toBe(200);
});

test("who tries out addresses learns of twenty in an hour that they are taken elsewhere, and not where", async () => {
  const currentPassword = "balcao-demo";
  const tryOut = (email: string) =>
    balcao.as("otto@norte.test")("PUT", "/users/2", { name: "Otto Brandt", email, currentPassword });
  const elsewhere = await tryOut("ana@aurora.test"), here = await tryOut("nina@norte.test");
  expect(elsewhere).toMatchObject({ status: 409, body: { error: "ERR_DUPLICATED_EMAIL", fields: { email: "taken" } } });
  expect(elsewhere.body).toEqual(here.body);
  for (let nth = 1; nth < 20; nth++) expect((await tryOut("bruno@aurora.test")).status).toBe(409);
  const stopped = await tryOut("carla@aurora.test");
  expect(stopped).toMatchObject({ status: 429, body: { error: "ERR_TOO_MANY_REQUESTS" } });
  expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(await nina("POST", "/users", form({ email: "ana@aurora.test" }))).toMatchObject({ status: 429 });
  expect((await tryOut("otto@norte.test")).status).toBe(200);
});
