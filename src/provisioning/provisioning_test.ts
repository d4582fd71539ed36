import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { milliseconds } from "date-fns/milliseconds";
import { companyTable } from "../companies/table.ts";
import { createHash } from "node:crypto";
import { type ProofAsked, SignUpForm } from "../contract/companies.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { damage } from "../doctor/checks/files.ts";
import { examine } from "../doctor/examine.ts";
import { patientOf } from "../doctor/served.ts";
import { mailTable } from "../mail/table.ts";
import { setProvider } from "../testing/billing.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { loginTable } from "../users/table.ts";
import { purgeHalfMade, purgeRemoved, removeCompany, restoreCompany } from "./remove.ts";
import { forgetSignUps, signUp } from "./sign_up.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue, stranger: typeof sue;
let planId: number;
beforeAll(async () => {
  balcao = await aBalcao();
  [sue, ana, stranger] = [balcao.as("super@balcao.test"), balcao.as("ana@aurora.test"), balcao.as(undefined)];
  planId =
    (await sue("POST", "/plans", { name: "Básico", value: "99,90", users: 3, connections: 1, queues: 3 })).body.id;
});
beforeEach(() => forgetSignUps());
afterAll(async () => await balcao.close());

let nth = 0;
const form = (is: object = {}) => {
  const own = ++nth;
  return { name: `Empresa ${own}`, email: `dona${own}@empresa.test`, planId, recurrence: "MENSAL", ...is };
};
const stored = (id: number) =>
  balcao.tenants.provider.read.select().from(companyTable).where(eq(companyTable.id, id)).all()[0]!;
const folderOf = (id: number) => {
  try {
    return Deno.statSync(`${balcao.folder}/${id}`).isDirectory;
  } catch {
    return false;
  }
};
const logIn = (email: string, password: string) => stranger("POST", "/auth/login", { email, password });
const today = () => dayIn("America/Sao_Paulo", new Date());
const aCompany = async (is: object = {}) => (await sue("POST", "/companies", form(is))).body.company;
const put = async ({ id, revision, ...company }: Record<string, unknown>, is: object) =>
  await sue("PUT", `/companies/${id}`, { ...company, was: revision, ...is });

test("the provider adds a company; its first user chooses a password by the invitation, and administers it", async () => {
  const emitted = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  const sent = form({ phone: "11 4002-8922", status: "true", campaignsEnabled: true, dueDate: "2027-01-31" });
  const { status, body } = await sue("POST", "/companies", sent);
  expect(status).toBe(200);
  expect(body.company).toMatchObject({
    ...sent,
    status: true,
    plan: { id: planId, name: "Básico" },
    dueDay: 31,
    trialExpiration: null,
    isProviders: false,
    revision: 0,
  });
  expect(emitted).toEqual([{ name: "companyRecord", payload: { action: "create", record: body.company } }]);
  const { userId, link } = body.invitation;
  // Until then no password fits, not even what stands for those that nobody has.
  for (const password of ["none", "nobody's password", "a-primeira-senha"]) {
    expect((await logIn(sent.email, password)).body.error).toBe("ERR_INVALID_CREDENTIALS");
  }
  expect((await stranger("POST", "/auth/password-link", { token: link.token })).body)
    .toMatchObject({ name: sent.name, email: sent.email, company: sent.name });
  await stranger("PUT", "/auth/password-link", { token: link.token, password: "a-primeira-senha" });
  const { body: session } = await logIn(sent.email, "a-primeira-senha");
  expect(session.user).toMatchObject({ id: userId, profile: "admin", super: false, companyId: body.company.id });
  const settings = Object.fromEntries(
    session.user.company.settings.map(({ key, value }: { key: string; value: string }) => [key, value]),
  );
  expect(settings).toMatchObject({ campaignsEnabled: "true", firstSteps: "new" });
  expect((await sue("GET", "/companies/list")).body).toContainEqual(body.company);
  const page = (await sue("GET", `/companies?searchParam=${sent.name}&pageNumber=1`)).body;
  expect(page).toEqual({ companies: [body.company], count: 1, hasMore: false });
});

