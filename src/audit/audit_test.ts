import { milliseconds } from "date-fns/milliseconds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AUDIT_KINDS, type AuditEntry } from "../contract/audit.ts";
import { CALLS } from "../contract/contract.ts";
import { dayIn } from "../shared/clock.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { setBank } from "../invoices/bank.ts";
import { pixCodeFor } from "../invoices/charges.ts";
import { pollCharges } from "../invoices/poll.ts";
import { aPlan, setCompany, SmallBank, subscribed } from "../testing/billing.ts";
import { explain } from "../testing/explain.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { statementsOf } from "../testing/statements.ts";
import { auditMonths, forgetOldEntries, listEntries, writeEntry } from "./audit.ts";
import { AUDITED } from "./audited.ts";
import { auditTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana, sue: typeof ana, nina: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  [ana, bruno] = [balcao.as("ana@aurora.test"), balcao.as("bruno@aurora.test")];
  [sue, nina] = [balcao.as("super@balcao.test"), balcao.as("nina@norte.test")];
  // Logins are noted, too.
  for (const who of [ana, bruno, sue, nina]) await who("GET", "/auth/me");
});
afterAll(async () => await balcao.close());

const entries = async (who = ana, query = ""): Promise<AuditEntry[]> =>
  (await who("GET", `/audit?${query}`)).body.entries;
const newest = async (who = ana) => (await entries(who))[0]!;

test("a change is noted with who, when and what it was; a secret only as changed", async () => {
  await ana("PUT", "/settings/userRating", { value: "enabled" });
  expect(await newest()).toMatchObject({
    userId: 1,
    who: "Ana Ribeiro",
    actedBy: null,
    what: "settings.change",
    target: "userRating",
    changes: [
      { field: "value", before: "disabled", after: "enabled" },
      { field: "isSet", before: "false", after: "true" },
    ],
  });
  expect(Date.now() - new Date((await newest()).at).getTime()).toBeLessThan(10_000);
  await ana("PUT", "/settings/tokenixc", { value: "a very secret token" });
  const secret = async () => (await newest()).changes;
  const said = (change: string) => [{ field: "value", before: null, after: null, secret: change }];
  expect(await secret()).toEqual(said("set"));
  await ana("PUT", "/settings/tokenixc", { value: "another secret token" });
  expect(await secret()).toEqual(said("changed"));
  await ana("PUT", "/settings/tokenixc", { value: "another secret token" });
  expect(await secret()).toEqual([]);
  await ana("PUT", "/settings/tokenixc", { value: "" });
  expect(await secret()).toEqual(said("cleared"));
  expect(JSON.stringify(balcao.aurora.read.select().from(auditTable).all())).not.toMatch(/secret token/);
});

test("the password of the mail server is said to have been set, changed and forgotten, and is nowhere", async () => {
  const changed = (field: string) => ({ field, before: null, after: null, secret: "changed" });
  const server = { host: "smtp.balcao.test", port: 465, security: "tls", user: "balcao", from: "desk@balcao.test" };
  const save = (password: string) =>
    sue("PUT", "/provider/mail", { ...server, password, siteAddress: "https://desk.test", untested: true });
  await save("first password");
  expect((await newest(sue)).changes).toContainEqual({ ...changed("smtpPassword"), secret: "set" });
  await save("second password");
  expect((await newest(sue)).changes).toEqual([changed("smtpPassword")]);
  await sue("POST", "/provider/mail/forget", {});
  expect((await newest(sue)).changes).toContainEqual({ ...changed("smtpPassword"), secret: "cleared" });
  const stored = JSON.stringify(balcao.provider.read.select().from(auditTable).all());
  expect(stored).not.toMatch(/(first|second) password/);
});

test("what is added, changed and deleted keeps its name, and a password is never in it", async () => {
  const { body: user } = await ana("POST", "/users", {
    name: "Davi Lima",
    email: "davi@aurora.test",
    password: "senha-do-davi-3",
    profile: "user",
  });
  expect(await newest()).toMatchObject({ what: "users.add", target: String(user.id), name: "Davi Lima" });
  await ana("PUT", `/users/${user.id}`, { name: "Davi Lima", email: "davi@aurora.test", password: "outra-senha-8" });
  expect(await newest()).toMatchObject({
    what: "users.change",
    changes: [{ field: "password", before: null, after: null, secret: "changed" }],
  });
  await ana("PUT", `/users/${user.id}`, { name: "Davi L.", email: "davi@aurora.test", profile: "admin" });
  expect((await newest()).changes).toEqual([
    { field: "name", before: "Davi Lima", after: "Davi L." },
    { field: "profile", before: "user", after: "admin" },
  ]);
  await ana("DELETE", `/users/${user.id}`);
  expect(await newest()).toMatchObject({ what: "users.remove", name: "Davi L.", changes: [] });
  const stored = JSON.stringify(balcao.aurora.read.select().from(auditTable).all());
  for (const password of ["senha-do-davi-3", "outra-senha-8"]) expect(stored).not.toContain(password);
});

