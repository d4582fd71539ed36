import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { bodyOf, headerOf, type Manners, type SmtpServer, startSmtp } from "../testing/smtp.ts";
import { confirmationFor, forgetSentAgain, isEmailConfirmed, queueConfirmation } from "./confirmations.ts";
import { mailServer } from "./mail_server.ts";
import { sendMails } from "./queue.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue;
let smtp: SmtpServer;
beforeAll(async () => {
  balcao = await aBalcao();
  sue = balcao.as("super@balcao.test");
  ana = balcao.as("ana@aurora.test");
});
afterAll(async () => await balcao.close());
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(async () => {
  await sue("POST", "/provider/mail/forget", {});
  await smtp.stop();
});

const LOGIN = { user: "balcao", password: "segredo do correio" };
const form = (rest: object = {}) => ({
  host: "127.0.0.1",
  port: smtp.port,
  security: "none",
  user: "",
  from: "Avisos@Balcao.test",
  siteAddress: "https://desk.example/",
  ...rest,
});
const withManners = (manners: Manners) => void (smtp.manners = manners);
const stored = () => mailServer(balcao.tenants.provider.read, balcao.tenants.keys);

test("a server is saved once a test e-mail has left by it for the super user's own address", async () => {
  withManners({ login: LOGIN });
  const emitted = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  const { revision: was } = (await sue("GET", "/provider/mail")).body;
  const { status, body } = await sue("PUT", "/provider/mail", form({ ...LOGIN, was, language: "es" }));
  expect(status).toBe(200);
  expect(body).toEqual({
    host: "127.0.0.1",
    port: smtp.port,
    security: "none",
    user: "balcao",
    hasPassword: true,
    from: "avisos@balcao.test",
    siteAddress: "https://desk.example",
    waiting: 0,
    failed: 0,
    revision: expect.any(Number),
  });
  expect(smtp.taken.map(({ to }) => to)).toEqual([["super@balcao.test"]]);
  expect(headerOf(smtp.taken[0]!, "subject")).toBe("Prueba de correo de Balcão");
  expect(stored()).toMatchObject({ password: "segredo do correio", from: { name: "Balcão" } });
  const keys = emitted.map(({ payload }) => (payload as { record: { key: string } }).record.key);
  expect(keys).toEqual(expect.arrayContaining(["smtpHost", "smtpPassword", "mailFrom"]));
  expect(JSON.stringify(emitted)).not.toContain("segredo");
});

describe("what does not work is not saved, and the answer says why", () => {
  test.each<[string, Manners, object]>([
    ["login", { login: LOGIN }, { user: "balcao", password: "errada" }],
    ["sender", { refusesFrom: "avisos@balcao.test" }, {}],
    ["receiver", { refusesTo: "super@balcao.test" }, {}],
    ["unreachable", {}, { port: 1 }],
    ["encryption", {}, { security: "starttls" }],
  ])("%s", async (fault, manners, rest) => {
    withManners(manners);
    for (const [method, path] of [["PUT", "/provider/mail"], ["POST", "/provider/mail/test"]] as const) {
      const { status, body } = await sue(method, path, form(rest));
      expect([status, body]).toEqual([422, { error: "ERR_MAIL_SERVER", detail: { fault } }]);
    }
    expect(stored()).toBeUndefined();
  });
});

test("one that does not work now is saved all the same when that is asked for", async () => {
  const { status } = await sue("PUT", "/provider/mail", form({ port: 1, untested: true }));
  expect([status, stored()?.port]).toEqual([200, 1]);
});

test("the stored password goes to no other server, and to no other account of it", async () => {
  withManners({ login: LOGIN });
  await sue("PUT", "/provider/mail", form(LOGIN));
  expect((await sue("PUT", "/provider/mail", form({ user: "balcao", from: "outro@balcao.test" }))).status).toBe(200);
  const other = await startSmtp({ login: LOGIN });
  for (const rest of [{ port: other.port }, { host: "localhost" }, { security: "starttls" }, { user: "x" }]) {
    for (const path of ["/provider/mail", "/provider/mail/test"]) {
      const answer = await sue(
        path.endsWith("test") ? "POST" : "PUT",
        path,
        form({ user: "balcao", untested: true, ...rest }),
      );
      expect(answer.body, JSON.stringify(rest)).toEqual({
        error: "ERR_INVALID_INPUT",
        fields: { password: "required" },
      });
    }
  }
  expect(other.connections).toBe(0);
  await other.stop();
});

test("two super users at once: the second learns who was first, and no letter leaves for it", async () => {
  const { revision } = (await sue("GET", "/provider/mail")).body;
  await sue("PUT", "/provider/mail", form({ was: revision }));
  const second = await sue("PUT", "/provider/mail", form({ from: "b@balcao.test", was: revision }));
  expect(second.body).toMatchObject({
    error: "ERR_CHANGED_MEANWHILE",
    detail: { record: { from: "avisos@balcao.test" }, changedBy: { name: "Suporte Balcão" } },
  });
  expect(smtp.taken).toHaveLength(1);
});

