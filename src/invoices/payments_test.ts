import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Subscription } from "../contract/invoices.ts";
import { log } from "../platform/log.ts";
import { GatewayFault } from "../pix/gateway.ts";
import type { Recurrence } from "../shared/recurrence.ts";
import { aPlan, companyOf, invoicesOf, setCompany, setProvider, SmallBank, subscribed } from "../testing/billing.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { setBank } from "./bank.ts";
import { pixCodeFor } from "./charges.ts";
import { pollCharges } from "./poll.ts";
import { cancelInvoicesOf, renewInvoice } from "./make.ts";
import { noticePath } from "./notice.ts";
import { openQuestions } from "./questions.ts";
import { choosePlan, endUnpaidWishes } from "./subscription.ts";
import { renewalOf } from "./renewal.ts";
import { chargeTable, invoiceTable, paymentTable } from "./table.ts";
import { nothingNew } from "./news.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana, nina: typeof ana, sue: typeof ana;
let bank: SmallBank;
/** What the clock shows in these tests (ms). */
let now: number;

const HOUR = 3_600_000;
const today = () => new Date(now).toISOString().slice(0, 10);
const day = (by: number) => new Date(now + by * 24 * HOUR).toISOString().slice(0, 10);
const rows = <T extends typeof chargeTable | typeof paymentTable>(table: T) =>
  balcao.tenants.provider.read.select().from(table as typeof chargeTable).all() as unknown as T["$inferSelect"][];
const questions = () => openQuestions(balcao.tenants.provider.read);
const poll = () => pollCharges(balcao.tenants, () => now);
const dueDate = () => companyOf(balcao.tenants, balcao.aurora.id).dueDate;
const aurorasInvoices = () => invoicesOf(balcao.tenants, balcao.aurora.id);
const statuses = () => aurorasInvoices().map(({ status }) => status);
const pay = (invoiceId: number, rest: object = {}, who = ana) => who("POST", "/subscription", { invoiceId, ...rest });

beforeAll(async () => {
  balcao = await aBalcao();
  const emails = ["ana@aurora.test", "bruno@aurora.test", "nina@norte.test", "super@balcao.test"];
  [ana, bruno, nina, sue] = emails.map(balcao.as) as [typeof ana, typeof ana, typeof ana, typeof ana];
});
afterAll(async () => await balcao.close());
beforeEach(() => {
  const { tenants, aurora, norte } = balcao;
  now = Date.now();
  bank = new SmallBank(() => now);
  setBank(tenants, bank);
  tenants.provider.write((db) => {
    for (const table of [paymentTable, chargeTable, invoiceTable]) db.delete(table).run();
  });
  const zone = { timeZone: "UTC", recurrence: "MENSAL", removedAt: null, billingName: "" } as const;
  for (const { id } of [aurora, norte]) setCompany(tenants, id, { ...zone, planId: null, dueDate: null });
});

/** Aurora's invoice of 179 reais, due in so many days, with the charge that Ana got for it. */
async function charged({ inDays = 3, ...rest }: { inDays?: number; recurrence?: Recurrence } = {}) {
  const { tenants, aurora } = balcao;
  const invoice = await subscribed(tenants, aurora.id, { dueDate: day(inDays), now, ...rest });
  await pixCodeFor(tenants, aurora.id, invoice.id, now);
  return { invoice, txid: bank.asked.at(-1)!.txid };
}