test("what is refused is not noted; of several only those that were done", async () => {
  const before = (await entries()).length;
  await ana("PUT", "/settings/userRating", { value: "maybe" });
  await bruno("PUT", "/settings/userRating", { value: "disabled" });
  expect(await entries()).toHaveLength(before);
  const add = async (shortcode: string) =>
    (await ana("POST", "/quick-messages", { shortcode, message: "Olá" })).body.id as number;
  const ids = [await add("primeira"), await add("segunda")];
  await ana("POST", "/quick-messages/bulk/delete", { ids: [...ids, 9999] });
  expect((await entries()).filter(({ what }) => what === "quickReplies.removeMany").map(({ name }) => name).sort())
    .toEqual(["primeira", "segunda"]);
});

test("logins and exports are noted", async () => {
  await balcao.logIn("bruno@aurora.test");
  expect(await newest()).toMatchObject({ what: "access.login", who: "Bruno Tavares", userId: 2 });
  await ana("GET", "/contacts/export");
  expect(await newest()).toMatchObject({ what: "contacts.export", who: "Ana Ribeiro" });
});

test("an administrator whose company has not paid is noted when they come in to pay, who may not come in is not", async () => {
  const { tenants } = balcao;
  setCompany(tenants, 3, { dueDate: "2020-01-01" });
  const { status, body } = await balcao.as(undefined)("POST", "/auth/login", {
    email: "nina@norte.test",
    password: DEMO_PASSWORD,
  });
  expect([status, typeof body.detail.token]).toEqual([402, "string"]);
  setCompany(tenants, 3, { dueDate: null });
  const logins = () => entries(nina, "kind=logins");
  expect((await balcao.send(body.detail.token, "GET", "/audit?kind=logins")).body.entries[0])
    .toMatchObject({ what: "access.login", who: "Nina Prates", userId: 1 });
  await balcao.logIn("nina@norte.test");
  const noted = (await logins()).length;
  setCompany(tenants, 3, { dueDate: "2020-01-01" });
  await balcao.as(undefined)("POST", "/auth/login", { email: "otto@norte.test", password: DEMO_PASSWORD });
  setCompany(tenants, 3, { dueDate: null });
  expect(await logins()).toHaveLength(noted);
});

test("each company reads its own, administrators alone; what the provider does there both read", async () => {
  expect((await bruno("GET", "/audit")).body.error).toBe("ERR_NO_PERMISSION");
  expect((await entries(nina)).every(({ who }) => who === "Nina Prates")).toBe(true);
  const { body: plan } = await sue("POST", "/plans", { name: "Básico", value: 10 });
  await sue("PUT", "/companies/3", { name: "Oficina Norte", email: "adm@norte.test", planId: plan.id });
  const noted = { what: "companies.change", who: "Suporte Balcão", target: "3", name: "Oficina Norte" };
  expect(await newest(nina)).toMatchObject({ ...noted, userId: null });
  expect(await newest(sue)).toMatchObject({ ...noted, userId: 1 });
  expect((await newest(nina)).changes).toContainEqual({ field: "plan", before: null, after: "Básico" });
  expect((await entries(ana)).some(({ what }) => what === "companies.change")).toBe(false);
});

test("it is searched by name and person, filtered by kind and day, and read page by page", async () => {
  expect((await entries(ana, "searchParam=davi")).every(({ name }) => name.startsWith("Davi"))).toBe(true);
  expect((await entries(ana, "kind=logins")).map(({ what }) => what)).toContain("access.login");
  expect((await entries(ana, "kind=users")).every(({ what }) => /^(users|passwordLinks)\./.test(what))).toBe(true);
  const today = dayIn("America/Sao_Paulo", new Date());
  expect((await entries(ana, `from=${today}&to=${today}`)).length).toBe((await entries()).length);
  expect(await entries(ana, "to=2020-01-01")).toEqual([]);
  expect((await ana("GET", "/audit?from=2026-02-30")).status).toBe(400);
  const all = await entries(), third = all[2]!;
  expect(await entries(ana, `before=${third.id}`)).toEqual(all.slice(3));
  expect(await entries(ana, "searchParam=%25")).toEqual([]);
});