test.each<[string, object, number, object]>([
  ["neither e-mail nor plan", { email: "", planId: null }, 400, { fields: { email: "invalid", planId: "required" } }],
  ["no plan", { planId: "" }, 400, { fields: { planId: "required" } }],
  ["a plan that there is not", { planId: 999 }, 400, { fields: { planId: "unknown" } }],
  ["a day that there is not", { dueDate: "2027-02-30" }, 400, { fields: { dueDate: "invalid" } }],
  ["a recurrence that there is not", { recurrence: "DIARIA" }, 400, { fields: { recurrence: "invalid" } }],
  ["somebody's e-mail", { email: "ana@aurora.test" }, 409, { error: "ERR_DUPLICATED_EMAIL" }],
  ["somebody's name", { name: " padaria  AURORA" }, 409, { error: "ERR_DUPLICATED_NAME" }],
])("a company with %s is refused, and leaves nothing behind", async (_, is, status, said) => {
  const ids = balcao.tenants.ids();
  const answer = await sue("POST", "/companies", form(is));
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject(said);
  expect(balcao.tenants.ids()).toEqual(ids);
});

test("nobody else sees or touches companies", async () => {
  const { id } = await aCompany();
  const calls: [string, string, object?][] = [
    ["GET", "/companies"],
    ["GET", "/companies/list"],
    ["POST", "/companies", form()],
    ["PUT", `/companies/${id}`, form()],
    ["DELETE", `/companies/${id}`],
  ];
  for (const call of calls) expect((await ana(...call)).body).toEqual({ error: "ERR_NO_PERMISSION" });
  expect((await ana("GET", `/companies/${id}`)).body.error).toBe("ERR_NO_COMPANY_FOUND");
  expect((await sue("GET", `/companies/${id}`)).body).toMatchObject({ id, isOverdue: false });
});

test("a due date keeps its day of the month over a short month, and an empty one never ends", async () => {
  const company = await aCompany({ dueDate: "2027-01-31" });
  const { body: { company: short } } = await put(company, { dueDate: "2027-02-28" });
  expect(short).toMatchObject({ dueDate: "2027-02-28", dueDay: 31 });
  const { body: { company: other } } = await put(short, { dueDate: "2027-03-10" });
  expect(other).toMatchObject({ dueDay: 10 });
  expect((await put(other, { dueDate: "" })).body.company).toMatchObject({ dueDate: null, dueDay: null });
});

test("of two who save the same company the second is refused, and sees the first's", async () => {
  const company = await aCompany();
  await put(company, { name: `${company.name} A` });
  const { status, body } = await put(company, { name: `${company.name} B` });
  expect([status, body.error, body.detail.record.name]).toEqual([409, "ERR_CHANGED_MEANWHILE", `${company.name} A`]);
});

test("a plan that allows less says what the company has beyond it", async () => {
  const { body: { id: tiny } } = await sue("POST", "/plans", { name: "Mínimo", value: 0, users: 0 });
  const { body } = await put(await aCompany(), { planId: tiny });
  expect(body.excesses).toMatchObject([{ what: "users", count: 1, limit: 0 }]);
});

test("without status nobody logs in, who is in is out, and with it all is as before", async () => {
  const company = await aCompany();
  const { id, email } = company;
  const { body: { link } } = await reinvite(id);
  await stranger("PUT", "/auth/password-link", { token: link, password: "senha-da-empresa" });
  const { body: { token } } = await logIn(email, "senha-da-empresa");
  const { body: { company: closed } } = await put(company, { status: false });
  expect((await balcao.send(token, "GET", "/auth/me")).body.error).toBe("ERR_SESSION_EXPIRED");
  expect((await logIn(email, "senha-da-empresa")).body).toEqual({ error: "ERR_COMPANY_BLOCKED" });
  await put(closed, { status: true });
  expect((await logIn(email, "senha-da-empresa")).status).toBe(200);
});

