import { afterAll, beforeAll, expect, test } from "vitest";
import { formerAccesses } from "../pix/bank_access.ts";
import { trustBank } from "../pix/chosen_gateway.ts";
import { aBank, type Bank } from "../testing/bank.ts";
import { companyOf, invoicesOf, setProvider, subscribed } from "../testing/billing.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { pollCharges } from "./poll.ts";
import { renewInvoice } from "./make.ts";
import { noticePath } from "./notice.ts";
import { openQuestions } from "./questions.ts";
import { chargeTable, paymentTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>, bank: Bank, http: Deno.HttpServer<Deno.NetAddr>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue, nina: typeof sue;
beforeAll(async () => {
  [balcao, bank] = await Promise.all([aBalcao(), aBank()]);
  [sue, ana, nina] = ["super@balcao.test", "ana@aurora.test", "nina@norte.test"].map(balcao.as) as [
    typeof sue,
    typeof sue,
    typeof sue,
  ];
  trustBank(bank.ca);
  http = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => balcao.app.fetch(request));
  bank.noticeAddress = `http://127.0.0.1:${http.addr.port}${noticePath(balcao.tenants)}`;
  setProvider(balcao.tenants, {
    pixGateway: "efi",
    pixKey: bank.pixKey,
    efiAddress: bank.address,
    efiClientId: bank.clientId,
    efiClientSecret: bank.clientSecret,
    efiCertificate: bank.certificate,
  });
});
afterAll(async () => {
  trustBank(undefined);
  await http.shutdown();
  await bank.close();
  await balcao.close();
});

const now = () => Date.now();
const day = (by: number) => new Date(now() + by * 86_400_000).toISOString().slice(0, 10);
const rows = (table: typeof chargeTable | typeof paymentTable) =>
  balcao.tenants.provider.read.select().from(table as typeof paymentTable).all();

test(
  "an invoice is paid at the bank, which repeats and reorders its notices, answers with faults and cuts the line",
  async () => {
    const { tenants, aurora, norte } = balcao;
    const mine = await subscribed(tenants, aurora.id, { dueDate: day(3), now: now() });
    const others = await subscribed(tenants, norte.id, { dueDate: day(4), value: 20, now: now() });
    // Made at the bank, but nobody hears of it; asked again it is the same charge.
    bank.lies.push("done, then cut");
    const paying = [[ana, mine.id], [nina, others.id]] as const;
    for (const [who, invoiceId] of paying) {
      await until(async () => (await who("POST", "/subscription", { invoiceId })).status === 200, 60_000);
    }
    expect([bank.charges.size, rows(chargeTable).length]).toEqual([2, 2]);
    const amounts = [...bank.charges.values()].map(({ valor }) => valor.original).sort();
    expect(amounts).toEqual(["179.00", "20.00"]);
    bank.holdsNotices = true;
    for (const txid of bank.charges.keys()) await bank.pay(txid);
    expect(await bank.sendNotices({ times: 3, reversed: true })).toEqual([200, 200, 200]);
    await until(() => [aurora, norte].every(({ id }) => invoicesOf(tenants, id)[0]!.status === "paid"), 60_000);
    await pollCharges(tenants);
    expect(rows(paymentTable)).toHaveLength(2);
    for (const { id } of [aurora, norte]) {
      expect(companyOf(tenants, id).dueDate).toBe(invoicesOf(tenants, id)[0]!.renewedTo);
    }
  },
);

test("paid while it is being taken back, the money is noted and the company is not renewed", async () => {
  const { tenants, aurora } = balcao, due = companyOf(tenants, aurora.id).dueDate;
  const later = Date.parse(`${due}T12:00:00Z`) - 86_400_000;
  bank.holdsNotices = true;
  const before = new Set(bank.charges.keys());
  const invoice = await subscribed(tenants, aurora.id, { dueDate: due!, value: 33, now: later });
  await until(async () => (await ana("POST", "/subscription", { invoiceId: invoice.id })).status === 200, 60_000);
  const txid = [...bank.charges.keys()].find((each) => !before.has(each))!;
  await bank.pay(txid);
  tenants.provider.write((db) => db.run(`update companies set recurrence = 'ANUAL' where id = ${aurora.id}`));
  renewInvoice(tenants, aurora.id, now());
  await until(async () => {
    await pollCharges(tenants, () => now() + 61_000);
    return openQuestions(tenants.provider.read).length === 1;
  });
  expect(openQuestions(tenants.provider.read)).toMatchObject([{ kind: "on_cancelled", value: 33 }]);
  expect(companyOf(tenants, aurora.id).dueDate).toBe(due);
});

test(
  "after a change of bank, or to a key alone, the bank before is asked about what it made, with what it knew us by",
  async () => {
    const { tenants, norte } = balcao, keys = tenants.keys;
    const invoice = await subscribed(tenants, norte.id, { dueDate: day(2), value: 44, now: now() });
    const before = new Set(bank.charges.keys());
    await until(async () => (await nina("POST", "/subscription", { invoiceId: invoice.id })).status === 200, 60_000);
    const txid = [...bank.charges.keys()].find((each) => !before.has(each))!;
    const form = { gateway: "key", key: "oi@ponte.test", name: "Ponte", city: "Recife", address: bank.address };
    expect((await sue("PUT", "/provider/pix", form)).status).toBe(200);
    // A key alone is paid from now on, and what lies here of the bank before is sealed.
    expect((await nina("POST", "/subscription", { invoiceId: invoice.id })).body.kind).toBe("static");
    const kept = JSON.stringify(tenants.provider.read.all("select * from former_banks"));
    expect(kept).not.toContain(bank.clientSecret);
    expect(formerAccesses(tenants.provider.read, keys).size).toBe(1);
    await bank.pay(txid);
    await until(async () => {
      await pollCharges(tenants, () => now() + 61_000);
      return invoicesOf(tenants, norte.id).find(({ id }) => id === invoice.id)!.status === "paid";
    });
    // Aurora's charge of the test before is over, too: nobody needs that access any more.
    await pollCharges(tenants, () => now() + 61 * 86_400_000);
    expect(formerAccesses(tenants.provider.read, keys).size).toBe(0);
  },
);
