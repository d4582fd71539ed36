import { milliseconds } from "date-fns/milliseconds";
import { desc, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { staticCodeOf } from "../pix/chosen_gateway.ts";
import { type Gateway, GatewayFault } from "../pix/gateway.ts";
import type { Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { providerSetting } from "../provider_settings/provider_settings.ts";
import { bankOf } from "./bank.ts";
import { noteAnswer } from "./charge_answers.ts";
import { invoiceRow, ownInvoice } from "./rows.ts";
import { type ChargeRow, chargeTable, type InvoiceRow } from "./table.ts";

const MINUTE = milliseconds({ minutes: 1 });
/** How long (ms) a charge can be paid. */
const LIFE = milliseconds({ hours: 24 });
/** One that runs out sooner (ms) is not handed out any more. */
const LAST_MINUTES = milliseconds({ minutes: 10 });
/** A bank that has something else under one txid has it under the next, too, seldom twice. */
const MOST_ATTEMPTS = 3;

/** What pays an invoice. */
export interface PixCode {
  pixCode: string;
  cents: number;
  /** A `static` one is confirmed by hand. */
  kind: "charge" | "static";
  /** Whom the payer's bank names; null where only the bank knows. */
  payee: string | null;
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
    const row = tenants.provider.write((db) => chargeFor(tenants, db, id, { access: bank.access, now }));
    const charge = await openCharge(tenants, bank.gateway, row, now);
    if (charge.state === "open") return { ...charge, kind: "charge", payee: null };
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
  const payee = providerSetting(tenants.provider.read, "pixName");
  return { pixCode, cents, kind: "static", payee, createdAt: null, expiresAt: null };
}

/** What the payer reads. */
function textFor(id: number, detail: string): string {
  return `Fatura ${id} ${detail}`.slice(0, 100);
}

interface Asked {
  /** The name of the access by which the bank is reached. */
  access: string;
  now: number;
}

/**
 * The row of the charge that an open invoice is paid by; a new one says what the bank is going to be asked for. What another
 * bank has made is not handed out any more, but stays good until it runs out: somebody may be paying it.
 */
function chargeFor(tenants: Tenants, db: Write, invoiceId: number, { access, now }: Asked): ChargeRow {
  const invoice = invoiceRow(db, invoiceId);
  if (invoice.status !== "open") refuse("ERR_INVOICE_NOT_OPEN");
  const [latest] = db.select().from(chargeTable).where(eq(chargeTable.invoiceId, invoiceId))
    .orderBy(desc(chargeTable.attempt)).limit(1).all();
  const isOurs = latest !== undefined && (latest.access === null || latest.access === access);
  if (isOurs && latest.state === "asked") return latest;
  const isGood = isOurs && latest.state === "open" &&
    (latest.expiresAt === null || latest.expiresAt - now > LAST_MINUTES);
  if (isGood) {
    // Whoever looks at it waits for it: the bank is asked often again.
    return db.update(chargeTable).set({
      shownAt: now,
      nextPollAt: Math.min(latest.nextPollAt ?? Infinity, now + MINUTE),
    })
      .where(eq(chargeTable.txid, latest.txid)).returning().get()!;
  }
  const attempt = (latest?.attempt ?? 0) + 1;
  const row = {
    txid: txidOf(tenants, invoice, attempt),
    invoiceId,
    attempt,
    cents: invoice.cents,
    createdAt: now,
    shownAt: now,
    access,
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
