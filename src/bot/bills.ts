import { eq } from "drizzle-orm";
import { billersOf, findBills } from "../bills/find.ts";
import { BillerFault } from "../bills/bill.ts";
import { type FoundBills, tellBills } from "../shared/bot/bills.ts";
import type { BotLanguage } from "../shared/bot/texts.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { botTexts, setting } from "../settings/settings.ts";
import { ticketRow } from "../tickets/rows.ts";
import { carryOut } from "./carry_out.ts";
import { nobodyWaits } from "./bills_asked.ts";
import { ringFor } from "./ring.ts";
import { emitSaid } from "./say.ts";
import { type BillLookupRow, billLookupTable } from "./table.ts";

/** So many look-ups of a company go on at once: its system may be a small one. */
const MOST_AT_ONCE = 5;
/** What could not be stored is tried again after this (ms). */
const REST = 30_000;

/** Tickets whose bills are being looked up by this process. */
const underWay = new WeakMap<Company, Set<number>>();

/**
 * Looks up what customers asked for and tells them, beside everything else: nobody waits for it but they. The row that asks
 * is deleted in the transaction that puts the answer into the outbox, so that a crash in between asks again and tells once.
 */
export async function lookUpBills(tenants: Tenants, company: Company): Promise<void> {
  if (nobodyWaits.has(company)) return;
  const busy = underWay.get(company) ?? new Set();
  underWay.set(company, busy);
  const rows = company.read.select().from(billLookupTable).limit(MOST_AT_ONCE * 2).all();
  if (rows.length === 0) return void nobodyWaits.add(company);
  const next = rows.filter(({ ticketId }) => !busy.has(ticketId)).slice(0, MOST_AT_ONCE - busy.size);
  await Promise.all(next.map(async (row) => {
    busy.add(row.ticketId);
    const isTold = await lookUp(tenants, company, row);
    if (isTold) busy.delete(row.ticketId);
    else Deno.unrefTimer(setTimeout(() => busy.delete(row.ticketId), REST));
  }));
}

async function lookUp(tenants: Tenants, company: Company, row: BillLookupRow): Promise<boolean> {
  try {
    const found = await foundFor(tenants, company, row.taxNumber);
    company.write((db, emit) => tell(company, db, emit, { row, found, now: Date.now() }));
    return true;
  } catch (error) {
    log.error(`The bills for ticket ${row.ticketId} could not be told`, { company: company.id, error });
    return false;
  }
}

/** The bills, or nothing when the systems do not answer; the log says why, and not whose they are. */
async function foundFor({ keys }: Tenants, company: Company, taxNumber: string): Promise<FoundBills> {
  try {
    return await findBills(billersOf(company.read, keys), taxNumber);
  } catch (error) {
    if (error instanceof BillerFault) {
      log.warn(`Bills could not be looked up: ${error.message}`, { company: company.id });
    } else log.error("Bills could not be looked up", { company: company.id, error });
  }
}

interface Telling {
  row: BillLookupRow;
  found: FoundBills;
  now: number;
}

/** Whose ticket somebody took meanwhile gets nothing from the bot. */
function tell(company: Company, db: Write, emit: Emit, { row: { ticketId }, found, now }: Telling): void {
  const asked = db.delete(billLookupTable).where(eq(billLookupTable.ticketId, ticketId)).returning().all();
  const ticket = ticketRow(db, ticketId);
  if (asked.length === 0 || !ticket?.bot || ticket.bot.asks !== "bills" || !ticket.chatbot) return;
  if (ticket.status !== "pending" || ticket.userId !== null || ticket.connectionId === null) return;
  const language = setting(db, "botLanguage") as BotLanguage;
  const reply = tellBills(found, { state: ticket.bot, texts: botTexts(db), language });
  const said = carryOut(company, db, emit, { ticket, reply, now });
  if (reply.actions.some((action) => action.do === "handOver")) ringFor(db, emit, ticketId);
  emitSaid(db, emit, ticketId, said);
}
