import { milliseconds } from "date-fns/milliseconds";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { application } from "../app/application.ts";
import { addCompany } from "../companies/companies.ts";
import { companyTable } from "../companies/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { setting } from "../settings/settings.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { loginTable } from "../users/table.ts";
import { setUpLines } from "./address.ts";
import { forgetWrongSecrets, openSetUp } from "./secret.ts";

const WORDS = "sete-abacaxis-no-varal";
const person = { name: "Lia Prado", email: "lia@ponte.example", password: WORDS };
const form = { provider: "Ponte Digital", person, company: null, language: "pt", timeZone: "America/Bahia" };
const customers = { name: "Padaria Aurora", admin: { name: "Ana Ribeiro", email: "ana@aurora.example" } };

let folder: string, tenants: Tenants, app: ReturnType<typeof application>, secret: string;
beforeEach(async () => {
  folder = await Deno.makeTempDir({ prefix: "balcao-set-up-" });
  tenants = new Tenants(folder);
  app = application(tenants, new Supervisor(tenants), { demo: false });
  secret = openSetUp(tenants, new Date())!;
  forgetWrongSecrets();
});
afterEach(async () => {
  vi.useRealTimers();
  tenants.close();
  await Deno.remove(folder, { recursive: true });
});

async function post(path: string, body: object, { token }: { token?: string } = {}) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await app.request(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}
const show = (of = secret) => post("/set-up/address", { secret: of });
const begin = (is: object = {}, of = secret) => post("/set-up", { ...form, ...is, secret: of });
const companies = () => tenants.provider.read.select().from(companyTable).all();
const wrong = () => crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });

test("the provider's own company is the first: its super user is in, administers it, and begins with the number", async () => {
  expect((await show()).status).toBe(200);
  const { status, body } = await begin();
  expect([status, body.company]).toEqual([200, null]);
  expect(body.user).toMatchObject({ name: "Lia Prado", super: true, profile: "admin", language: "pt" });
  expect(body.user.company).toMatchObject({ name: "Ponte Digital", timeZone: "America/Bahia", dueDate: null });
  expect(body.user.company.settings).toContainEqual({ key: "firstSteps", value: "new" });
  expect(companies()).toMatchObject([{ isProviders: true, isActive: true, removedAt: null, email: person.email }]);
  const { body: { token } } = await post("/auth/login", { email: person.email, password: WORDS });
  const { entries } = await (await app.request("/api/audit", { headers: { authorization: `Bearer ${token}` } })).json();
  expect(entries.slice(-1)).toMatchObject([{ what: "setUp.begin", who: "Lia Prado" }]);
});

test("a customer's company is the first: its administrator chooses a password by the link, and administers it alone", async () => {
  const { body } = await begin({ company: customers });
  expect(body.company).toMatchObject({ name: "Padaria Aurora", email: "ana@aurora.example" });
  expect(companies()).toMatchObject([
    { name: "Ponte Digital", isProviders: true, timeZone: "America/Bahia" },
    {
      name: "Padaria Aurora",
      isProviders: false,
      isActive: true,
      email: "ana@aurora.example",
      timeZone: "America/Bahia",
    },
  ]);
  const use = { token: body.company.link.token, password: "pao-na-chapa-com-cafe" };
  await app.request("/api/auth/password-link", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(use),
  });
  const { body: ana } = await post("/auth/login", { email: "ana@aurora.example", password: use.password });
  expect(ana.user).toMatchObject({ super: false, profile: "admin", companyId: body.company.id });
  const acting = await post(`/companies/${body.company.id}/act`, {}, { token: body.token });
  expect(acting.body.user.company.settings).toContainEqual({ key: "firstSteps", value: "new" });
});

test("beside a company that a command has made, in which nobody logs in, it is set up all the same, by another name", async () => {
  addCompany(tenants, { name: "Ponte Digital" }, new Date());
  expect((await show()).status).toBe(200);
  expect(openSetUp(tenants, new Date())).toBeDefined();
  secret = openSetUp(tenants, new Date())!;
  expect(await begin()).toMatchObject({
    status: 409,
    body: { error: "ERR_DUPLICATED_NAME", fields: { provider: "taken" } },
  });
  const taken = { ...customers, name: "ponte  digital" };
  expect(await begin({ provider: "Outra Ponte", company: taken })).toMatchObject({
    body: { error: "ERR_DUPLICATED_NAME", fields: { "company.name": "taken" } },
  });
  expect(companies()).toHaveLength(1);
  expect((await begin({ provider: "Outra Ponte" })).body.user).toMatchObject({ super: true });
  expect(companies()).toMatchObject([{ name: "Ponte Digital", isProviders: false }, { isProviders: true }]);
});

