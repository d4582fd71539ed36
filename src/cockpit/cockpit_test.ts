import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { companyTable } from "../companies/table.ts";
import type { Cockpit, CockpitCompany } from "../contract/cockpit.ts";
import { connectionTable } from "../connections/table.ts";
import { invoiceTable, paymentTable } from "../invoices/table.ts";
import { messageTable } from "../messages/table.ts";
import type { Company } from "../platform/company.ts";
import { openDbFile } from "../platform/db.ts";
import { openSession } from "../access/sessions.ts";
import { aPlan, setCompany } from "../testing/billing.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { messagesAfter, messagesBefore, ticketsIn } from "./counts.ts";
import { cockpitOf } from "./cockpit.ts";
import { expectedIn, moneyByMonth, receivedIn } from "./money.ts";
import { rollUpFigures } from "./roll_up.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let all: Company[];
beforeEach(async () => {
  balcao = await aBalcao();
  all = [balcao.provider, balcao.aurora, balcao.norte];
});
afterEach(async () => await balcao.close());

/** Noon in São Paulo. */
const NOON = new Date("2026-03-10T15:00:00Z");
const rollUp = (now = NOON) => rollUpFigures(balcao.tenants, all, now);
const shown = (company: Company, now = NOON): CockpitCompany =>
  cockpitOf(balcao.tenants, now).companies.find(({ id }) => id === company.id)!;
const figures = (company: Company, now = NOON) => shown(company, now).figures;

let nth = 0;
function write(company: Company, at: Date, is: Partial<typeof messageTable.$inferInsert> = {}): void {
  company.write((db) => {
    const { id: ticketId, contactId } = aTicket(db, { status: "closed", connectionId: null, queueId: null });
    const row = { ticketId, contactId, chat: "c", wid: `w${++nth}`, fromMe: false, body: "Oi", kind: "text" as const };
    db.insert(messageTable).values({ ...row, createdAt: at.getTime(), ...is }).run();
  });
}

describe("what happens in a company shows, and in no other", () => {
  test("tickets, messages and a closed line", () => {
    balcao.aurora.write((db) => void db.update(connectionTable).set({ status: "CONNECTED", shouldRun: true }).run());
    rollUp();
    const before = figures(balcao.aurora), norte = figures(balcao.norte);
    expect(before).toMatchObject({ isKnown: true, users: 3, queues: 3, messagesToday: 0 });
    expect([before.linesUp, before.linesTotal]).toEqual([1, 1]);
    const seen = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
    const theirs = balcao.listenAs(balcao.aurora, "Ana");
    balcao.aurora.write((db) => {
      aTicket(db);
      aTicket(db, { status: "open", userId: 1 });
      db.update(connectionTable).set({ status: "DISCONNECTED" }).where(sql`id = 1`).run();
    });
    write(balcao.aurora, NOON);
    write(balcao.aurora, NOON, { fromMe: true });
    // What a phone brings along from before, and what was written yesterday, is none of today's.
    write(balcao.aurora, NOON, { isHistory: true });
    write(balcao.aurora, new Date("2026-03-10T02:59:00Z"));
    rollUp();
    expect(figures(balcao.aurora)).toEqual({
      ...before,
      linesUp: before.linesUp - 1,
      waiting: before.waiting + 1,
      open: before.open + 1,
      messagesToday: 2,
    });
    expect(figures(balcao.norte)).toEqual(norte);
    const payload = { companyId: balcao.aurora.id, isUnreadable: false, figures: figures(balcao.aurora) };
    expect(seen).toEqual([{ name: "companyFigures", payload }]);
    expect(theirs).toEqual([]);
  });

  test("a line that somebody has disconnected is none that should be up", () => {
    balcao.aurora.write((db) =>
      void db.update(connectionTable).set({ shouldRun: false, status: "DISCONNECTED" }).run()
    );
    rollUp();
    expect(figures(balcao.aurora)).toMatchObject({ linesUp: 0, linesTotal: 0 });
  });

  test("where nothing is other than before, nothing is written and nobody hears of it", () => {
    rollUp();
    const seen = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
    balcao.aurora.write((db) => void db.run(sql`update users set name = name`));
    rollUp(new Date(+NOON + 5000));
    expect(seen).toEqual([]);
    expect(balcao.tenants.provider.read.all(sql`select distinct rolled_up_at as at from company_figures`))
      .toEqual([{ at: +NOON }]);
  });
});

