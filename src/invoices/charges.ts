import { milliseconds } from "date-fns/milliseconds";
import { asc, desc, eq, gt, lte, or } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { staticCodeOf } from "../pix/chosen_gateway.ts";
import { type Charge, type Gateway, GatewayFault } from "../pix/gateway.ts";
import type { Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { providerSetting } from "../provider_settings/provider_settings.ts";
import { bankOf } from "./bank.ts";
import { nothingNew, publishNews } from "./news.ts";
import type { Underway } from "./make.ts";
import { notePayments } from "./payments.ts";
import { invoiceRow, ownInvoice } from "./rows.ts";
import { type ChargeRow, chargeTable, type InvoiceRow } from "./table.ts";

const MINUTE = milliseconds({ minutes: 1 }), HOUR = milliseconds({ hours: 1 });
/** How long (ms) a charge can be paid. */
const LIFE = milliseconds({ hours: 24 });
/** One that runs out sooner (ms) is not handed out any more. */
const LAST_MINUTES = milliseconds({ minutes: 10 });
/** A charge that never runs out is asked about for so long (ms). */
const ASKED_FOR = milliseconds({ days: 30 });
/** And after its end (ms). */
const ASKED_AFTER = milliseconds({ days: 2 });
/** Charges asked about in one run of the clock. */
const MOST_POLLED = 50;
/** A bank that has something else under one txid has it under the next, too, seldom twice. */
const MOST_ATTEMPTS = 3;

/** What pays an invoice. */
export interface PixCode {
  pixCode: string;
  cents: number;
  /** A `static` one is confirmed by hand. */
  kind: "charge" | "static";
  createdAt: number | null;
  expiresAt: number | null;
}

/**
 * The Pix code for a company's open invoice: the charge that is there, or a new one; with nothing but a Pix key set, its
 * static code. The amount is the invoice's. ERR_NO_INVOICE_FOUND, ERR_INVOICE_NOT_OPEN, ERR_PIX_NOT_SET_UP,
 * ERR_BANK_UNREACHABLE.
 */
export async function pixCodeFor(tenants: Tenants, companyId: number, id: number, now: number): Promise<PixCode> {
  const invoice = ownInvoice(tenants.provider.read, companyId, id);
  if (invoice.status !== "open") refuse("ERR_INVOICE_NOT_OPEN");
  const bank = bankOf(tenants);
  if (!bank) return staticPixCode(tenants, invoice);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const charge = await openCharge(
      tenants,
      bank,
      tenants.provider.write((db) => chargeFor(tenants, db, id, now)),
      now,
    );
    if (charge.state === "open") return { ...charge, kind: "charge" };
    // One that the bank had already may have run out since; the next attempt has a name of its own.
    if (charge.state !== "removed" && charge.state !== "expired") break;
  }
  return refuse(
    invoiceRow(tenants.provider.read, id).status === "open" ? "ERR_BANK_UNREACHABLE" : "ERR_INVOICE_NOT_OPEN",
  );
}

function staticPixCode(tenants: Tenants, { id, cents, detail }: InvoiceRow): PixCode {
  const text = textFor(id, detail);
  if (providerSetting(tenants.provider.read, "pixGateway") !== "key") refuse("ERR_PIX_NOT_SET_UP");
  const pixCode = staticCodeOf(tenants, { cents, txid: `FATURA${id}`, text }) ?? refuse("ERR_PIX_NOT_SET_UP");
  return { pixCode, cents, kind: "static", createdAt: null, expiresAt: null };
}

/** What the payer reads. */
function textFor(id: number, detail: string): string {
  return `Fatura ${id} ${detail}`.slice(0, 100);
}

/** The row of the charge that an open invoice is paid by; a new one says what the bank is going to be asked for. */
function chargeFor(tenants: Tenants, db: Write, invoiceId: number, now: number): ChargeRow {
  const invoice = invoiceRow(db, invoiceId);
  if (invoice.status !== "open") refuse("ERR_INVOICE_NOT_OPEN");
  const [latest] = db.select().from(chargeTable).where(eq(chargeTable.invoiceId, invoiceId))
    .orderBy(desc(chargeTable.attempt)).limit(1).all();
  if (latest?.state === "asked") return latest;
  const isGood = latest?.state === "open" && (latest.expiresAt === null || latest.expiresAt - now > LAST_MINUTES);
  if (isGood) {
    // Whoever looks at it waits for it: the bank is asked often again.
    return db.update(chargeTable).set({
      shownAt: now,
      nextPollAt: Math.min(latest!.nextPollAt ?? Infinity, now + MINUTE),
    })
      .where(eq(chargeTable.txid, latest!.txid)).returning().get()!;
  }
  const attempt = (latest?.attempt ?? 0) + 1;
  const row = {
    txid: txidOf(tenants, invoice, attempt),
    invoiceId,
    attempt,
    cents: invoice.cents,
    createdAt: now,
    shownAt: now,
  };
  return db.insert(chargeTable).values({ ...row, nextPollAt: now + MINUTE }).returning().get();
}

