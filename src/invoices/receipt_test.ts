import { afterAll, beforeAll, expect, test } from "vitest";
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { companyOf, invoicesOf, setCompany, setProvider, subscribed } from "../testing/billing.ts";
import { mailTable } from "../mail/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { userTable } from "../users/table.ts";
import { mailReminders } from "./mail_reminders.ts";
import { makeInvoices } from "./make.ts";
import { confirmInvoice } from "./payments.ts";
import { confirmationFor, confirmEmail } from "../mail/confirmations.ts";
import { noteReminded, remindersDue } from "./reminders.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
});
afterAll(async () => await balcao.close());

const on = (day: string) => Date.parse(`${day}T15:00:00Z`);
const receipt = async (email: string, id: number) => {
  const token = await balcao.logIn(email);
  return await balcao.app.request(`/api/invoices/${id}/receipt`, { headers: { authorization: `Bearer ${token}` } });
};

/** What a page of ours prints: texts lie in hexadecimal in its deflated streams. */
function printed(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString("latin1"), texts: string[] = [];
  for (const found of raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const bytes = Buffer.from(found[1]!, "latin1");
    let page = "";
    try {
      page = inflateSync(bytes).toString("latin1");
    } catch {
      continue;
    }
    for (const [, hex] of page.matchAll(/<([0-9A-F]+)> Tj/g)) {
      texts.push(
        new TextDecoder("windows-1252").decode(Uint8Array.from(hex!.match(/../g)!, (two) => parseInt(two, 16))),
      );
    }
  }
  return texts.join("\n");
}

test("the receipt of a paid invoice says who paid what and when, with names of whatever letters", async () => {
  const { tenants, aurora } = balcao;
  const invoice = await subscribed(tenants, aurora.id, { value: 1234.5, dueDate: "2027-01-10", now: on("2027-01-01") });
  expect(await (await receipt("ana@aurora.test", invoice.id)).json()).toEqual({ error: "ERR_INVOICE_NOT_PAID" });
  setCompany(tenants, aurora.id, {
    billingName: "Padaria São João & Filhos – “Açaí” € 🥐 Łódź 東京 \u0007 ñandú",
    addressStreet: "Rua " + "dasFlores".repeat(30),
    addressCity: "Ribeirão Preto",
  });
  confirmInvoice(tenants, invoice.id, { by: { name: "Sue" }, note: "ok", now: on("2027-01-05") });
  const answer = await receipt("ana@aurora.test", invoice.id);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="recibo-${invoice.id}.pdf"`);
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  const pdf = new Uint8Array(await answer.arrayBuffer());
  expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe("%PDF-");
  const text = printed(pdf);
  for (
    const said of [`Recibo da fatura ${invoice.id}`, "10/01/2027", "05/01/2027 12:00", "10/02/2027", "Ribeirão Preto"]
  ) {
    expect(text).toContain(said);
  }
  expect(text.replace(/\s/g, " ")).toContain("R$ 1.234,50");
  expect(text.replace(/\s+/g, " ")).toContain("Padaria São João & Filhos – “Açaí” € ? ?ódz ?? ñandú".slice(0, 36));
});

test.each([
  ["en", "receipt", "Receipt of invoice", "Received from"],
  ["es", "recibo", "Recibo de la factura", "Recibido de"],
  ["pt", "recibo", "Recibo da fatura", "Recebido de"],
])("in %s it is written in the language in which it is asked for", async (language, file, title, payer) => {
  const [invoice] = invoicesOf(balcao.tenants, balcao.aurora.id);
  const ana = balcao.as("ana@aurora.test");
  expect((await ana("PUT", "/auth/language", { language })).status).toBe(200);
  expect((await ana("GET", "/auth/me")).body.language).toBe(language);
  const answer = await receipt("ana@aurora.test", invoice!.id);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${file}-${invoice!.id}.pdf"`);
  const text = printed(new Uint8Array(await answer.arrayBuffer()));
  for (const said of [`${title} ${invoice!.id}`, payer]) expect(text).toContain(said);
});

test("nobody else gets it: not another company, not a plain user, not a stranger", async () => {
  const [invoice] = invoicesOf(balcao.tenants, balcao.aurora.id);
  expect((await receipt("nina@norte.test", invoice!.id)).status).toBe(404);
  expect((await receipt("bruno@aurora.test", invoice!.id)).status).toBe(403);
  expect((await balcao.app.request(`/api/invoices/${invoice!.id}/receipt`)).status).toBe(401);
  expect((await receipt("ana@aurora.test", 999_999)).status).toBe(404);
  expect((await receipt("ana@aurora.test", 0)).status).toBe(404);
});