test("it is searched, too, for what the screen calls a setting and what it says was done, in the person's language", async () => {
  await ana("PUT", "/settings/userRating", { value: "disabled" });
  await ana("PUT", "/settings/scheduleType", { value: "queue" });
  await ana("POST", "/tags", { name: "userRating", color: "#2563eb" });
  const found = async (query: string) => (await entries(ana, query)).map(({ what, target }) => `${what} ${target}`);
  const ratings = await found('searchParam=avalia&settings=["userRating"]');
  expect(new Set(ratings)).toEqual(new Set(["settings.change userRating"]));
  // Names alone are no filter: a program that sends them without a word is told everything.
  expect(await found("settings=userRating")).toEqual(await found(""));
  const done = await found('searchParam=acrescentou&calls=["tags.add","queues.remove"]&settings=["scheduleType"]');
  expect(new Set(done.map((one) => one.split(" ")[0]))).toEqual(new Set(["tags.add", "settings.change"]));
  expect(await found("searchParam=acrescentou")).toEqual([]);
  expect((await ana("GET", "/audit?searchParam=a&calls=')%20or%201=1")).status).toBe(400);
  expect((await ana("GET", "/audit/export?searchParam=avalia&settings=userRating")).body.entries).toHaveLength(
    ratings.length,
  );
});

test("a search goes through the log once, from its newest end and until a page is full, whatever is asked for", async () => {
  const asked = { searchParam: "avalia", calls: ["tags.add"], settings: ["userRating"], before: 1000 };
  const statements = await statementsOf(() => listEntries(balcao.aurora.read, asked, "UTC", 50));
  const { planOf, close } = explain(`${balcao.aurora.folder}/company.db`);
  expect(statements.map(planOf)).toEqual([["SEARCH audit_log USING INTEGER PRIMARY KEY (rowid<?)"]]);
  close();
});

test("an entry goes after as many months as the provider wants, and that are twelve until she says otherwise", async () => {
  const { read } = balcao.aurora, months = () => auditMonths(balcao.tenants.provider.read);
  expect(months()).toBe(12);
  expect((await sue("PUT", "/provider/settings/auditMonths", { value: "7" })).status).toBe(400);
  expect((await ana("PUT", "/provider/settings/auditMonths", { value: "24" })).status).toBe(403);
  expect((await sue("PUT", "/provider/settings/auditMonths", { value: "24" })).status).toBe(200);
  const count = () => read.select().from(auditTable).all().length, before = count();
  balcao.aurora.write((db) => forgetOldEntries(db, months(), Date.now() + milliseconds({ months: 23 })));
  expect(count()).toBe(before);
  await sue("PUT", "/provider/settings/auditMonths", { value: "12" });
});

test("an entry goes after a year, by its index", () => {
  const { read } = balcao.aurora;
  const count = () => read.select().from(auditTable).all().length;
  const before = count();
  balcao.aurora.write((db) =>
    forgetOldEntries(db, auditMonths(balcao.tenants.provider.read), Date.now() + milliseconds({ months: 11 }))
  );
  expect(count()).toBe(before);
  balcao.aurora.write((db) =>
    forgetOldEntries(db, auditMonths(balcao.tenants.provider.read), Date.now() + milliseconds({ months: 13 }))
  );
  expect(count()).toBe(0);
});

test("every call that is noted is one of the contract, and has a kind to be filtered by", () => {
  const names = new Set(
    Object.entries(CALLS).flatMap(([noun, calls]) => Object.keys(calls).map((one) => `${noun}.${one}`)),
  );
  expect(Object.keys(AUDITED).filter((name) => !names.has(name))).toEqual([]);
  const entry = { userId: 1, who: "", actedBy: null, address: "", target: "", name: "each call", changes: [] };
  const listed = balcao.norte.write((db) => {
    for (const what of Object.keys(AUDITED)) writeEntry(db, { ...entry, at: Date.now(), what });
    return AUDIT_KINDS.flatMap((kind) => listEntries(db, { searchParam: "each call", kind }, "UTC", 1000).entries);
  });
  expect(new Set(listed.map(({ what }) => what))).toEqual(new Set(Object.keys(AUDITED)));
});