/**
 * The bank's name for a charge (26 to 35 letters and digits), made from invoice and attempt, so that asking again makes no
 * second one. Another installation with the same bank, or one that was restored, makes others.
 */
function txidOf({ keys }: Tenants, { id, createdAt }: InvoiceRow, attempt: number): string {
  return `FATURA${id}x${attempt}x${keys.digest(`charge ${id} ${createdAt} ${attempt}`)}`.slice(0, 35);
}

/** What the bank is being asked for at the moment, by txid. */
const underway = new WeakMap<Tenants, Map<string, Promise<ChargeRow>>>();

/** Asks the bank for a charge, once however many ask at the same time. */
function openCharge(tenants: Tenants, bank: Gateway, row: ChargeRow, now: number): Promise<ChargeRow> {
  if (row.state === "open") return Promise.resolve(row);
  const asked = underway.get(tenants) ?? new Map<string, Promise<ChargeRow>>();
  underway.set(tenants, asked);
  const running = asked.get(row.txid) ?? askForCharge(tenants, bank, row, now).finally(() => asked.delete(row.txid));
  asked.set(row.txid, running);
  return running;
}

async function askForCharge(tenants: Tenants, bank: Gateway, row: ChargeRow, now: number): Promise<ChargeRow> {
  const { txid, cents, invoiceId } = row;
  const { companyId, detail } = invoiceRow(tenants.provider.read, invoiceId);
  try {
    const told = await bank.charge({ txid, cents, text: textFor(invoiceId, detail), expiresIn: LIFE / 1000 });
    return noteAnswer(tenants, row, told, now);
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.warn("The bank made no charge", { company: companyId, invoice: invoiceId, error });
    return refuse("ERR_BANK_UNREACHABLE", { detail: { reason: error.reason } });
  }
}

/** Stores what the bank says of a charge in one transaction, and publishes what follows from it. */
function noteAnswer(tenants: Tenants, asked: ChargeRow, told: Charge | undefined, now: number): ChargeRow {
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
  return db.update(chargeTable).set(taken).where(eq(chargeTable.txid, txid)).returning().get()!;
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
  return { ...seen, ...next({ ...seen, state: state === "asked" ? "open" : state }, now) };
}

/**
 * Each minute in the hour after somebody saw its code, then each hour until it runs out, and for two days after that: what
 * was paid at the last moment settles later, and clocks differ.
 */
function next(row: ChargeRow, now: number): Pick<ChargeRow, "state" | "nextPollAt"> {
  const { state } = row, end = row.expiresAt ?? row.createdAt + ASKED_FOR;
  if (state === "paid" || state === "removed") return { state, nextPollAt: null };
  if (now >= end + ASKED_AFTER) return { state: "expired", nextPollAt: null };
  const soon = now + (now - row.shownAt < HOUR && now < end ? MINUTE : HOUR);
  return {
    state: now >= end && state === "open" ? "expired" : state,
    nextPollAt: now < end ? Math.min(soon, end) : soon,
  };
}

const turns = new WeakMap<Tenants, Promise<void>>();

/** Asks the bank about the charges whose time has come, in one turn after the other. It goes on with the next run after a fault. */
export function pollCharges(tenants: Tenants, now: () => number = Date.now): Promise<void> {
  const turn = (turns.get(tenants) ?? Promise.resolve()).then(() => pollDue(tenants, now));
  turns.set(tenants, turn.catch(() => {}));
  return turn;
}

async function pollDue(tenants: Tenants, now: () => number): Promise<void> {
  const bank = bankOf(tenants);
  if (!bank) return;
  for (let nth = 0; nth < MOST_POLLED; nth++) {
    const row = tenants.provider.write((db) => claimDue(db, now()));
    if (!row) return;
    try {
      const told = row.state === "removing" ? await bank.cancel(row.txid) : await bank.lookUp(row.txid);
      noteAnswer(tenants, row, told, now());
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error;
      log.warn("The bank did not say how a charge stands", { invoice: row.invoiceId, error });
      // Who does not answer about one answers about none.
      if (error.reason === "unreachable" || error.reason === "limited") return;
    }
  }
}

/** The next charge whose time has come; asked about again within a minute when nothing comes of it. */
function claimDue(db: Write, now: number): ChargeRow | undefined {
  const { nextPollAt, txid } = chargeTable;
  // No time is more than an hour ahead: what seems to be was noted before the clock was set back.
  const [row] = db.select().from(chargeTable).where(or(lte(nextPollAt, now), gt(nextPollAt, now + HOUR)))
    .orderBy(asc(nextPollAt)).limit(1).all();
  if (row) db.update(chargeTable).set({ nextPollAt: now + MINUTE }).where(eq(txid, row.txid)).run();
  return row;
}