async function reinvite(companyId: number) {
  const [first] = (await sue("GET", `/users/list?companyId=${companyId}`)).body;
  const { body } = await sue("POST", `/users/${first.id}/password-link`, { companyId });
  return { body: { link: body.token } };
}

test("the provider's own company is neither suspended, nor given a due date, nor removed", async () => {
  const own = (await sue("GET", "/companies/list")).body.find(({ isProviders }: { isProviders: boolean }) =>
    isProviders
  );
  for (const is of [{ status: false }, { dueDate: "2020-01-01" }]) {
    expect((await put({ ...own, email: "eu@balcao.test" }, is)).body.error).toBe("ERR_PROVIDERS_COMPANY");
  }
  expect((await sue("DELETE", `/companies/${own.id}`)).body.error).toBe("ERR_PROVIDERS_COMPANY");
  expect((await put({ ...own, email: "eu@balcao.test" }, { phone: "11 3000-0000" })).body.company)
    .toMatchObject({ planId: null, phone: "11 3000-0000", status: true });
});

test("a removed company is gone at once, its address and name are free, and its files stay for thirty days", async () => {
  const company = await aCompany(), { id, email, name } = company;
  const { body: { link } } = await reinvite(id);
  await stranger("PUT", "/auth/password-link", { token: link, password: "senha-da-empresa" });
  const { body: { token } } = await logIn(email, "senha-da-empresa");
  expect((await sue("DELETE", `/companies/${id}`)).body).toEqual({});
  expect((await balcao.send(token, "GET", "/auth/me")).status).toBe(401);
  expect((await logIn(email, "senha-da-empresa")).body.error).toBe("ERR_INVALID_CREDENTIALS");
  expect((await sue("GET", `/companies/${id}`)).body.error).toBe("ERR_NO_COMPANY_FOUND");
  expect((await sue("DELETE", `/companies/${id}`)).status).toBe(404);
  expect(folderOf(id)).toBe(true);
  const removed = Date.now(),
    purge = (days: number) => purgeRemoved(balcao.tenants, new Date(removed + milliseconds({ days })));
  // A clock that is a year ahead for a while.
  for (const days of [0, 365, 365, 1]) await purge(days);
  expect(folderOf(id)).toBe(true);
  for (let days = 1; days < 30; days++) await purge(days);
  expect(folderOf(id)).toBe(true);
  const again = await aCompany({ email, name });
  expect(again.id).not.toBe(id);
  expect(() => restoreCompany(balcao.tenants, id)).toThrow("ERR_DUPLICATED_NAME");
  await purge(31);
  expect([folderOf(id), folderOf(again.id), stored(id).removedState]).toEqual([false, true, null]);
});

test("a removed company is brought back with its people, but who has taken an address keeps it", async () => {
  const company = await aCompany(), { id, email } = company;
  await sue("POST", "/users", {
    companyId: id,
    name: "Segunda",
    email: "segunda@empresa.test",
    password: "senha-da-segunda",
    profile: "user",
  });
  await sue("DELETE", `/companies/${id}`);
  await aCompany({ email });
  expect(restoreCompany(balcao.tenants, id)).toEqual([email]);
  expect((await logIn("segunda@empresa.test", "senha-da-segunda")).body.user.companyId).toBe(id);
  expect(stored(id)).toMatchObject({ removedAt: null, removedState: null, planId });
});

test("what a crash leaves half made is seen by nobody and goes by the clock", async () => {
  const { provider } = balcao.tenants;
  const { id } = provider.write((db) =>
    db.insert(companyTable).values({ name: "Meia", createdAt: 1, removedAt: Date.now() - milliseconds({ hours: 2 }) })
      .returning().get()
  );
  balcao.tenants.found(id);
  expect((await sue("GET", "/companies/list")).body.map(({ name }: { name: string }) => name)).not.toContain("Meia");
  await purgeRemoved(balcao.tenants, new Date());
  expect(folderOf(id)).toBe(false);
});

