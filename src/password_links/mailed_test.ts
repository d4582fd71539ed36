import { milliseconds } from "date-fns/milliseconds";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aBalcao, until } from "../testing/fixtures.ts";
import { bodyOf, headerOf, type SmtpServer, startSmtp, type Taken } from "../testing/smtp.ts";
import { confirmationFor, isEmailConfirmed } from "../mail/confirmations.ts";
import { sendMails } from "../mail/queue.ts";
import { mailTable } from "../mail/table.ts";
import { forgetAsked, mailInvitation } from "./mailed.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue, stranger: typeof sue;
let smtp: SmtpServer;
const CARLA = 3, NEW = "outra-senha-segura-9";
beforeAll(async () => {
  balcao = await aBalcao();
  sue = balcao.as("super@balcao.test");
  ana = balcao.as("ana@aurora.test");
  stranger = balcao.as(undefined);
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.stop();
  await balcao.close();
});
const form = () => ({
  host: "127.0.0.1",
  port: smtp.port,
  security: "none",
  user: "",
  from: "avisos@balcao.test",
  siteAddress: "https://desk.example",
  untested: true,
});
beforeEach(async () => {
  forgetAsked();
  await sue("PUT", "/provider/mail", form());
});
afterEach(() => {
  balcao.tenants.provider.write((db) => void db.delete(mailTable).run());
  smtp.taken.length = 0;
});

const ask = async (email: string, rest: object = {}) =>
  await stranger("POST", "/auth/forgot_password", { email, ...rest });
const waiting = () => balcao.tenants.provider.read.select().from(mailTable).all();
/** The next e-mail that arrives. */
async function arrived(): Promise<Taken> {
  await until(() => waiting().length > 0);
  await sendMails(balcao.tenants, new Date());
  return smtp.taken.at(-1)!;
}
const tokenIn = (mail: Taken) => /https:\/\/desk\.example\/password#([\w-]+)/.exec(bodyOf(mail, "text/plain"))![1]!;
const logIn = async (email: string, password: string) =>
  (await stranger("POST", "/auth/login", { email, password })).status;

test("whoever forgot their password chooses another by the link that is sent to them, once", async () => {
  expect((await ask("Bruno@Aurora.test", { language: "en" })).body).toEqual({});
  const mail = await arrived();
  expect(mail.to).toEqual(["bruno@aurora.test"]);
  expect(headerOf(mail, "subject")).toBe("Password for Balcão");
  expect(bodyOf(mail, "text/plain")).toContain("Padaria Aurora");
  const token = tokenIn(mail);
  const { body } = await stranger("POST", "/auth/password-link", { token });
  expect(body).toMatchObject({ name: "Bruno Tavares", email: "bruno@aurora.test", company: "Padaria Aurora" });
  expect((await stranger("PUT", "/auth/password-link", { token, password: NEW })).status).toBe(200);
  expect(await logIn("bruno@aurora.test", NEW)).toBe(200);
  for (const method of ["POST", "PUT"]) {
    const { body } = await stranger(method, "/auth/password-link", { token, password: "mais-uma-senha-7" });
    expect(body.error).toBe("ERR_NO_PASSWORD_LINK_FOUND");
  }
});

test("an e-mail that nobody has gets the same answer, and nothing is sent", async () => {
  const [known, unknown] = [await ask("carla@aurora.test"), await ask("ninguem@aurora.test")];
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await until(() => waiting().length > 0);
  expect(waiting().map(({ address }) => address)).toEqual(["carla@aurora.test"]);
});