describe("messages today", () => {
  test("begin anew at the company's own midnight, whether or not something comes then", () => {
    setCompany(balcao.tenants, balcao.norte.id, { timeZone: "Asia/Tokyo" });
    for (const company of [balcao.aurora, balcao.norte]) write(company, NOON);
    rollUp();
    expect([figures(balcao.aurora).messagesToday, figures(balcao.norte).messagesToday]).toEqual([1, 1]);
    // Past midnight in Tokyo since noon of São Paulo, where the day goes on.
    const evening = new Date("2026-03-10T20:00:00Z"), next = new Date("2026-03-11T03:00:00Z");
    expect([figures(balcao.aurora, evening).messagesToday, figures(balcao.norte, evening).messagesToday])
      .toEqual([1, 1]);
    expect(figures(balcao.norte, new Date("2026-03-11T15:00:00Z")).messagesToday).toBe(0);
    expect(figures(balcao.aurora, next).messagesToday).toBe(0);
    write(balcao.aurora, next);
    rollUp(next);
    expect(figures(balcao.aurora, next).messagesToday).toBe(1);
  });

  test("are right where thousands came before the first look, and after a file of an earlier day was brought back", () => {
    balcao.aurora.write((db) => {
      const { id: ticketId, contactId } = aTicket(db, { status: "closed", connectionId: null, queueId: null });
      const row = { ticketId, contactId, chat: "c", fromMe: false, body: "", kind: "text" as const };
      for (let nth = 0; nth < 1300; nth++) {
        const createdAt = +NOON + (nth < 700 ? -24 * 3_600_000 : nth);
        db.insert(messageTable).values({ ...row, wid: `many ${nth}`, createdAt }).run();
      }
    });
    rollUp();
    expect(figures(balcao.aurora).messagesToday).toBe(600);
    balcao.aurora.write((db) => void db.run(sql`delete from messages where wid > 'many 5' or wid in ('many 1299')`));
    rollUp();
    const left = balcao.aurora.read.all<{ count: number }>(
      sql`select count(*) as count from messages where created_at >= ${+NOON}`,
    )[0]!.count;
    expect(figures(balcao.aurora).messagesToday).toBe(left);
  });
});

test("a login shows; who acts as somebody has not logged in", () => {
  rollUp();
  const seen = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  const { id } = balcao.aurora, who = { companyId: id, userId: 1 }, where = { address: "10.0.0.1", userAgent: "" };
  const later = new Date(+NOON + 60_000), last = new Date(+NOON + 65_000);
  openSession(balcao.tenants, who, { where, actedBy: { companyId: 1, userId: 1, name: "Suporte" } }, later);
  rollUp(last);
  expect([figures(balcao.aurora).lastLoginAt, seen]).toEqual([null, []]);
  openSession(balcao.tenants, who, { where }, later);
  rollUp(last);
  rollUp(last);
  expect(figures(balcao.aurora)).toMatchObject({ lastLoginAt: later.toISOString(), isKnown: true });
  expect(seen).toEqual([{
    name: "companyFigures",
    payload: { companyId: id, isUnreadable: false, figures: figures(balcao.aurora, last) },
  }]);
});

