import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removePlan } from "../plans/plans.ts";
import { aPlan, companyOf, invoicesOf, setCompany, SmallBank, subscribed } from "../testing/billing.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { setBank } from "./bank.ts";
import { pixCodeFor } from "./charges.ts";
import { pollCharges } from "./poll.ts";
import { cancelInvoicesOf, makeInvoices, renewInvoice } from "./make.ts";
import { chargeTable, invoiceTable, paymentTable } from "./table.ts";
import { nothingNew } from "./news.ts";
import { confirmInvoice } from "./payments.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, nina: typeof ana, bruno: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  [ana, nina, bruno] = ["ana@aurora.test", "nina@norte.test", "bruno@aurora.test"].map(balcao.as) as [
    typeof ana,
    typeof ana,
    typeof ana,
  ];
});
afterAll(async () => await balcao.close());

const { parse } = Date;
/** A noon in São Paulo. */
const on = (day: string) => parse(`${day}T15:00:00Z`);
const charges = () => balcao.tenants.provider.read.select().from(chargeTable).all();

beforeEach(() => {
  const { tenants } = balcao;
  tenants.provider.write((db) => {
    for (const table of [paymentTable, chargeTable, invoiceTable]) db.delete(table).run();
  });
  for (const { id } of [balcao.aurora, balcao.norte]) {
    setCompany(tenants, id, {
      planId: null,
      dueDate: null,
      recurrence: "MENSAL",
      isActive: true,
      removedAt: null,
      timeZone: "America/Sao_Paulo",
    });
  }
});

describe("the clock makes invoices", () => {
  test("twenty days before the due date and not before, one for each due date however often it looks", async () => {
    const { tenants, aurora, norte } = balcao;
    setCompany(tenants, aurora.id, { planId: aPlan(tenants, 179, "Profissional"), dueDate: "2026-12-21" });
    const emitted = balcao.listenAs(aurora, "Ana"), bystander = balcao.listenAs(aurora, "Bruno");
    await makeInvoices(tenants, on("2026-11-30"));
    expect(invoicesOf(tenants, aurora.id)).toEqual([]);
    for (let nth = 0; nth < 3; nth++) await makeInvoices(tenants, on("2026-12-01"));
    expect(invoicesOf(tenants, aurora.id)).toMatchObject([
      { detail: "Profissional", cents: 17_900, dueDate: "2026-12-21", months: 1, status: "open" },
    ]);
    expect(invoicesOf(tenants, norte.id)).toEqual([]);
    expect(emitted).toMatchObject([{ name: "invoice", payload: { record: { value: 179, status: "open" } } }]);
    expect(bystander).toEqual([]);
  });

  test.each([["MENSAL", 1], ["BIMESTRAL", 2], ["TRIMESTRAL", 3], ["SEMESTRAL", 6], ["ANUAL", 12]] as const)(
    "%s it is the plan's value times %i",
    async (recurrence, months) => {
      const { tenants, aurora } = balcao;
      const invoice = await subscribed(tenants, aurora.id, {
        value: 49.9,
        dueDate: "2026-12-10",
        recurrence,
        now: on("2026-12-01"),
      });
      expect(invoice).toMatchObject({ cents: 4990 * months, months, recurrence });
    },
  );

  test("by the company's own calendar", async () => {
    const { tenants, aurora, norte } = balcao, planId = aPlan(tenants, 10);
    setCompany(tenants, aurora.id, { planId, dueDate: "2026-12-22", timeZone: "Pacific/Auckland" });
    setCompany(tenants, norte.id, { planId, dueDate: "2026-12-22", timeZone: "America/Rio_Branco" });
    // In Auckland it is the second of December already.
    await makeInvoices(tenants, parse("2026-12-01T20:00:00Z"));
    expect([aurora, norte].map(({ id }) => invoicesOf(tenants, id).length)).toEqual([1, 0]);
  });

  test("none for who has no plan or a free one, whose due date stays; none for the provider's own, suspended and removed", async () => {
    const { tenants, aurora, provider } = balcao, now = on("2026-12-01"), planId = aPlan(tenants, 10);
    const none: Parameters<typeof setCompany>[2][] = [
      { planId: null },
      { planId: aPlan(tenants, 0) },
      { planId, dueDate: null },
      { planId, isActive: false },
      { planId, removedAt: 1 },
    ];
    for (const change of none) {
      setCompany(tenants, aurora.id, { isActive: true, removedAt: null, dueDate: "2026-12-10", ...change });
      await makeInvoices(tenants, now);
      expect(invoicesOf(tenants, aurora.id), JSON.stringify(change)).toEqual([]);
    }
    expect(companyOf(tenants, aurora.id).dueDate).toBe("2026-12-10");
    setCompany(tenants, provider.id, { planId, dueDate: "2026-12-10" });
    await makeInvoices(tenants, now);
    expect(invoicesOf(tenants, provider.id)).toEqual([]);
    setCompany(tenants, provider.id, { planId: null, dueDate: null });
  });

  test("a clock that jumps a year ahead and back makes no second one", async () => {
    const { tenants, aurora } = balcao;
    await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now: on("2026-12-01") });
    for (const day of ["2027-12-01", "2026-11-01", "2026-12-05", "1970-01-02"]) await makeInvoices(tenants, on(day));
    expect(invoicesOf(tenants, aurora.id)).toHaveLength(1);
  });

  test("a thousand of them are made a few at a time, and other work has its turn in between", async () => {
    const crowd = await aBalcao();
    try {
      const { tenants } = crowd, planId = aPlan(tenants, 10);
      // Rows alone: nobody opens the files of so many.
      tenants.provider.write((db) => {
        for (let nth = 0; nth < 1000; nth++) {
          db.run(
            `insert into companies (name, created_at, plan_id, due_date, due_day) values ('Empresa ${nth}', 0, ${planId}, '2026-12-10', 10)`,
          );
        }
      });
      const made = () =>
        tenants.provider.read.all<{ count: number }>("select count(*) as count from invoices")[0]!.count;
      let isDone = false, before = 0, most = 0;
      const making = makeInvoices(tenants, on("2026-12-01")).then(() => isDone = true);
      // Whatever else is to be done has its turn after every portion, which is a few milliseconds of work.
      while (!isDone) {
        await new Promise((resolve) => setTimeout(resolve));
        most = Math.max(most, made() - before);
        before = made();
      }
      await making;
      expect(made()).toBe(1000);
      expect(most).toBeLessThanOrEqual(20);
    } finally {
      await crowd.close();
    }
  });
});