test("what is forgotten is gone, its password too; nothing of it is set one by one", async () => {
  await sue("PUT", "/provider/mail", form({ ...LOGIN, untested: true }));
  expect((await sue("POST", "/provider/mail/forget", {})).body).toMatchObject({ host: "", hasPassword: false });
  expect(stored()).toBeUndefined();
  const { body } = await sue("PUT", "/provider/settings/smtpHost", { value: "smtp.example" });
  expect(body.error).toBe("ERR_NO_SETTING_FOUND");
});

test.each([
  [{ host: "" }, "host"],
  [{ host: "a b" }, "host"],
  [{ port: 0 }, "port"],
  [{ port: "65536" }, "port"],
  [{ security: "ssl" }, "security"],
  [{ from: "avisos" }, "from"],
  [{ from: "a@b.test\r\nBcc: c@d.test" }, "from"],
  [{ siteAddress: "desk.example" }, "siteAddress"],
  [{ siteAddress: "https://desk.example/x#y" }, "siteAddress"],
  [{ siteAddress: "https://a:b@desk.example" }, "siteAddress"],
])("%j is refused", async (change, field) => {
  const { status, body } = await sue("POST", "/provider/mail/test", form(change));
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

test("nobody else sees or sets it", async () => {
  for (const [method, path] of [["GET", ""], ["PUT", ""], ["POST", "/test"], ["POST", "/forget"]] as const) {
    const body = method === "GET" ? undefined : form();
    expect((await ana(method, `/provider/mail${path}`, body)).body.error, path).toBe("ERR_NO_PERMISSION");
    expect((await balcao.send(undefined, method, `/provider/mail${path}`, body)).status, path).toBe(401);
  }
});

describe("an address is confirmed by the link that was sent to it", () => {
  const ANA = { companyId: 2, userId: 1 };
  const link = (email = "ana@aurora.test", now = new Date()) =>
    balcao.tenants.provider.write((db) => confirmationFor(db, { ...ANA, email }, { keys: balcao.tenants.keys, now }));
  const confirm = async (address: string) =>
    await balcao.send(undefined, "POST", "/auth/confirm-email", { token: address.split("#")[1] });
  const isConfirmed = () => isEmailConfirmed(balcao.tenants.provider.read, ANA);

  test("once or twice, until there is another", async () => {
    const [first, second] = [link(), link()];
    expect((await confirm(first)).body.error).toBe("ERR_NO_EMAIL_CONFIRMATION_FOUND");
    expect(isConfirmed()).toBe(false);
    for (const _ of [1, 2]) expect((await confirm(second)).body).toEqual({ email: "ana@aurora.test" });
    expect(isConfirmed()).toBe(true);
    link();
    expect(isConfirmed()).toBe(false);
  });

  test("within three days, and only while the person logs in with it", async () => {
    const late = link("ana@aurora.test", new Date(Date.now() - 3 * 24 * 3_600_000 - 1000));
    expect((await confirm(late)).status).toBe(404);
    expect((await confirm(link("outra@aurora.test"))).status).toBe(404);
    expect(isConfirmed()).toBe(false);
  });

  test("whoever signs up is asked for it by e-mail", async () => {
    await sue("PUT", "/provider/mail", form());
    const { provider, keys } = balcao.tenants, now = new Date();
    const asked = { ...ANA, email: "ana@aurora.test", name: "Ana Ribeiro", language: "pt" as const };
    provider.write((db) => queueConfirmation(db, asked, { keys, now }));
    await sendMails(balcao.tenants, now);
    const mail = smtp.taken.at(-1)!;
    expect([mail.to, headerOf(mail, "subject")]).toEqual([["ana@aurora.test"], "Confirme o seu e-mail no Balcão"]);
    const [link] = /https:\/\/desk\.example\/confirm#[\w-]+/.exec(bodyOf(mail, "text/plain"))!;
    expect((await confirm(link)).status).toBe(200);
  });

  test("is sent again to who asks for it, three times an hour, and only while there is something to confirm", async () => {
    await sue("PUT", "/provider/mail", form());
    forgetSentAgain();
    const late = link("ana@aurora.test", new Date(Date.now() - 9 * 24 * 3_600_000));
    expect((await confirm(late)).status).toBe(404);
    const open = async (who = ana) => (await who("GET", "/auth/confirm-email")).body;
    expect(await open()).toEqual({ email: "ana@aurora.test" });
    const bruno = balcao.as("bruno@aurora.test");
    expect(await open(bruno)).toEqual({ email: null });
    expect((await bruno("POST", "/auth/confirm-email/again", {})).body.error).toBe("ERR_NO_EMAIL_CONFIRMATION_FOUND");
    const again = () => ana("POST", "/auth/confirm-email/again", { language: "es" });
    const answers = [await again(), await again(), await again(), await again()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    await sendMails(balcao.tenants, new Date());
    const [sent] = /https:\/\/desk\.example\/confirm#[\w-]+/.exec(bodyOf(smtp.taken.at(-1)!, "text/plain"))!;
    expect((await confirm(sent)).body).toEqual({ email: "ana@aurora.test" });
    expect(await open()).toEqual({ email: null });
    link();
    await sue("POST", "/provider/mail/forget", {});
    expect(await open()).toEqual({ email: null });
    expect((await again()).body.error).toBe("ERR_NO_MAIL");
  });

  test("a made-up one confirms nothing", async () => {
    expect((await confirm(`#${"a".repeat(43)}`)).status).toBe(404);
    expect((await confirm("#x")).status).toBe(400);
  });
});
