import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import type { Charge } from "../pix/gateway.ts";
import type { Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Underway } from "./make.ts";
import { nothingNew, publishNews } from "./news.ts";
import { notePayments } from "./payments.ts";
import { invoiceRow } from "./rows.ts";
import { type ChargeRow, chargeTable } from "./table.ts";

const MINUTE = milliseconds({ minutes: 1 }), HOUR = milliseconds({ hours: 1 });
/** A charge that never runs out is asked about for so long (ms). */
const ASKED_FOR = milliseconds({ days: 30 });
/** And after its end (ms). */
export const ASKED_AFTER = milliseconds({ days: 2 });

/** Stores what the bank says of a charge in one transaction, and publishes what follows from it. */
export function noteAnswer(tenants: Tenants, asked: ChargeRow, told: Charge | undefined, now: number): ChargeRow {
  if (told?.state === "paid" && told.payments.length === 0) {
    log.warn("The bank says that a charge is paid and names no payment", { invoice: asked.invoiceId });
  }
  const news = nothingNew();
  const row = tenants.provider.write((db) => storeAnswer(db, asked, told, { now, news }));
  publishNews(tenants, news);
  return row;
}

function storeAnswer(db: Write, asked: ChargeRow, told: Charge | undefined, underway: Underway): ChargeRow {
  const { txid } = asked;
  const row = db.select().from(chargeTable).where(eq(chargeTable.txid, txid)).get()!;
  if (told?.txid === txid) notePayments(db, row, told, underway);
  const change = chargeAfter(row, told?.txid === txid ? told : undefined, underway.now);
  // A charge for an invoice that was paid or cancelled while the bank was being asked is taken back at once.
  const isOwed = invoiceRow(db, row.invoiceId).status === "open";
  const isTooLate = !isOwed && asked.state !== "removing" && ["asked", "open", "removing"].includes(change.state);
  const taken = isTooLate ? { ...change, state: "removing" as const, nextPollAt: underway.now } : change;
  return db.update(chargeTable).set({ ...taken, faults: 0 }).where(eq(chargeTable.txid, txid)).returning().get()!;
}

/** A charge as it is after what the bank says of it; nothing is said of one that it does not know. */
export function chargeAfter(row: ChargeRow, told: Charge | undefined, now: number): ChargeRow {
  const { state } = row;
  if (!told && state === "removing") return { ...row, state: "removed", nextPollAt: null };
  // It never came to the bank: whoever wants to pay asks for it again, by the same name.
  if (!told && state === "asked") return { ...row, nextPollAt: null };
  if (!told) return { ...row, ...next(row, now) };
  // Somebody else's, or an older one of a restored installation: nobody is asked to pay that.
  if (told.cents !== row.cents && told.payments.length === 0 && state === "asked") {
    return { ...row, state: "removed", nextPollAt: null };
  }
  const { pixCode, expiresAt } = told, seen = { ...row, pixCode: pixCode || row.pixCode, expiresAt };
  if (told.state === "paid" && told.payments.length > 0) return { ...seen, state: "paid", nextPollAt: null };
  if (told.state === "removed") return { ...seen, state: "removed", nextPollAt: null };
  // One that seemed to have run out while the clock was ahead is open again.
  return { ...seen, ...next({ ...seen, state: state === "asked" || state === "expired" ? "open" : state }, now) };
}

/**
 * Each minute in the hour after somebody saw its code, then each hour until it runs out, and for two days after that: what
 * was paid at the last moment settles later, and clocks differ.
 */
function next(row: ChargeRow, now: number): Pick<ChargeRow, "state" | "nextPollAt"> {
  const { state } = row, end = endOf(row);
  if (state === "paid" || state === "removed") return { state, nextPollAt: null };
  if (now >= end + ASKED_AFTER) return { state: "expired", nextPollAt: null };
  const soon = now + (now - row.shownAt < HOUR && now < end ? MINUTE : HOUR);
  return {
    state: now >= end && state === "open" ? "expired" : state,
    nextPollAt: now < end ? Math.min(soon, end) : soon,
  };
}

/** When a charge runs out (ms). */
export function endOf({ expiresAt, createdAt }: ChargeRow): number {
  return expiresAt ?? createdAt + ASKED_FOR;
}