test("a company whose file cannot be read is shown as such, and spoils no other", async () => {
  await balcao.close();
  balcao = await aBalcao((folder) => Deno.writeTextFileSync(`${folder}/2/company.db`, "not a database"));
  all = [balcao.provider, balcao.aurora, balcao.norte];
  const seen = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  rollUp();
  rollUp();
  expect(shown(balcao.aurora)).toMatchObject({ isUnreadable: true, figures: { isKnown: false, waiting: 0 } });
  expect(shown(balcao.norte)).toMatchObject({ isUnreadable: false, figures: { isKnown: true } });
  const aurora = seen.filter(({ payload }) => (payload as { companyId: number }).companyId === 2);
  expect(aurora.map(({ payload }) => (payload as { isUnreadable: boolean }).isUnreadable)).toEqual([true]);
});

test("it is for super users alone", async () => {
  expect(await balcao.as("ana@aurora.test")("GET", "/cockpit")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect((await balcao.send(undefined, "GET", "/cockpit")).status).toBe(401);
});

test("every company with its plan, its day and what it owes; the provider's own is marked, a removed one is gone", async () => {
  const { tenants, aurora, norte } = balcao;
  const planId = aPlan(tenants, 89, "Essencial");
  setCompany(tenants, aurora.id, { planId, dueDate: "2020-01-05" });
  setCompany(tenants, norte.id, { removedAt: 1 });
  const invoice = { companyId: aurora.id, detail: "Essencial", recurrence: "MENSAL" as const, months: 1, createdAt: 1 };
  tenants.provider.write((db) => {
    db.insert(invoiceTable).values([
      { ...invoice, cents: 8900, dueDate: "2020-02-05" },
      { ...invoice, cents: 1250, dueDate: "2020-01-05" },
      { ...invoice, cents: 9900, dueDate: "2020-01-01", status: "cancelled" },
    ]).run();
  });
  const { body }: { body: Cockpit } = await balcao.as("super@balcao.test")("GET", "/cockpit");
  expect(body.companies.map(({ name, isProviders }) => [name, isProviders])).toEqual([["Balcão", true], [
    "Padaria Aurora",
    false,
  ]]);
  expect(body.companies[1]).toMatchObject({
    plan: { id: planId, name: "Essencial" },
    dueDate: "2020-01-05",
    isOverdue: true,
    openInvoice: { id: 2, value: 101.5, dueDate: "2020-01-05" },
  });
});

test("money by month: what was due and not taken back, and what came and stays, in São Paulo's months", () => {
  const { tenants, aurora } = balcao;
  const invoice = { companyId: aurora.id, detail: "", recurrence: "MENSAL" as const, months: 1, createdAt: 1 };
  tenants.provider.write((db) => {
    db.insert(invoiceTable).values([
      { ...invoice, cents: 100, dueDate: "2026-02-28", status: "paid" },
      { ...invoice, cents: 200, dueDate: "2026-03-31" },
      { ...invoice, cents: 400, dueDate: "2026-03-01", status: "cancelled" },
      { ...invoice, cents: 800, dueDate: "2026-04-01" },
    ]).run();
    const paid = (cents: number, at: string, rest: object) => ({
      ...{ invoiceId: 1, cents, at: Date.parse(at), notedAt: 1, kind: "paid" as const },
      ...rest,
    });
    db.insert(paymentTable).values([
      paid(1, "2026-03-01T02:59:59Z", {}),
      paid(2, "2026-03-01T03:00:00Z", { kind: "by_hand", decision: "accept" }),
      paid(4, "2026-03-02T00:00:00Z", { kind: "short", decision: "accept" }),
      paid(8, "2026-03-02T00:00:00Z", { kind: "twice", decision: "credit" }),
      paid(16, "2026-03-02T00:00:00Z", { kind: "twice", decision: "refund" }),
      paid(32, "2026-03-02T00:00:00Z", { kind: "over" }),
    ]).run();
  });
  const months = moneyByMonth(tenants.provider.read, NOON);
  expect(months.map(({ month }) => month)).toEqual([
    ...["2025-04", "2025-05", "2025-06", "2025-07", "2025-08", "2025-09", "2025-10", "2025-11", "2025-12"],
    ...["2026-01", "2026-02", "2026-03"],
  ]);
  expect(months.slice(-2)).toEqual([
    { month: "2026-02", expected: 1, received: 0.01 },
    { month: "2026-03", expected: 2, received: 0.14 },
  ]);
});

test("500 companies are answered from provider.db alone", () => {
  const { tenants } = balcao;
  tenants.provider.write((db) => {
    for (let nth = 0; nth < 500; nth++) {
      db.insert(companyTable).values({ name: `Empresa ${nth}`, createdAt: 0 }).run();
    }
  });
  const before = tenants.openCount;
  expect(cockpitOf(tenants, NOON).companies).toHaveLength(503);
  expect(tenants.openCount).toBe(before);
});

test("no more than 20 companies are looked at in one run, and the others in the next", () => {
  const { tenants } = balcao;
  const more = tenants.provider.write((db) =>
    Array.from(
      { length: 22 },
      (_, nth) => db.insert(companyTable).values({ name: `Loja ${nth}`, createdAt: 0 }).returning().get().id,
    )
  ).map((id) => tenants.found(id));
  const known = () => cockpitOf(tenants, NOON).companies.filter(({ figures }) => figures.isKnown).length;
  rollUpFigures(tenants, more, NOON);
  expect(known()).toBe(20);
  rollUpFigures(tenants, more, NOON);
  expect(known()).toBe(22);
});

test("super users learn with the login where they begin, others never", async () => {
  const sue = balcao.as("super@balcao.test"), ana = balcao.as("ana@aurora.test");
  expect((await sue("GET", "/auth/me")).body.firstPage).toBe("");
  expect((await sue("PUT", "/provider/settings/firstPage", { value: "cockpit" })).status).toBe(200);
  expect((await sue("GET", "/auth/me")).body.firstPage).toBe("cockpit");
  expect((await ana("GET", "/auth/me")).body).not.toHaveProperty("firstPage");
  expect((await sue("PUT", "/provider/settings/firstPage", { value: "elsewhere" })).body.error).toBe(
    "ERR_INVALID_INPUT",
  );
});

test("each count uses an index, and reads nothing that it has read before", () => {
  const { aurora, tenants: { provider, folder } } = balcao, { read } = aurora;
  expect(queryPlan(aurora, ticketsIn(read, "pending"))).toEqual([
    expect.stringMatching(/COVERING INDEX .*\(status=\?\)/),
  ]);
  for (const query of [messagesAfter(read, 5, 0), messagesBefore(read, 5)]) {
    expect(queryPlan(aurora, query)).toEqual([expect.stringMatching(/INTEGER PRIMARY KEY \(rowid[<>]\?\)/)]);
  }
  const span = { from: "2026-03-01", to: "2026-04-01" };
  const { db, close } = openDbFile(`${folder}/provider.db`, { readonly: true });
  const planOf = (query: { getSQL(): unknown }) =>
    db.all<{ detail: string }>(sql`explain query plan ${query.getSQL() as ReturnType<typeof sql>}`)
      .map(({ detail }) => detail);
  expect(planOf(expectedIn(provider.read, span))).toEqual([
    expect.stringContaining("invoices_by_due_date (due_date>? AND due_date<?)"),
  ]);
  expect(planOf(receivedIn(provider.read, span))).toEqual([
    expect.stringContaining("payments_by_moment (at>? AND at<?)"),
  ]);
  close();
});

test("where more companies write all the time than have their turn at once, each has its turn", () => {
  const looked: number[] = [];
  const busy = Array.from({ length: 50 }, (_, nth) => ({
    id: 1000 + nth,
    get isChanged() {
      return true;
    },
    set isChanged(_: boolean) {
      looked.push(this.id);
    },
  })) as Company[];
  for (let run = 0; run < 5; run++) rollUpFigures(balcao.tenants, busy, NOON);
  const times = busy.map(({ id }) => looked.filter((each) => each === id).length);
  expect([looked.length, new Set(times)]).toEqual([100, new Set([2])]);
});