describe("a due date, plan or recurrence that is another", () => {
  test.each(
    [
      ["due date", { dueDate: "2026-12-15" }, { dueDate: "2026-12-15", cents: 17_900 }],
      ["recurrence", { recurrence: "ANUAL" }, { dueDate: "2026-12-10", cents: 17_900 * 12 }],
    ] as const,
  )("a changed %s cancels the open invoice and its charge, and makes a new one", async (_, change, made) => {
    const { tenants, aurora } = balcao, now = on("2026-12-01"), bank = new SmallBank(() => now);
    setBank(tenants, bank);
    const open = await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now });
    await pixCodeFor(tenants, aurora.id, open.id, now);
    const emitted = balcao.listenAs(aurora, "Ana");
    setCompany(tenants, aurora.id, change);
    for (let nth = 0; nth < 2; nth++) renewInvoice(tenants, aurora.id, now);
    expect(invoicesOf(tenants, aurora.id)).toMatchObject([{ id: open.id, status: "cancelled" }, {
      status: "open",
      ...made,
    }]);
    expect(emitted).toMatchObject([
      { name: "invoice", payload: { action: "delete", id: open.id } },
      { name: "invoice", payload: { action: "update" } },
    ]);
    await pollCharges(tenants, () => now);
    expect([bank.cancelled, charges()]).toMatchObject([[bank.asked[0]!.txid], [{
      state: "removed",
      nextPollAt: null,
    }]]);
    setBank(tenants, undefined);
  });

  test("a changed plan does, too; what fits stays, and what was paid is never changed", async () => {
    const { tenants, aurora } = balcao, now = on("2026-12-01");
    const open = await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now });
    renewInvoice(tenants, aurora.id, now);
    expect(invoicesOf(tenants, aurora.id)).toEqual([open]);
    setCompany(tenants, aurora.id, { planId: aPlan(tenants, 300, "Maior") });
    renewInvoice(tenants, aurora.id, now);
    const [, second] = invoicesOf(tenants, aurora.id);
    expect(second).toMatchObject({ detail: "Maior", cents: 30_000, status: "open" });
    tenants.provider.write((db) =>
      void db.update(invoiceTable).set({ status: "paid" }).where(eq(invoiceTable.id, second!.id)).run()
    );
    const paid = invoicesOf(tenants, aurora.id);
    setCompany(tenants, aurora.id, { planId: aPlan(tenants, 1, "Menor") });
    renewInvoice(tenants, aurora.id, now);
    // One for each due date: this one is paid.
    expect(invoicesOf(tenants, aurora.id)).toEqual(paid);
  });

  test("set back by hand to a day that was paid once, that day is to be paid again, and once", async () => {
    const { tenants, aurora } = balcao, now = on("2026-12-01");
    const paid = await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now });
    confirmInvoice(tenants, paid.id, { by: { name: "Suporte" }, note: "Ok", now });
    expect(companyOf(tenants, aurora.id).dueDate).toBe("2027-01-10");
    setCompany(tenants, aurora.id, { dueDate: "2026-12-10" });
    renewInvoice(tenants, aurora.id, now);
    for (let nth = 0; nth < 3; nth++) await makeInvoices(tenants, now);
    const made = invoicesOf(tenants, aurora.id);
    expect(made.map(({ dueDate, status }) => [dueDate, status])).toEqual([["2026-12-10", "paid"], [
      "2026-12-10",
      "open",
    ]]);
    confirmInvoice(tenants, made[1]!.id, { by: { name: "Suporte" }, note: "Ok", now });
    await makeInvoices(tenants, now);
    expect(invoicesOf(tenants, aurora.id).map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect(companyOf(tenants, aurora.id).dueDate).toBe("2027-01-10");
  });

  test("moved away by more than twenty days, the new one comes with its time", async () => {
    const { tenants, aurora } = balcao, now = on("2026-12-01");
    await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now });
    setCompany(tenants, aurora.id, { dueDate: "2027-01-10" });
    renewInvoice(tenants, aurora.id, now);
    expect(invoicesOf(tenants, aurora.id).map(({ status }) => status)).toEqual(["cancelled"]);
    await makeInvoices(tenants, on("2026-12-21"));
    expect(invoicesOf(tenants, aurora.id)).toMatchObject([{ status: "cancelled" }, { dueDate: "2027-01-10" }]);
  });

  test("of a company that is removed nothing is to be paid any more", async () => {
    const { tenants, aurora } = balcao, now = on("2026-12-01");
    await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now });
    setCompany(tenants, aurora.id, { removedAt: now });
    tenants.provider.write((db) => cancelInvoicesOf(db, aurora.id, { now, news: nothingNew() }));
    await makeInvoices(tenants, now);
    renewInvoice(tenants, aurora.id, now);
    expect(invoicesOf(tenants, aurora.id).map(({ status }) => status)).toEqual(["cancelled"]);
  });
});

