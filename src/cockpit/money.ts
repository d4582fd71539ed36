import { and, gte, inArray, lt, ne, or, sql } from "drizzle-orm";
import { COCKPIT_MONTHS, type CockpitMonth } from "../contract/cockpit.ts";
import { invoiceTable, paymentTable } from "../invoices/table.ts";
import type { Read } from "../platform/company.ts";
import { dayAfter, dayIn, firstOfMonth, startOfDay } from "../shared/clock.ts";

/** Where the provider counts her months. */
const ZONE = "America/Sao_Paulo";

interface Span {
  /** YYYY-MM-DD; `to` is the first day after it. */
  from: string;
  to: string;
}

/** The last months, this one last; `db` is provider.db. */
export function moneyByMonth(db: Read, now: Date): CockpitMonth[] {
  return lastMonths(dayIn(ZONE, now)).map((span) => ({
    month: span.from.slice(0, 7),
    expected: (expectedIn(db, span).all()[0]!.cents ?? 0) / 100,
    received: (receivedIn(db, span).all()[0]!.cents ?? 0) / 100,
  }));
}

/** What is due in that time and was not taken back, paid or not. */
export function expectedIn(db: Read, { from, to }: Span) {
  return db.select({ cents: sql<number | null>`sum(${invoiceTable.cents})` }).from(invoiceTable)
    .where(and(gte(invoiceTable.dueDate, from), lt(invoiceTable.dueDate, to), ne(invoiceTable.status, "cancelled")));
}

/** Money that came in that time and stays: it paid an invoice, or a super user has accepted or credited it. */
export function receivedIn(db: Read, { from, to }: Span) {
  const { at, kind, decision } = paymentTable;
  return db.select({ cents: sql<number | null>`sum(${paymentTable.cents})` }).from(paymentTable).where(and(
    gte(at, startOfDay(ZONE, from)),
    lt(at, startOfDay(ZONE, to)),
    or(inArray(kind, ["paid", "by_hand"]), inArray(decision, ["accept", "credit"])),
  ));
}

function lastMonths(today: string): Span[] {
  const spans: Span[] = [];
  for (let from = firstOfMonth(today), to = firstOfMonth(dayAfter(from, 31)); spans.length < COCKPIT_MONTHS;) {
    spans.unshift({ from, to });
    [from, to] = [firstOfMonth(dayAfter(from, -1)), from];
  }
  return spans;
}