test("what a crash leaves half made is no damage, and goes with the next start, other than what was removed", async () => {
  const { provider } = balcao.tenants, ida = { name: "Ida", email: "ida@empresa.test", planId, recurrence: "MENSAL" };
  const { id: removed } = (await sue("POST", "/companies", ida)).body.company;
  removeCompany(balcao.tenants, removed, new Date());
  const { id } = provider.write((db) =>
    db.insert(companyTable).values({ name: "Meia", createdAt: 1, removedAt: Date.now() - 1 }).returning().get()
  );
  Deno.mkdirSync(`${balcao.folder}/${id}`);
  Deno.writeTextFileSync(`${balcao.folder}/${id}/company.db`, "");
  const { findings } = await examine(patientOf(balcao.tenants, { isDeep: false }), [damage]);
  expect(findings).toMatchObject([{ what: "damage", level: "good" }]);
  await purgeHalfMade(balcao.tenants, Date.now());
  expect([folderOf(id), folderOf(removed)]).toEqual([false, true]);
});

test("a stranger signs up: a trial of three days, whatever the request says, and the administrator's login", async () => {
  const sent = form({
    password: "minha-senha-9",
    dueDate: "2099-01-01",
    recurrence: "ANUAL",
    status: "t",
    companyId: 2,
  });
  const { status, body } = await stranger("POST", "/companies/cadastro?companyId=2", sent);
  expect([status, body.dueDate]).toEqual([200, dayAfter(today(), 3)]);
  expect(stored(body.id)).toMatchObject({
    ...{ name: sent.name, email: sent.email, planId, isActive: true, campaignsEnabled: true },
    ...{ dueDate: body.dueDate, trialExpiration: body.dueDate, recurrence: "MENSAL", isProviders: false },
  });
  const { body: session } = await logIn(sent.email, "minha-senha-9");
  expect(session.user).toMatchObject({ profile: "admin", super: false, companyId: body.id });
  expect((await stranger("POST", "/companies/cadastro", sent)).body.error).toMatch(/^ERR_DUPLICATED_/);
});

test("strangers may only choose a plan that is offered, and only while the provider wants them", async () => {
  const { body: { id: hidden } } = await sue("POST", "/plans", { name: "Antigo", value: 1, offered: false });
  const signUp = (is: object = {}) =>
    stranger("POST", "/companies/cadastro", form({ password: "minha-senha-9", ...is }));
  expect((await signUp({ planId: hidden })).body.fields).toEqual({ planId: "unknown" });
  expect((await signUp({ password: "123456" })).body.fields).toEqual({ password: "common" });
  expect((await signUp({ website: "http://x" })).body.error).toBe("ERR_INVALID_INPUT");
  await sue("PUT", "/settings/userCreation", { value: "disabled" });
  expect((await stranger("GET", "/companies/cadastro")).body).toEqual({ isOpen: false });
  expect((await signUp()).body).toEqual({ error: "ERR_USER_CREATION_DISABLED" });
  await sue("PUT", "/settings/userCreation", { value: "enabled" });
  expect((await stranger("GET", "/companies/cadastro")).body).toEqual({ isOpen: true });
});

test("one address signs up five times in an hour, however many it tries at once", async () => {
  const before = balcao.tenants.ids().length;
  const flood = await Promise.all(
    Array.from({ length: 60 }, () => stranger("POST", "/companies/cadastro", form({ password: "minha-senha-9" }))),
  );
  const count = (status: number) => flood.filter((answer) => answer.status === status).length;
  expect([count(200), count(429), balcao.tenants.ids().length - before]).toEqual([5, 55, 5]);
  const { headers, body } = flood.find(({ status }) => status === 429)!;
  expect(Number(headers.get("retry-after"))).toBe(body.detail.seconds);
});