test("administrators are reminded five days before, on the day and after it, each time once", async () => {
  const { tenants, norte } = balcao, made = on("2027-01-01");
  const invoice = await subscribed(tenants, norte.id, { dueDate: "2027-01-10", now: made });
  const due = (day: string) => remindersDue(tenants, on(day));
  expect(due("2027-01-04")).toEqual([]);
  for (const [day, kind] of [["2027-01-05", "soon"], ["2027-01-10", "due"], ["2027-01-11", "late"]] as const) {
    expect(due(day)).toMatchObject([{
      kind,
      invoice: { id: invoice.id, value: 179 },
      company: { name: "Oficina Norte" },
      to: [{ name: "Nina Prates", email: "nina@norte.test", language: "pt" }],
    }]);
    tenants.provider.write((db) => noteReminded(db, due(day)[0]!, on(day)));
    expect(due(day)).toEqual([]);
  }
  expect(due("2027-03-01")).toEqual([]);
});

test("who has not confirmed their address is reminded once they have", async () => {
  const { tenants, norte } = balcao, now = on("2027-02-06"), { provider, keys } = tenants;
  setCompany(tenants, norte.id, { dueDate: "2027-02-10" });
  await makeInvoices(tenants, now);
  const due = () => remindersDue(tenants, now).filter(({ company }) => company.id === norte.id);
  const nina = { companyId: norte.id, userId: 1, email: "nina@norte.test" };
  expect(due()).toHaveLength(1);
  const link = provider.write((db) => confirmationFor(db, nina, { keys, now: new Date() }));
  expect(due()).toEqual([]);
  confirmEmail(tenants, link.split("#")[1]!, new Date());
  expect(due()).toMatchObject([{ to: [{ email: nina.email }] }]);
  provider.write((db) => void db.run(`delete from invoices where due_date = '2027-02-10'`));
});

test("nobody is reminded of what is paid, or when the company is suspended or removed", async () => {
  const { tenants, norte } = balcao;
  setCompany(tenants, norte.id, { dueDate: "2027-06-10" });
  await makeInvoices(tenants, on("2027-06-01"));
  const due = () => remindersDue(tenants, on("2027-06-09")).filter(({ company }) => company.id === norte.id);
  expect(due()).toHaveLength(1);
  for (const change of [{ isActive: false }, { removedAt: 1 }]) {
    setCompany(tenants, norte.id, change);
    expect(due()).toEqual([]);
    setCompany(tenants, norte.id, { isActive: true, removedAt: null });
  }
  const { id } = invoicesOf(tenants, norte.id).find(({ dueDate }) => dueDate === "2027-06-10")!;
  confirmInvoice(tenants, id, { by: { name: "Sue" }, note: "ok", now: on("2027-06-09") });
  expect(due()).toEqual([]);
});

test("the screen reminds of what is due within five days or past, and of nothing else", async () => {
  const { tenants, aurora } = balcao, ana = balcao.as("ana@aurora.test");
  const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
  setCompany(tenants, aurora.id, { timeZone: "UTC" });
  const shown = async () => (await ana("GET", "/invoices/reminder")).body.invoice;
  await subscribed(tenants, aurora.id, { dueDate: day(6), now: Date.now() });
  expect(await shown()).toBeNull();
  setCompany(tenants, aurora.id, { dueDate: day(5) });
  await makeInvoices(tenants, Date.now());
  expect(await shown()).toMatchObject({ dueDate: day(5) });
  expect(companyOf(tenants, aurora.id).dueDate).toBe(day(5));
  expect((await balcao.as("bruno@aurora.test")("GET", "/invoices/reminder")).status).toBe(403);
});

test("each administrator is reminded in the language that they use, and the one who was never here in Portuguese", async () => {
  const { tenants, norte } = balcao, { keys } = tenants;
  setProvider(tenants, { smtpHost: "smtp.balcao.test", siteAddress: "https://desk.test" });
  const emails = [["john@norte.test", "en"], ["juan@norte.test", "es"], ["rui@norte.test", null]] as const;
  norte.write((db) =>
    void db.insert(userTable).values(
      emails.map(([email, language]) => ({ name: "X", email, profile: "admin" as const, language, createdAt: 0 })),
    ).run()
  );
  await subscribed(tenants, norte.id, { dueDate: "2027-03-10", now: on("2027-03-01") });
  mailReminders(tenants, new Date(on("2027-03-10")));
  const mails = tenants.provider.read.select().from(mailTable).all().filter(({ address }) =>
    address.endsWith("@norte.test")
  ).map(({ address, language, content }) => ({
    ...{ address, language },
    subject: JSON.parse(Buffer.from(keys.unseal(content!)).toString()).subject as string,
  }));
  const due = {
    pt: "A fatura do Balcão vence em",
    en: "The Balcão invoice is due on",
    es: "La factura de Balcão vence el",
  };
  expect(mails.filter(({ language, subject }) => !subject.startsWith(due[language]))).toEqual([]);
  const wanted = emails.map(([address, language]) => ({ address, language: language ?? "pt" }));
  expect(mails.map(({ address, language }) => ({ address, language }))).toEqual(expect.arrayContaining(wanted));
});