test("the address works once", async () => {
  await begin();
  for (const answer of [await show(), await begin(), await show(wrong())]) {
    expect([answer.status, answer.body]).toEqual([409, { error: "ERR_SET_UP_DONE" }]);
  }
  expect(openSetUp(tenants, new Date())).toBeUndefined();
  expect(companies()).toHaveLength(1);
});

test("of two who set it up at once one is first, and the other leaves nothing", async () => {
  const answers = await Promise.all([begin(), begin({ provider: "Outra", company: customers })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(companies().every(({ removedAt }) => removedAt === null)).toBe(true);
  expect(tenants.ids()).toEqual(companies().map(({ id }) => id));
  expect(tenants.provider.read.select().from(loginTable).all().filter(({ isSuper }) => isSuper)).toHaveLength(1);
});

test("a wrong secret, one of an earlier start and one that is a day old are good for nothing", async () => {
  expect([(await show(wrong())).body, (await begin({}, wrong())).body]).toEqual([
    { error: "ERR_NO_SET_UP_FOUND" },
    { error: "ERR_NO_SET_UP_FOUND" },
  ]);
  const before = secret;
  secret = openSetUp(tenants, new Date())!;
  expect([(await show(before)).status, (await show()).status]).toEqual([404, 200]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds({ hours: 24 }) });
  expect((await begin()).body).toEqual({ error: "ERR_NO_SET_UP_FOUND" });
  expect(companies()).toEqual([]);
});

test("whoever tries secrets is stopped after ten, also with the right one", async () => {
  for (let nth = 0; nth < 10; nth++) expect((await show(wrong())).status).toBe(404);
  const { status, body } = await show();
  expect([status, body.error]).toEqual([429, "ERR_TOO_MANY_REQUESTS"]);
  expect(body.detail.seconds).toBeGreaterThan(0);
});

test("the bots of both companies speak the language of the set-up", async () => {
  await begin({ company: customers, language: "es" });
  const spoken = tenants.ids().map((id) => setting(tenants.company(id).read, "botLanguage"));
  expect(spoken).toEqual(["es", "es"]);
});

test.for<[string, object, object]>([
  ["no provider", { provider: " " }, { provider: "too_short" }],
  ["a password that everybody tries", { person: { ...person, password: "123456" } }, { password: "common" }],
  ["one's own name as password", { person: { ...person, password: "LiaPrado1" } }, { password: "own_words" }],
  ["no e-mail", { person: { ...person, email: "lia" } }, { "person.email": "invalid" }],
  ["a zone that there is not", { timeZone: "Mars/Base" }, { timeZone: "invalid" }],
  ["the provider's name for the customer", { company: { ...customers, name: "ponte  DIGITAL" } }, {
    "company.name": "taken",
  }],
  ["one address for both", { company: { ...customers, admin: { name: "Ana", email: person.email } } }, {
    "company.admin.email": "taken",
  }],
])("with %s it is refused, leaves nothing, and can be tried again", async ([, is, fields]) => {
  const { status, body } = await begin(is);
  expect([status, body.fields]).toEqual([400, fields]);
  expect([companies(), tenants.ids()]).toEqual([[], []]);
  expect((await begin()).status).toBe(200);
});

test("the login page of an empty server says so, and that of another does not", async () => {
  const page = async () => await (await app.request("/login")).text();
  if (!(await page()).includes("<html")) throw new Error("The pages are not built: make web/dist/index.html");
  expect(await page()).toContain(`<meta name="unset"`);
  expect(await page()).not.toContain(secret);
  await begin();
  expect(await page()).not.toContain(`<meta name="unset"`);
});

test("the printed lines name the address, for other machines that of this one, and the command line", () => {
  const lines = (host: string | undefined, address = "http://127.0.0.1:3000") =>
    setUpLines("SECRET", { address, host, folder: "./tenants" }, "192.168.0.7").join("\n");
  expect(lines("0.0.0.0")).toMatch(
    /^ {2}http:\/\/127\.0\.0\.1:3000\/setup#SECRET\n {2}http:\/\/192\.168\.0\.7:3000\/setup#SECRET {2}\(from another machine\)$/m,
  );
  expect(lines("127.0.0.1")).not.toContain("192.168.0.7");
  expect(lines(undefined, "https://desk.example/")).toContain("  https://desk.example/setup#SECRET\n");
  expect(lines(undefined)).toContain("balcao company add COMPANY --data ./tenants");
  expect(lines(undefined)).toContain("balcao user add COMPANY NAME EMAIL --super --data ./tenants");
});