test("while many sign up from everywhere, each has to work for it, and each proof counts once", async () => {
  const now = new Date(), read = SignUpForm.parse;
  const from = (network: number, is: object = {}) =>
    signUp(balcao.tenants, read(form({ password: "minha-senha-9", ...is })), { address: `10.9.${network}.1`, now });
  for (let network = 1; network <= 20; network++) await from(network);
  const refusal = await from(21).catch((error) => error);
  expect(refusal.code).toBe("ERR_PROOF_REQUIRED");
  const { challenge, bits } = refusal.rest.detail as ProofAsked;
  const isGood = (nonce: number) =>
    createHash("sha256").update(`${challenge}:${nonce}`).digest().readUInt32BE(0) >>> (32 - bits) === 0;
  let nonce = 0;
  while (!isGood(nonce)) nonce++;
  await expect(from(22, { proof: { challenge, nonce: nonce + 1 } })).rejects.toThrow("ERR_PROOF_REQUIRED");
  await expect(from(22, { proof: { challenge: `${challenge}x`, nonce } })).rejects.toThrow("ERR_PROOF_REQUIRED");
  expect((await from(22, { proof: { challenge, nonce } })).id).toBeDefined();
  await expect(from(23, { proof: { challenge, nonce } })).rejects.toThrow("ERR_PROOF_REQUIRED");
});

test("ten who sign up with the same address at once are one company", async () => {
  const before = balcao.tenants.ids().length, email = "dez@empresa.test";
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      () => stranger("POST", "/companies/cadastro", form({ email, password: "minha-senha-9" })),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(balcao.tenants.ids().length - before).toBe(1);
  expect(balcao.tenants.provider.read.select().from(loginTable).where(eq(loginTable.email, email)).all()).toHaveLength(
    1,
  );
});

test("where e-mails are sent, who signs up with another's address is answered alike, and only its owner learns it", async () => {
  const { provider } = balcao.tenants;
  setProvider(balcao.tenants, { smtpHost: "smtp.balcao.test", siteAddress: "https://desk.test" });
  try {
    const signUp = (is: object) =>
      stranger("POST", "/companies/cadastro", form({ password: "minha-senha-9", language: "en", ...is }));
    const mails = () => provider.read.select().from(mailTable).all().map(({ kind, address }) => [kind, address]);
    const free = await signUp({ email: "nova@empresa.test" });
    const companies = (await sue("GET", "/companies/list")).body;
    const taken = await signUp({ email: "ana@aurora.test" });
    expect(free.body).toEqual({ dueDate: dayAfter(today(), 3) });
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    // What is noted of it is about the one company that was made, and spoils nothing.
    expect([...balcao.tenants.quarantine.keys()]).toEqual([]);
    expect(mails()).toEqual([["emailConfirmation", "nova@empresa.test"], ["alreadyKnown", "ana@aurora.test"]]);
    expect((await sue("GET", "/companies/list")).body).toEqual(companies);
    expect((await ana("GET", "/auth/me")).body.companyId).toBe(2);
    expect((await logIn("ana@aurora.test", "minha-senha-9")).body.error).toBe("ERR_INVALID_CREDENTIALS");
    // The same work was done for it, up to the last step; the clock takes it away.
    const half = provider.read.select().from(companyTable).where(eq(companyTable.email, "ana@aurora.test")).all();
    expect(half.map(({ id, removedAt }) => [folderOf(id), removedAt !== null])).toEqual([[true, true]]);
    await purgeRemoved(balcao.tenants, new Date(Date.now() + milliseconds({ hours: 2 })));
    expect(folderOf(half[0]!.id)).toBe(false);
    // What else is wrong is said to both.
    for (const email of ["ana@aurora.test", "outra@empresa.test"]) {
      expect((await signUp({ email, password: "123456" })).body.fields).toEqual({ password: "common" });
      expect((await signUp({ email, name: "Padaria Aurora" })).body.error).toBe("ERR_DUPLICATED_NAME");
    }
    forgetSignUps();
    for (let nth = 0; nth < 5; nth++) await signUp({ email: "ana@aurora.test" });
    expect(mails().filter(([, address]) => address === "ana@aurora.test")).toHaveLength(1 + 3);
  } finally {
    setProvider(balcao.tenants, { smtpHost: "" });
  }
});