test("an invoice that a bank says is paid is noted, too, though nobody did it", async () => {
  const { tenants, norte } = balcao, now = Date.UTC(2031, 11, 28), bank = new SmallBank(() => now);
  setBank(tenants, bank);
  const invoice = await subscribed(tenants, norte.id, { dueDate: "2032-01-10", now });
  await pixCodeFor(tenants, norte.id, invoice.id, now);
  bank.pay(bank.asked[0]!.txid);
  await pollCharges(tenants, () => now + 61_000);
  setBank(tenants, undefined);
  setCompany(tenants, norte.id, { dueDate: null });
  expect((await entries(nina, "kind=money"))[0]).toMatchObject({
    ...{ userId: null, who: "", what: "invoices.renew", target: String(invoice.id) },
    changes: [{ field: "dueDate", before: "2032-01-10", after: "2032-02-10" }],
  });
});

test("who is not logged in is noted as well: who signs up, and who chooses a password by a link", async () => {
  const stranger = balcao.as(undefined);
  const { body: plan } = await sue("POST", "/plans", { name: "Noturno", value: 10 });
  const form = { name: "Loja Noturna", email: "dona@noturna.test", password: "madrugada-fria-7", planId: plan.id };
  const { body: { id } } = await stranger("POST", "/companies/cadastro", form);
  expect(await newest(sue)).toMatchObject({ what: "companies.signUp", who: "Loja Noturna", target: String(id) });
  const { body: session } = await stranger("POST", "/auth/login", form);
  const own: AuditEntry[] = (await balcao.send(session.token, "GET", "/audit")).body.entries;
  expect(own.map(({ what }) => what)).toContain("companies.signUp");
  const { body: { token } } = await ana("POST", "/users/3/password-link", {});
  await stranger("PUT", "/auth/password-link", { token, password: "pao-de-queijo-quente" });
  expect(await newest()).toMatchObject({ what: "passwordLinks.use", userId: 3 });
});

test("which invoice somebody wants to pay, which plan they choose, and whether strangers may sign up is said", async () => {
  const now = Date.now(), day = dayIn("UTC", now + milliseconds({ days: 9 }));
  const invoice = await subscribed(balcao.tenants, 3, { dueDate: day, now });
  setBank(balcao.tenants, new SmallBank());
  expect(await nina("POST", "/subscription", { invoiceId: String(invoice.id) })).toMatchObject({ status: 200 });
  setBank(balcao.tenants, undefined);
  expect(await newest(nina)).toMatchObject({ what: "invoices.pay", target: String(invoice.id), name: invoice.detail });
  const planId = aPlan(balcao.tenants, 77, "Setenta e sete");
  await nina("PUT", "/subscription", { planId });
  expect(await newest(nina)).toMatchObject({
    ...{ what: "invoices.choosePlan", name: "Setenta e sete" },
    changes: [{ field: "plan", before: invoice.detail, after: "Setenta e sete" }],
  });
  setCompany(balcao.tenants, 3, { dueDate: null });
  await sue("PUT", "/settings/userCreation", { value: "disabled" });
  expect((await newest(sue)).changes).toContainEqual({ field: "value", before: "enabled", after: "disabled" });
  await sue("PUT", "/settings/userCreation", { value: "enabled" });
  await sue("POST", "/cockpit/export", {});
  expect(await newest(sue)).toMatchObject({ what: "cockpit.export" });
});

test("what the provider sets for all, and what she decides about a company's money, is noted before and after", async () => {
  await sue("PUT", "/provider/brand", { name: "Ponte", color: "#7c3aed", helpLink: "", termsUrl: "", privacyUrl: "" });
  expect((await newest(sue)).changes).toContainEqual({ field: "name", before: "Balcão", after: "Ponte" });
  const invoice = await subscribed(balcao.tenants, 3, { dueDate: "2030-01-10", now: Date.UTC(2029, 11, 28) });
  expect((await sue("POST", `/invoices/${invoice.id}/confirm`, { note: "Depósito" })).status).toBe(200);
  for (const who of [sue, nina]) {
    expect(await newest(who)).toMatchObject({
      what: "invoices.confirm",
      who: "Suporte Balcão",
      target: String(invoice.id),
    });
    expect((await newest(who)).changes).toContainEqual({ field: "status", before: "open", after: "paid" });
    expect((await newest(who)).changes).toContainEqual({ field: "note", before: null, after: "Depósito" });
  }
});