describe("a Pix code for an invoice", () => {
  test("is for the invoice's amount, whatever the browser says; no card is kept or logged, who pays is", async () => {
    const { tenants, aurora } = balcao, invoice = await subscribed(tenants, aurora.id, { dueDate: day(3), now });
    const logged: unknown[] = [];
    const { warn, info, error } = log;
    for (const level of ["warn", "info", "error"] as const) log[level] = (...said: unknown[]) => void logged.push(said);
    const { status, body } = await pay(invoice.id, {
      firstName: "Ana",
      lastName: "Ribeiro",
      address2: "Rua das Flores, 10",
      city: "São Paulo",
      state: "SP",
      zipcode: "01310-100",
      country: "Brasil",
      useAddressForPaymentDetails: false,
      nameOnCard: "ANA RIBEIRO",
      cardNumber: "4111111111111111",
      cvv: "987",
      plan: JSON.stringify({ price: 0.01, users: 999, connections: 999 }),
      price: 0.01,
      users: 999,
      connections: 999,
    });
    Object.assign(log, { warn, info, error });
    expect([status, body]).toMatchObject([
      200,
      { qrcode: { qrcode: `pix-${bank.asked[0]!.txid}` }, kind: "charge", payee: null },
    ]);
    expect([body.valor.original, bank.asked.map(({ cents }) => cents)]).toEqual(["179.00", [17_900]]);
    expect(bank.asked[0]!.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
    expect(companyOf(tenants, aurora.id)).toMatchObject({
      billingName: "Ana Ribeiro",
      addressStreet: "Rua das Flores, 10",
      addressCity: "São Paulo",
      addressState: "SP",
      addressZipCode: "01310-100",
      addressCountry: "Brasil",
    });
    expect((await ana("GET", "/subscription")).body.billing).toMatchObject({ name: "Ana Ribeiro", country: "Brasil" });
    const stored = JSON.stringify(
      ["companies", "invoices", "charges", "payments"].map((table) =>
        tenants.provider.read.all(`select * from ${table}`)
      ),
    );
    for (const secret of ["4111111111111111", "987", "ANA RIBEIRO"]) {
      expect(JSON.stringify(logged)).not.toContain(secret);
      expect(stored).not.toContain(`"${secret}"`);
    }
  });

  test("ten who ask at once get one charge, and so does whoever asks again while it can be paid", async () => {
    const { tenants, aurora } = balcao, invoice = await subscribed(tenants, aurora.id, { dueDate: day(3), now });
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(invoice.id)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.qrcode.qrcode}`)).size).toBe(1);
    await pay(invoice.id);
    expect([bank.asked.length, bank.charges.size, rows(chargeTable).length]).toEqual([1, 1, 1]);
  });

  test("another company's invoice is none, a plain user gets none, a paid one needs none, and what is no id is refused", async () => {
    const { invoice } = await charged();
    await balcao.logIn("nina@norte.test");
    expect(await pay(invoice.id, {}, nina)).toMatchObject({ status: 404, body: { error: "ERR_NO_INVOICE_FOUND" } });
    expect((await nina("GET", `/invoices/${invoice.id}/receipt`)).status).toBe(404);
    expect(await pay(invoice.id, {}, bruno)).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
    expect((await pay(999_999)).status).toBe(404);
    for (const id of ["x", -1, 1.5, null, { id: 1 }]) expect((await pay(id as number)).status).toBe(400);
    bank.pay(bank.asked[0]!.txid);
    now += 61_000;
    await poll();
    expect(await pay(invoice.id)).toMatchObject({ status: 409, body: { error: "ERR_INVOICE_NOT_OPEN" } });
  });

  test("without anything set there is none; a bank that does not answer is said, and asked for the same charge again", async () => {
    const { tenants, aurora } = balcao, invoice = await subscribed(tenants, aurora.id, { dueDate: day(3), now });
    setBank(tenants, undefined);
    expect(await pay(invoice.id)).toMatchObject({ status: 409, body: { error: "ERR_PIX_NOT_SET_UP" } });
    setBank(tenants, bank);
    bank.fault = new GatewayFault("unreachable", "no answer");
    expect(await pay(invoice.id)).toMatchObject({ status: 502, body: { error: "ERR_BANK_UNREACHABLE" } });
    expect(rows(chargeTable)).toMatchObject([{ state: "asked", attempt: 1 }]);
    bank.fault = undefined;
    expect((await pay(invoice.id)).status).toBe(200);
    expect(new Set(bank.asked.map(({ txid }) => txid)).size).toBe(1);
  });

  test("with only a Pix key it is the static code, which names the amount and the invoice, and a super user confirms", async () => {
    const { tenants, aurora } = balcao, invoice = await subscribed(tenants, aurora.id, { dueDate: day(3), now });
    setBank(tenants, undefined);
    const settings = { pixGateway: "key", pixKey: "oi@ponte.test", pixName: "Ponte Digital", pixCity: "São Paulo" };
    setProvider(tenants, settings);
    const { body } = await pay(invoice.id);
    expect(body).toMatchObject({
      kind: "static",
      payee: "Ponte Digital",
      valor: { original: "179.00" },
      createdAt: null,
      expiresAt: null,
    });
    expect(body.qrcode.qrcode).toContain("5406179.00");
    expect(body.qrcode.qrcode).toContain(`FATURA${invoice.id}`);
    expect(rows(chargeTable)).toEqual([]);
    expect((await sue("POST", `/invoices/${invoice.id}/confirm`, { note: "Caiu na conta" })).body.status).toBe("paid");
    setProvider(tenants, { pixGateway: "", pixKey: "", pixName: "", pixCity: "" });
  });

  test("killed between the bank's charge and our row, the clock finds the charge, and the next press uses it", async () => {
    const { tenants, aurora } = balcao, invoice = await subscribed(tenants, aurora.id, { dueDate: day(3), now });
    // The bank has it, and its answer never came here.
    bank.fault = new GatewayFault("unreachable", "cut in the middle");
    await pay(invoice.id);
    bank.fault = undefined;
    const [{ txid }] = rows(chargeTable) as [typeof chargeTable.$inferSelect];
    now += 61_000;
    await poll();
    expect(rows(chargeTable)).toMatchObject([{ txid, state: "open", pixCode: `pix-${txid}` }]);
    expect((await pay(invoice.id)).body.qrcode.qrcode).toBe(`pix-${txid}`);
    expect(bank.charges.size).toBe(1);
  });

  test("one that has run out is followed by another, and so is one that is somebody else's at the bank", async () => {
    const { invoice, txid } = await charged();
    now += 23.9 * HOUR;
    await pixCodeFor(balcao.tenants, balcao.aurora.id, invoice.id, now);
    expect(rows(chargeTable)).toHaveLength(2);
    const [, second] = rows(chargeTable).toSorted((one, other) => one.attempt - other.attempt);
    expect([second!.attempt, second!.txid === txid]).toEqual([2, false]);
    balcao.tenants.provider.write((db) => void db.delete(chargeTable).run());
    bank.charges.get(txid)!.cents = 1;
    expect(await pixCodeFor(balcao.tenants, balcao.aurora.id, invoice.id, now)).toMatchObject({ cents: 17_900 });
    expect(rows(chargeTable).find((row) => row.txid === txid)).toMatchObject({ state: "removed" });
  });

  test("cancelled while the bank was making its charge, that one is taken back", async () => {
    const { tenants, aurora } = balcao, invoice = await subscribed(tenants, aurora.id, { dueDate: day(3), now });
    bank.before = async () => {
      bank.before = undefined;
      setCompany(tenants, aurora.id, { dueDate: day(9) });
      renewInvoice(tenants, aurora.id, now);
    };
    await expect(pixCodeFor(tenants, aurora.id, invoice.id, now)).rejects.toMatchObject({
      code: "ERR_INVOICE_NOT_OPEN",
    });
    await poll();
    expect([...bank.charges.values()]).toMatchObject([{ state: "removed" }]);
  });
});

describe("another bank", () => {
  test("makes a charge of its own; the one before still counts, and is asked of and taken back by the bank that made it", async () => {
    const { tenants, aurora } = balcao, { invoice, txid } = await charged();
    const other = new SmallBank(() => now);
    setBank(tenants, other, "the other bank");
    const { body } = await pay(invoice.id);
    const own = other.asked.at(-1)!.txid;
    expect([body.qrcode.qrcode, own === txid]).toEqual([`pix-${own}`, false]);
    // Whoever asks again gets the same one again.
    expect((await pay(invoice.id)).body.qrcode.qrcode).toBe(`pix-${own}`);
    now += 61_000;
    await poll();
    expect([bank.lookedUp, other.lookedUp]).toEqual([[txid], [own]]);
    bank.pay(txid);
    now += 61_000;
    await poll();
    expect(aurorasInvoices().find(({ id }) => id === invoice.id)!.status).toBe("paid");
    await poll();
    expect([bank.cancelled, other.cancelled]).toEqual([[], [own]]);
    const states = rows(chargeTable).map((row) => [row.txid, row.state]);
    expect(Object.fromEntries(states)).toEqual({ [txid]: "paid", [own]: "removed" });
    expect(companyOf(tenants, aurora.id).dueDate).toBe(
      aurorasInvoices().find(({ id }) => id === invoice.id)!.renewedTo,
    );
  });

  test("that is away keeps nobody from asking the others, and without any set the one before is asked", async () => {
    const { tenants, norte } = balcao, { txid } = await charged();
    const other = new SmallBank(() => now);
    setBank(tenants, other, "the other bank");
    const others = await subscribed(tenants, norte.id, { dueDate: day(4), now });
    await pixCodeFor(tenants, norte.id, others.id, now);
    bank.fault = new GatewayFault("unreachable", "away");
    now += 61_000;
    await poll();
    expect([bank.lookedUp.length, other.lookedUp.length]).toEqual([1, 1]);
    setBank(tenants, undefined);
    bank.fault = undefined;
    bank.pay(txid);
    now += 61_000;
    await poll();
    expect(statuses()[0]).toBe("paid");
  });
});

describe("a paid invoice", () => {
  test("renews its company once, however often and in whatever order the bank's word comes; everybody learns of it", async () => {
    const { invoice, txid } = await charged({ inDays: 3 });
    const heard = balcao.listenAs(balcao.aurora, "Bruno"), payer = balcao.listenAs(balcao.aurora, "Ana");
    const others = balcao.listenAs(balcao.norte, "Otto"),
      supers = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
    const before = companyOf(balcao.tenants, balcao.aurora.id);
    const then = renewalOf(before, invoice, today()).dueDate;
    bank.pay(txid);
    const path = noticePath(balcao.tenants).slice("/api".length);
    for (const each of [path, `${path}/pix`, path]) {
      expect((await balcao.send(undefined, "POST", each, { pix: [{ txid, valor: "0.01" }, { txid }] })).status).toBe(
        200,
      );
      now += 61_000;
      await poll();
    }
    expect(dueDate()).toBe(then);
    expect(aurorasInvoices()).toMatchObject([{ status: "paid", renewedTo: then }]);
    expect(rows(paymentTable)).toMatchObject([{ kind: "paid", cents: 17_900, invoiceId: invoice.id }]);
    expect(questions()).toEqual([]);
    expect(heard).toEqual([{ name: "payment", payload: { action: "CONCLUIDA", company: { dueDate: then } } }]);
    expect(payer.map(({ name }) => name).sort()).toEqual(["invoice", "payment"]);
    expect(supers.map(({ name }) => name)).toContain("providerInvoice");
    expect(others).toEqual([]);
    // Whoever has the company's form open does not set the old date again.
    expect(companyOf(balcao.tenants, balcao.aurora.id).revision).toBe(before.revision + 1);
  });

  test.each(
    [
      ["in time", { dueDate: "2026-12-10", dueDay: 10 }, "MENSAL", "2026-12-08", "2027-01-10"],
      ["on the day", { dueDate: "2026-12-10", dueDay: 10 }, "ANUAL", "2026-12-10", "2027-12-10"],
      [
        "in a short month it keeps the 31st",
        { dueDate: "2027-02-28", dueDay: 31 },
        "MENSAL",
        "2027-02-20",
        "2027-03-31",
      ],
      ["and of that one", { dueDate: "2027-03-31", dueDay: 31 }, "MENSAL", "2027-03-20", "2027-04-30"],
      [
        "forty days late it is a whole month from then on",
        { dueDate: "2026-10-10", dueDay: 10 },
        "MENSAL",
        "2026-11-19",
        "2026-12-19",
      ],
      ["late by a day", { dueDate: "2026-12-10", dueDay: 10 }, "TRIMESTRAL", "2026-12-11", "2027-03-11"],
      ["where nobody has said the day", { dueDate: "2026-12-10", dueDay: null }, "MENSAL", "2026-12-01", "2027-01-10"],
    ] as const,
  )("%s", (_, company, recurrence, paidOn, then) => {
    expect(renewalOf(company, { dueDate: company.dueDate, recurrence }, paidOn).dueDate).toBe(then);
  });

  test("of a year pays for a year, and late by forty days the company is not overdue any more", async () => {
    const { txid } = await charged({ inDays: -40, recurrence: "ANUAL" });
    bank.pay(txid);
    now += 61_000;
    await poll();
    expect(dueDate()).toBe(`${Number(today().slice(0, 4)) + 1}${today().slice(4)}`);
  });

  test("is counted from the day it was paid, when the clock had jumped a year ahead", async () => {
    const { invoice, txid } = await charged();
    const then = renewalOf(companyOf(balcao.tenants, balcao.aurora.id), invoice, today()).dueDate;
    bank.pay(txid, { at: now });
    now += 365 * 24 * HOUR;
    await poll();
    expect([dueDate(), statuses()[0]]).toEqual([then, "paid"]);
  });

  test("is found out by the clock when no notice comes: each minute, after an hour each hour, and two days longer than it lives", async () => {
    await charged();
    const began = now;
    const asked: number[] = [];
    for (; now < began + 80 * HOUR; now += 10_000) {
      const before = bank.lookedUp.length;
      await poll();
      if (bank.lookedUp.length > before) asked.push(Math.round((now - began) / 60_000));
    }
    expect(asked.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, nth) => nth + 1));
    expect(asked.slice(60, 63).map((minute) => Math.round(minute / 60))).toEqual([2, 3, 4]);
    expect(asked).toContain(24 * 60);
    expect(Math.floor(asked.at(-1)! / 60)).toBe(72);
    expect(rows(chargeTable)).toMatchObject([{ state: "expired", nextPollAt: null }]);
  });

  test("a clock that was set back still asks", async () => {
    const { txid } = await charged();
    now -= 30 * 24 * HOUR;
    bank.pay(txid);
    await poll();
    expect(statuses()).toEqual(["paid"]);
  });

  test("a bank that refuses to take a charge back is asked later each time and in the end no more, and it is logged once", async () => {
    const { tenants, aurora } = balcao;
    await charged();
    setCompany(tenants, aurora.id, { dueDate: day(9) });
    renewInvoice(tenants, aurora.id, now);
    bank.fault = new GatewayFault("refused", "it is not yours");
    const began = now, asked: number[] = [], logged: string[] = [], { warn } = log;
    log.warn = (said: string) => void logged.push(said);
    for (; now < began + 10 * 24 * HOUR; now += 60_000) {
      const before = bank.cancelled.length;
      await poll();
      if (bank.cancelled.length > before) asked.push(Math.round((now - began) / 60_000));
    }
    log.warn = warn;
    expect(asked.slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(Math.floor(asked.at(-1)! / 60 / 24)).toBe(8);
    expect(logged).toEqual(["The bank did not say how a charge stands"]);
    expect(rows(chargeTable)).toMatchObject([{ state: "expired", nextPollAt: null }]);
  });

  test("a clock that is a year ahead for a while ends no charge", async () => {
    const { invoice, txid } = await charged(), then = now;
    now += 365 * 24 * HOUR;
    await poll();
    expect(rows(chargeTable)).toMatchObject([{ state: "expired", nextPollAt: null }]);
    now = then + 61_000;
    await poll();
    expect(rows(chargeTable)).toMatchObject([{ state: "open" }]);
    bank.pay(txid);
    now += 61_000;
    await poll();
    expect(aurorasInvoices().find(({ id }) => id === invoice.id)!.status).toBe("paid");
  });

  test("a bank that is away is asked about nothing more in this run; one fault stops no other charge", async () => {
    const { tenants, aurora, norte } = balcao;
    await charged();
    const other = await subscribed(tenants, norte.id, { dueDate: day(2), now });
    await pixCodeFor(tenants, norte.id, other.id, now);
    now += 61_000;
    bank.fault = new GatewayFault("unreachable", "away");
    await poll();
    expect(bank.lookedUp).toHaveLength(1);
    bank.fault = new GatewayFault("senseless", "what?");
    now += 61_000;
    await poll();
    expect(bank.lookedUp).toHaveLength(3);
    bank.fault = undefined;
    for (const { txid } of rows(chargeTable)) bank.pay(txid);
    now += 61_000;
    await poll();
    expect([aurora, norte].map(({ id }) => invoicesOf(tenants, id)[0]!.status)).toEqual(["paid", "paid"]);
  });

  test("killed between the bank's payment and our row, it counts once when we are back", async () => {
    const { txid } = await charged();
    bank.pay(txid);
    now += 61_000;
    // The transaction as a whole did not happen.
    const { write } = balcao.tenants.provider;
    balcao.tenants.provider.write = (work) =>
      write((db) => {
        const done = work(db);
        if (rows(paymentTable).length === 0 && db.select().from(paymentTable).all().length > 0) {
          throw new Error("killed");
        }
        return done;
      });
    await expect(poll()).rejects.toThrow("killed");
    balcao.tenants.provider.write = write;
    expect([rows(paymentTable), statuses()]).toEqual([[], ["open"]]);
    now += 61_000;
    await poll();
    expect([rows(paymentTable).length, statuses()]).toEqual([1, ["paid"]]);
  });

  test("shows the provider, and nobody else, what came for it and what was decided", async () => {
    const { invoice, txid } = await charged();
    const endToEndId = bank.pay(txid, { cents: 100 });
    now += 61_000;
    await poll();
    const { id } = questions()[0]!;
    await sue("POST", `/invoices/questions/${id}`, { decision: "refund", note: "Devolvido hoje" });
    await sue("POST", `/invoices/${invoice.id}/confirm`, { note: "Veio por TED" });
    const { body } = await sue("GET", `/invoices/${invoice.id}/payments`);
    expect(body.payments).toMatchObject([
      { kind: "short", value: 1, endToEndId, decision: "refund", decidedBy: "Suporte Balcão", note: "Devolvido hoje" },
      { kind: "by_hand", value: 179, endToEndId: null, decidedBy: "Suporte Balcão", note: "Veio por TED" },
    ]);
    expect((await ana("GET", `/invoices/${invoice.id}/payments`)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await sue("GET", "/invoices/999999/payments")).body.error).toBe("ERR_NO_INVOICE_FOUND");
  });

  test("confirmed by hand with a note it is as good as paid, and its charge is taken back", async () => {
    const { invoice, txid } = await charged();
    const then = renewalOf(companyOf(balcao.tenants, balcao.aurora.id), invoice, today()).dueDate;
    const confirm = (note: string, who = sue) => who("POST", `/invoices/${invoice.id}/confirm`, { note });
    expect((await confirm("Ok", ana)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await confirm(" ")).body.fields).toEqual({ note: "required" });
    expect((await confirm("Extrato de hoje")).body).toMatchObject({ status: "paid", renewedTo: then });
    expect(await confirm("Outra vez")).toMatchObject({ status: 409, body: { error: "ERR_INVOICE_NOT_OPEN" } });
    expect(rows(paymentTable)).toMatchObject([
      { kind: "by_hand", note: "Extrato de hoje", decidedBy: "Suporte Balcão", endToEndId: null },
    ]);
    now = Date.now();
    await poll();
    expect([dueDate(), bank.cancelled, rows(chargeTable)[0]!.state]).toEqual([then, [txid], "removed"]);
  });
});

describe("money that is not as it should be is noted, moves nothing, and a super user decides", () => {
  const decide = (id: number, decision: string, who = sue) =>
    who("POST", `/invoices/questions/${id}`, { decision, note: "Falamos por telefone" });

  test.each([["short", 17_899], ["short", 1], ["over", 17_901]] as const)(
    "too little or too much (%s, %i): accepted, the invoice is paid",
    async (kind, cents) => {
      const { invoice, txid } = await charged(), old = dueDate();
      const supers = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
      bank.pay(txid, { cents });
      now += 61_000;
      await poll();
      expect([dueDate(), statuses()]).toEqual([old, ["open"]]);
      const [question] = (await sue("GET", "/invoices/questions")).body.questions;
      expect(question).toMatchObject({
        kind,
        value: cents / 100,
        invoice: { id: invoice.id, company: { name: "Padaria Aurora" } },
        choices: ["accept", "refund", "dismiss"],
      });
      expect(supers).toMatchObject([{ name: "paymentQuestion", payload: { action: "update", record: { kind } } }]);
      expect((await decide(question.id, "accept", ana)).status).toBe(403);
      expect((await decide(question.id, "credit")).body.fields).toEqual({ decision: "invalid" });
      expect((await decide(question.id, "accept")).status).toBe(200);
      expect([dueDate()! > old!, statuses(), questions()]).toEqual([true, ["paid"], []]);
      expect((await decide(question.id, "accept")).body.error).toBe("ERR_PAYMENT_DECIDED");
      expect(rows(paymentTable)).toMatchObject([
        { kind, decision: "accept", decidedBy: "Suporte Balcão", note: "Falamos por telefone" },
      ]);
    },
  );

  test("twice: the second moves nothing; credited, the due date moves once more", async () => {
    const { txid } = await charged(), first = bank.pay(txid);
    bank.pay(txid, { at: now + 1 });
    // The bank repeats itself.
    bank.pay(txid, { endToEndId: first });
    now += 61_000;
    await poll();
    const paid = dueDate()!;
    expect(rows(paymentTable).map(({ kind }) => kind)).toEqual(["paid", "twice"]);
    const [question] = questions();
    expect(question!.choices).toEqual(["credit", "refund", "dismiss"]);
    await decide(question!.id, "credit");
    const [, month] = paid.split("-").map(Number), [, next] = dueDate()!.split("-").map(Number);
    expect(next! % 12).toBe((month! + 1) % 12);
    expect(questions()).toEqual([]);
  });

  test("two charges of one invoice that are both paid are one invoice and one question", async () => {
    const { invoice, txid } = await charged();
    now += 23.9 * HOUR;
    await pixCodeFor(balcao.tenants, balcao.aurora.id, invoice.id, now);
    const second = bank.asked.at(-1)!.txid;
    for (const each of [second, txid]) bank.pay(each);
    now += HOUR;
    await poll();
    expect([statuses(), rows(paymentTable).map(({ kind }) => kind).sort()]).toEqual([["paid"], ["paid", "twice"]]);
  });

  test("on a charge that was taken back: nothing moves, and a refund is only noted", async () => {
    const { txid } = await charged({ inDays: 3 });
    setCompany(balcao.tenants, balcao.aurora.id, { dueDate: day(9) });
    renewInvoice(balcao.tenants, balcao.aurora.id, now);
    // Paid before the bank has taken it back.
    bank.pay(txid);
    await poll();
    expect([dueDate(), statuses()]).toEqual([day(9), ["cancelled", "open"]]);
    const [question] = questions();
    expect(question).toMatchObject({ kind: "on_cancelled", choices: ["credit", "refund", "dismiss"] });
    await decide(question!.id, "refund");
    expect([dueDate(), questions()]).toEqual([day(9), []]);
  });

  test("a company that is removed while it pays: the money is noted, the company not renewed", async () => {
    const { tenants, aurora } = balcao, { txid } = await charged(), old = dueDate();
    setCompany(tenants, aurora.id, { removedAt: now });
    tenants.provider.write((db) => cancelInvoicesOf(db, aurora.id, { now, news: nothingNew() }));
    bank.pay(txid);
    await poll();
    expect([dueDate(), statuses(), questions()]).toMatchObject([old, ["cancelled"], [
      { kind: "on_cancelled", choices: ["refund", "dismiss"] },
    ]]);
    // Also when nobody has said that it is removed.
    setCompany(tenants, aurora.id, { removedAt: null, dueDate: day(4) });
    const other = await charged({ inDays: 4 });
    setCompany(tenants, aurora.id, { removedAt: now });
    bank.pay(other.txid);
    now += 61_000;
    await poll();
    expect([dueDate(), questions().length]).toEqual([day(4), 2]);
    setCompany(tenants, aurora.id, { removedAt: null });
  });

  test("credit for a double payment cancels the open invoice of a date that is not due any more", async () => {
    const { invoice, txid } = await charged({ inDays: -15 });
    bank.pay(txid, { at: now });
    bank.pay(txid, { at: now + 1 });
    now += 61_000;
    await poll();
    setCompany(balcao.tenants, balcao.aurora.id, { dueDate: day(10) });
    renewInvoice(balcao.tenants, balcao.aurora.id, now);
    expect(statuses()).toEqual(["paid", "open"]);
    await decide(questions()[0]!.id, "credit");
    expect(statuses()).toEqual(["paid", "cancelled"]);
    expect(aurorasInvoices()[0]!.id).toBe(invoice.id);
  });

  test("a payment that there is none of is not found", async () => {
    expect((await decide(999_999, "dismiss")).body.error).toBe("ERR_NO_PAYMENT_FOUND");
  });
});

describe("a bank's notice", () => {
  test("false ones change nothing: nothing in it is believed, old ones repeat nothing, foreign ones ask nobody", async () => {
    const { txid } = await charged(), old = dueDate();
    const path = noticePath(balcao.tenants);
    const notice = (body: BodyInit, at = path, headers = {}) =>
      balcao.app.request(at, { method: "POST", body, headers });
    const odd = [
      "",
      "null",
      "[]",
      "{",
      '"pix"',
      '{"pix":null}',
      '{"pix":[null,1,{"txid":{}}]}',
      '{"evento":"teste_webhook"}',
      JSON.stringify({ pix: [{ txid: "FATURA1x1xdeadbeefdeadbeefdeadbeef", valor: "179.00", endToEndId: "E1" }] }),
      "x".repeat(300_000),
      new Uint8Array([0xff, 0xfe, 0]),
    ];
    for (const body of odd) {
      for (const at of [path, `${path}/pix`]) expect((await notice(body, at)).status).toBe(200);
    }
    expect(bank.lookedUp).toEqual([]);
    // Ours by name, but the bank knows of no payment.
    await notice(JSON.stringify({ pix: [{ txid, valor: "179.00", endToEndId: "E1" }] }), path, {
      origin: "https://bank.example",
    });
    await until(() => bank.lookedUp.length > 0);
    await poll();
    expect([dueDate(), statuses(), rows(paymentTable)]).toEqual([old, ["open"], []]);
  });

  test("is heard only at the secret address, which is the same as ever and only the provider knows", async () => {
    const path = noticePath(balcao.tenants);
    expect(noticePath(balcao.tenants)).toBe(path);
    expect(path.split("/").at(-1)!.length).toBeGreaterThan(40);
    expect((await sue("GET", "/invoices/notice-path")).body).toEqual({ path });
    const token = path.split("/").at(-1)!;
    expect(JSON.stringify(balcao.tenants.provider.read.all("select * from provider_settings"))).not.toContain(token);
    for (const wrong of ["x", token.slice(1), `${token}x`]) {
      for (const end of ["", "/pix"]) {
        expect((await balcao.app.request(`/api/pix/notice/${wrong}${end}`, { method: "POST", body: "{}" })).status)
          .toBe(404);
      }
    }
  });

  test("too many of them from one place are put off", async () => {
    const other = await aBalcao();
    try {
      const path = noticePath(other.tenants);
      const send = async () => (await other.app.request(path, { method: "POST", body: "{}" }));
      let last = await send();
      for (let nth = 0; nth < 300; nth++) last = await send();
      expect([last.status, Number(last.headers.get("retry-after")) > 0]).toEqual([429, true]);
    } finally {
      await other.close();
    }
  });
});

describe("the subscription", () => {
  test("says when the trial ends, what there is to choose, and whom to ask", async () => {
    const { tenants, aurora, provider } = balcao;
    setCompany(tenants, provider.id, { email: "oi@ponte.test", phone: "5511999990000" });
    const cheap = aPlan(tenants, 10, "Barato"), free = aPlan(tenants, 0, "Grátis");
    setCompany(tenants, aurora.id, {
      planId: cheap,
      dueDate: day(40),
      trialExpiration: day(3),
      email: "conta@aurora.test",
    });
    const { body } = await ana("GET", "/subscription");
    expect(body).toMatchObject({
      trialExpiration: day(3),
      dueDate: day(40),
      email: "conta@aurora.test",
      plan: { name: "Barato", value: 10 },
      wantedPlan: null,
      openInvoice: null,
      provider: { name: "Balcão", email: "oi@ponte.test", phone: "5511999990000" },
    });
    expect(body.offers.map(({ id }: { id: number }) => id)).not.toContain(free);
    expect((await bruno("GET", "/subscription")).status).toBe(403);
  });

  test("a plan that is chosen comes with the next payment, and its invoice at once where one is open", async () => {
    const { tenants, aurora } = balcao, large = aPlan(tenants, 500, `Grande ${now}`);
    const { invoice } = await charged(), { planId } = companyOf(tenants, aurora.id);
    const { body } = await ana("PUT", "/subscription", { planId: large, firstName: "Ana Ribeiro", city: "Osasco" });
    expect(body).toMatchObject({
      plan: { id: planId },
      wantedPlan: { id: large },
      openInvoice: { value: 500 },
      billing: { name: "Ana Ribeiro", city: "Osasco" },
    });
    expect([statuses(), companyOf(tenants, aurora.id).planId]).toEqual([["cancelled", "open"], planId]);
    await pixCodeFor(tenants, aurora.id, body.openInvoice.id, now);
    bank.pay(bank.asked.at(-1)!.txid);
    now += 61_000;
    await poll();
    expect(companyOf(tenants, aurora.id).planId).toBe(large);
    expect((await ana("GET", "/subscription")).body).toMatchObject({ plan: { id: large }, wantedPlan: null });
    // What was paid for stays what it was.
    expect(aurorasInvoices().map(({ id, cents }) => [id, cents])).toEqual([[invoice.id, 17_900], [
      body.openInvoice.id,
      50_000,
    ]]);
  });

  test("chosen back, all is as before; another plan given by the provider voids the choice", async () => {
    const { tenants, aurora } = balcao,
      large = aPlan(tenants, 500, `Maior ${now}`),
      given = aPlan(tenants, 70, `Dado ${now}`);
    await charged();
    const { planId } = companyOf(tenants, aurora.id);
    await ana("PUT", "/subscription", { planId: large });
    expect((await ana("PUT", "/subscription", { planId })).body).toMatchObject({
      wantedPlan: null,
      openInvoice: { value: 179 },
    });
    await ana("PUT", "/subscription", { planId: large });
    setCompany(tenants, aurora.id, { planId: given });
    renewInvoice(tenants, aurora.id, now);
    expect((await ana("GET", "/subscription")).body).toMatchObject({ wantedPlan: null, openInvoice: { value: 70 } });
  });

  test("a choice that another plan has voided stays void when the plan of then is given again, and blocks no plan", async () => {
    const { tenants, aurora } = balcao, wanted = aPlan(tenants, 500, `Quis ${now}`), given = aPlan(tenants, 70);
    await charged();
    const { planId } = companyOf(tenants, aurora.id);
    await ana("PUT", "/subscription", { planId: wanted });
    const shown = async () => (await sue("GET", `/plans/${wanted}`)).body.companies;
    // Nobody has it yet, but somebody has chosen it.
    expect(await shown()).toBe(0);
    expect((await sue("DELETE", `/plans/${wanted}`)).body).toMatchObject({ detail: { companies: 1 } });
    for (const each of [given, planId]) {
      setCompany(tenants, aurora.id, { planId: each });
      renewInvoice(tenants, aurora.id, now);
    }
    expect((await ana("GET", "/subscription")).body).toMatchObject({ wantedPlan: null, openInvoice: { value: 179 } });
    expect((await sue("DELETE", `/plans/${wanted}`)).status).toBe(200);
  });

  test("a company that is removed has chosen nothing any more", async () => {
    const { tenants } = balcao, plan = aPlan(tenants, 20), wanted = aPlan(tenants, 30);
    const { body: { company } } = await sue("POST", "/companies", {
      ...{ name: `Vai embora ${now}`, email: `vai${now}@empresa.test`, planId: plan, dueDate: day(3) },
    });
    choosePlan(tenants, company.id, { planId: wanted, billing: {}, now });
    expect((await sue("DELETE", `/plans/${wanted}`)).body.error).toBe("ERR_PLAN_IN_USE");
    await sue("DELETE", `/companies/${company.id}`);
    for (const each of [plan, wanted]) expect((await sue("DELETE", `/plans/${each}`)).status).toBe(200);
  });

  test("each offer says what the company has beyond it", async () => {
    const { tenants, aurora } = balcao, small = aPlan(tenants, 9);
    await charged();
    tenants.provider.write((db) =>
      db.run(`update plans set users = 2, queues = 0, connections = 50 where id = ${small}`)
    );
    const { offers } = (await ana("GET", "/subscription")).body as Subscription;
    expect(offers.find(({ id }) => id === small)!.excesses).toEqual([
      { what: "users", count: 3, limit: 2 },
      { what: "queues", count: 3, limit: 0 },
    ]);
    expect(offers.find(({ id }) => id === companyOf(tenants, aurora.id).planId)!.excesses).toEqual([]);
  });

  test("on a free plan another is chosen, with a due date and its invoice at once, and taken back while it is not paid", async () => {
    const { tenants, aurora } = balcao, free = aPlan(tenants, 0), plan = aPlan(tenants, 90);
    setCompany(tenants, aurora.id, { planId: free, dueDate: null });
    const { offers } = (await ana("GET", "/subscription")).body;
    expect(offers.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([free, plan]));
    const supers = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
    const { body } = await ana("PUT", "/subscription", { planId: plan });
    expect(body).toMatchObject({
      dueDate: day(3),
      wantedPlan: { id: plan },
      openInvoice: { value: 90, dueDate: day(3) },
    });
    expect(supers.map(({ name }) => name)).toEqual(["providerInvoice", "companyRecord"]);
    expect((await ana("PUT", "/subscription", { planId: free })).body)
      .toMatchObject({ dueDate: null, wantedPlan: null, openInvoice: null });
    const { openInvoice } = (await ana("PUT", "/subscription", { planId: plan })).body;
    await pixCodeFor(tenants, aurora.id, openInvoice.id, now);
    bank.pay(bank.asked.at(-1)!.txid);
    now += 61_000;
    await poll();
    expect(companyOf(tenants, aurora.id)).toMatchObject({ planId: plan });
    expect(dueDate()! > day(27)).toBe(true);
  });

  test("on a free plan who has chosen another and does not pay goes on with the free one, and is not overdue", async () => {
    const { tenants, aurora } = balcao, free = aPlan(tenants, 0);
    setCompany(tenants, aurora.id, { planId: free, dueDate: null });
    await ana("PUT", "/subscription", { planId: aPlan(tenants, 90) });
    for (const days of [3, 4]) {
      expect(companyOf(tenants, aurora.id).dueDate).toBe(day(3));
      endUnpaidWishes(tenants, now + days * 24 * HOUR);
    }
    expect((await ana("GET", "/subscription")).body).toMatchObject({
      ...{ dueDate: null, plan: { id: free }, wantedPlan: null, openInvoice: null },
    });
    // A due date that the provider has set by hand is none of the wish's.
    setCompany(tenants, aurora.id, { dueDate: day(-1) });
    endUnpaidWishes(tenants, now);
    expect(companyOf(tenants, aurora.id).dueDate).toBe(day(-1));
  });

  test("what is not offered, or free, cannot be chosen, nor anything where there is no due date", async () => {
    const { tenants, aurora } = balcao,
      free = aPlan(tenants, 0, `Livre ${now}`),
      plan = aPlan(tenants, 5, `Cinco ${now}`);
    await charged();
    for (const planId of [free, 999_999]) {
      expect((await ana("PUT", "/subscription", { planId })).body.error).toBe("ERR_NO_PLAN_FOUND");
    }
    setCompany(tenants, aurora.id, { dueDate: null });
    expect((await ana("PUT", "/subscription", { planId: plan })).body.error).toBe("ERR_SUBSCRIPTION_AGREED");
    expect((await bruno("PUT", "/subscription", { planId: plan })).status).toBe(403);
  });

  test("a script that chooses or pays without end is told how long to wait, and holds up no other company", async () => {
    const { tenants, norte } = balcao;
    const askedBy = async (ask: () => ReturnType<typeof nina>, most: number) => {
      let answer = await ask();
      expect(answer.status).toBe(200);
      for (let nth = 1; nth <= most && answer.status !== 429; nth++) answer = await ask();
      return answer;
    };
    const invoice = await subscribed(tenants, norte.id, { dueDate: day(3), now });
    const { planId } = companyOf(tenants, norte.id);
    const refused = [
      await askedBy(() => nina("PUT", "/subscription", { planId }), 30),
      await askedBy(() => pay(invoice.id, {}, nina), 60),
    ];
    for (const { status, headers, body } of refused) {
      expect([status, body.error]).toEqual([429, "ERR_TOO_MANY_REQUESTS"]);
      expect(body.detail.seconds).toBeGreaterThan(0);
      expect(headers.get("retry-after")).toBe(String(body.detail.seconds));
    }
    const { invoice: { id } } = await charged();
    expect((await pay(id)).status).toBe(200);
  });
});