describe("the list of invoices", () => {
  test("is the company's own, the latest due first, twenty at a time, without what was cancelled", async () => {
    const { tenants, aurora, norte } = balcao;
    tenants.provider.write((db) => {
      for (let nth = 1; nth <= 22; nth++) {
        const dueDate = `20${String(nth + 10)}-06-10`, status = nth === 22 ? "cancelled" : "paid";
        db.insert(invoiceTable).values({
          companyId: aurora.id,
          detail: nth === 3 ? "Essencial" : "Profissional",
          cents: 100 * nth,
          dueDate,
          recurrence: "ANUAL",
          months: 12,
          status,
          createdAt: 0,
        }).run();
      }
    });
    await subscribed(tenants, norte.id, { dueDate: "2026-12-10", now: on("2026-12-01") });
    const list = async (who: typeof ana, query = "") => (await who("GET", `/invoices/all?pageNumber=1${query}`)).body;
    const first = await list(ana);
    expect([first.invoices.length, first.hasMore, first.invoices[0].dueDate]).toEqual([20, true, "2031-06-10"]);
    expect((await ana("GET", "/invoices/all?pageNumber=2")).body).toMatchObject({
      invoices: [{ value: 1, dueDate: "2011-06-10" }],
      hasMore: false,
    });
    expect((await list(ana, "&searchParam=essencial")).invoices).toMatchObject([{ value: 3 }]);
    expect((await list(nina)).invoices).toMatchObject([{ value: 179, status: "open", paidAt: null, renewedTo: null }]);
    expect((await bruno("GET", "/invoices/all")).body.error).toBe("ERR_NO_PERMISSION");
  });

  test("the provider sees all, by company and state", async () => {
    const { tenants, aurora, norte } = balcao, sue = balcao.as("super@balcao.test");
    const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
    const late = await subscribed(tenants, aurora.id, { dueDate: day(-9), now: Date.now() });
    const open = await subscribed(tenants, norte.id, { dueDate: day(9), now: Date.now() });
    const ids = async (query: string) =>
      (await sue("GET", `/invoices/provider?${query}`)).body.invoices.map(({ id }: { id: number }) => id);
    expect(await ids("")).toEqual([open.id, late.id]);
    expect(await ids("state=open")).toEqual([open.id]);
    expect(await ids("state=late")).toEqual([late.id]);
    expect(await ids("state=paid")).toEqual([]);
    expect(await ids("searchParam=OFICÍNA")).toEqual([open.id]);
    expect(await ids(`searchParam=${late.id}`)).toEqual([late.id]);
    expect((await sue("GET", "/invoices/provider")).body.invoices[1].company).toMatchObject({ name: "Padaria Aurora" });
    for (const path of ["/invoices/provider", "/invoices/questions", "/invoices/notice-path"]) {
      expect((await nina("GET", path)).body.error, path).toBe("ERR_NO_PERMISSION");
    }
  });

  test("a plan that has invoices can be deleted once no company has it and none of them is open, and they stay", async () => {
    const { tenants, aurora } = balcao;
    const invoice = await subscribed(tenants, aurora.id, { dueDate: "2026-12-10", now: on("2026-12-01") });
    setCompany(tenants, aurora.id, { planId: null });
    const remove = () => tenants.provider.write((db) => removePlan(db, invoice.planId!));
    // Whoever pays it is to get what it says.
    expect(remove).toThrow("ERR_PLAN_IN_USE");
    tenants.provider.write((db) => cancelInvoicesOf(db, aurora.id, { now: on("2026-12-01"), news: nothingNew() }));
    remove();
    expect(invoicesOf(tenants, aurora.id)).toMatchObject([{ id: invoice.id, status: "cancelled" }]);
  });
});