test("the link is good for an hour", async () => {
  await ask("carla@aurora.test");
  const token = tokenIn(await arrived());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds({ minutes: 59 }) });
  try {
    expect((await stranger("POST", "/auth/password-link", { token })).status).toBe(200);
    vi.setSystemTime(Date.now() + milliseconds({ minutes: 1 }));
    expect((await stranger("PUT", "/auth/password-link", { token, password: NEW })).status).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

test("strangers who ask end no link that an administrator has handed over, nor one another", async () => {
  const { token: handedOver } = (await ana("POST", `/users/${CARLA}/password-link`)).body;
  await ask("carla@aurora.test");
  const first = tokenIn(await arrived());
  await ask("carla@aurora.test");
  await until(() => waiting().length === 2);
  for (const token of [handedOver, first]) {
    expect((await stranger("POST", "/auth/password-link", { token })).status).toBe(200);
  }
  // The first that is used ends them all.
  await stranger("PUT", "/auth/password-link", { token: first, password: "carla-escolheu-esta-1" });
  expect((await stranger("POST", "/auth/password-link", { token: handedOver })).status).toBe(404);
});

test("a token that was tampered with, and one of another's, lets nobody in", async () => {
  await ask("carla@aurora.test");
  const token = tokenIn(await arrived());
  const other = token.slice(0, 40) + (token[40] === "A" ? "B" : "A") + token.slice(41);
  for (const wrong of [other, token.slice(1), "a".repeat(120)]) {
    expect((await stranger("POST", "/auth/password-link", { token: wrong })).body.error).toBe(
      "ERR_NO_PASSWORD_LINK_FOUND",
    );
  }
});

test("three e-mails an hour for one account, and nobody is told; ten questions from one address", async () => {
  for (let nth = 0; nth < 5; nth++) expect((await ask("carla@aurora.test")).status).toBe(200);
  await until(() => waiting().length === 3);
  for (let nth = 0; nth < 5; nth++) expect((await ask(`p${nth}@aurora.test`)).status).toBe(200);
  const { status, body } = await ask("otto@norte.test");
  expect([status, body.error]).toEqual([429, "ERR_TOO_MANY_REQUESTS"]);
  expect(body.detail.seconds).toBeGreaterThan(0);
  expect(waiting()).toHaveLength(3);
});

test("an administrator has a link sent, which is good for a day and names who sent it", async () => {
  const { status, body } = await ana("POST", `/users/${CARLA}/password-link/mail`, { language: "pt" });
  expect(status).toBe(200);
  expect(new Date(body.expiresAt).getTime()).toBeGreaterThan(Date.now() + milliseconds({ hours: 23 }));
  expect(JSON.stringify(body)).not.toMatch(/token/);
  const mail = await arrived();
  expect([mail.to, bodyOf(mail, "text/plain").includes("Ana Ribeiro enviou este link")]).toEqual([
    ["carla@aurora.test"],
    true,
  ]);
  expect((await stranger("POST", "/auth/password-link", { token: tokenIn(mail) })).status).toBe(200);
});

test("a new company's first user is invited, for three days", async () => {
  const invited = { companyId: 2, userId: CARLA, language: "en" as const }, now = new Date();
  const until = mailInvitation(balcao.tenants, invited, now);
  expect(new Date(until).getTime() - now.getTime()).toBe(milliseconds({ days: 3 }));
  const mail = await arrived();
  expect(headerOf(mail, "subject")).toBe("Your access to Padaria Aurora on Balcão");
  expect((await stranger("POST", "/auth/password-link", { token: tokenIn(mail) })).status).toBe(200);
});

test("nobody has one sent to themselves, to a super user or to another company's person", async () => {
  const refused = async (who: string, id: number) =>
    (await balcao.as(who)("POST", `/users/${id}/password-link/mail`, {})).body.error;
  expect(await refused("ana@aurora.test", 1)).toBe("ERR_NO_PERMISSION");
  expect(await refused("bruno@aurora.test", CARLA)).toBeDefined();
  expect(await refused("nina@norte.test", CARLA)).toBe("ERR_NO_USER_FOUND");
});

test("without a mail server nobody is promised an e-mail", async () => {
  await sue("POST", "/provider/mail/forget", {});
  expect((await ask("carla@aurora.test")).body.error).toBe("ERR_NO_MAIL");
  expect((await ana("POST", `/users/${CARLA}/password-link/mail`, {})).body.error).toBe("ERR_NO_MAIL");
  expect(waiting()).toEqual([]);
});

test("a company that is blocked gets no links", async () => {
  const { provider } = balcao.tenants;
  provider.write((db) => void db.run("update companies set is_active = 0 where id = 3"));
  await ask("otto@norte.test");
  await ask("carla@aurora.test");
  await until(() => waiting().length > 0);
  expect(waiting().map(({ address }) => address)).toEqual(["carla@aurora.test"]);
});

test("who uses a link that was mailed has shown that the address is theirs; one that was handed over shows nothing", async () => {
  const { tenants } = balcao, who = { companyId: balcao.aurora.id, userId: CARLA }, email = "carla@aurora.test";
  const isConfirmed = () => isEmailConfirmed(tenants.provider.read, who);
  const use = (token: string, password: string) => stranger("PUT", "/auth/password-link", { token, password });
  tenants.provider.write((db) => confirmationFor(db, { ...who, email }, { keys: tenants.keys, now: new Date() }));
  const { body: { token } } = await ana("POST", `/users/${CARLA}/password-link`, {});
  expect((await use(token, "pao-de-queijo-quente")).status).toBe(200);
  expect(isConfirmed()).toBe(false);
  await ask(email);
  expect((await use(tokenIn(await arrived()), "pao-de-queijo-frio-7")).status).toBe(200);
  expect(isConfirmed()).toBe(true);
  tenants.provider.write((db) => confirmationFor(db, { ...who, email }, { keys: tenants.keys, now: new Date() }));
  mailInvitation(tenants, { ...who, language: "pt" }, new Date());
  expect((await use(tokenIn(await arrived()), "pao-de-queijo-morno-7")).status).toBe(200);
  expect(isConfirmed()).toBe(true);
});