test("an administrator of an overdue company gets no further than the bills, others nowhere", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const change = (is: object) =>
      balcao.tenants.provider.write((db) => void db.update(companyTable).set(is).where(eq(companyTable.id, 3)).run());
    const otto = await logIn("otto@norte.test", DEMO_PASSWORD);
    change({ dueDate: dayAfter(today(), -1) });
    expect((await logIn("otto@norte.test", DEMO_PASSWORD)).body)
      .toEqual({ error: "ERR_SUBSCRIPTION_EXPIRED", detail: { dueDate: dayAfter(today(), -1) } });
    const { status, body } = await logIn("nina@norte.test", DEMO_PASSWORD);
    expect([status, body.error]).toEqual([402, "ERR_SUBSCRIPTION_EXPIRED"]);
    const { token } = body.detail;
    for (const path of ["/tickets", "/contacts", "/users", "/settings"]) {
      expect((await balcao.send(token, "GET", path)).body).toEqual({ error: "ERR_SUBSCRIPTION_EXPIRED" });
    }
    expect((await balcao.send(token, "GET", "/auth/me")).body.company).toMatchObject({ isOverdue: true });
    expect((await balcao.send(token, "GET", "/companies/3")).body).toMatchObject({ isOverdue: true });
    expect((await balcao.send(otto.body.token, "GET", "/tickets")).status).toBe(402);
    change({ dueDate: null });
    expect((await balcao.send(token, "GET", "/tickets")).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test("companyId counts from a super user alone", async () => {
  const company = await aCompany();
  const [first] = (await sue("GET", `/users/list?companyId=${company.id}`)).body;
  expect(first).toMatchObject({ name: company.name });
  const { body: user } = await sue("GET", `/users/${first.id}?companyId=${company.id}`);
  expect(user).toMatchObject({ email: company.email, profile: "admin" });
  const { name, email, profile } = user;
  const changed = { name: "Dona Maria", email, profile, companyId: company.id };
  expect((await sue("PUT", `/users/${first.id}`, changed)).body.name).toBe("Dona Maria");
  expect((await sue("GET", `/queue?companyId=${company.id}`)).body).toEqual([]);
  // To an administrator the parameter says nothing: it is her own company that she sees.
  expect((await ana("GET", `/users/list?companyId=${company.id}`)).body.map((each: { name: string }) => each.name))
    .toContain("Bruno Tavares");
  expect((await ana("GET", `/queue?companyId=${company.id}`)).body).toHaveLength(3);
  expect(name).toBe(company.name);
});

test("a super user deletes a user of any company by its number, and nobody else one that is not their own", async () => {
  const { body: { id: wide } } = await sue("POST", "/plans", { name: "Amplo", value: 10 });
  const company = await aCompany({ planId: wide });
  const add = async (name: string) =>
    (await sue("POST", "/users", {
      ...{ name, email: `${name}${company.id}@empresa.test`, password: "senha-da-eva-9", profile: "user" },
      companyId: company.id,
    })).body.id;
  // A number that nobody has in Aurora.
  for (const name of ["Rui", "Lia", "Ivo", "Noa"]) await add(name);
  const id = await add("Eva");
  const names = async () =>
    (await sue("GET", `/users/list?companyId=${company.id}`)).body.map(({ name }: { name: string }) => name);
  expect((await ana("DELETE", `/users/${id}?companyId=${company.id}`)).status).toBe(404);
  expect(await names()).toContain("Eva");
  expect((await sue("DELETE", `/users/${id}?companyId=${company.id}`)).status).toBe(200);
  expect(await names()).not.toContain("Eva");
});
