import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, gt, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { forgetAccesses } from "../pix/bank_access.ts";
import { formerBanks } from "../pix/chosen_gateway.ts";
import { GatewayFault } from "../pix/gateway.ts";
import type { Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { bankOf, bankThatMade } from "./bank.ts";
import { ASKED_AFTER, endOf, noteAnswer } from "./charge_answers.ts";
import { type ChargeRow, chargeTable } from "./table.ts";

const MINUTE = milliseconds({ minutes: 1 }), HOUR = milliseconds({ hours: 1 });
/** How long (ms) after a charge's end a bank that fails is still asked to take it back, or how it stands. */
/** So long after its last charge was made (ms) a former bank's access is kept at least. */
const KEPT_AFTER = milliseconds({ days: 60 });
const TRIED_AFTER = { takeBack: milliseconds({ days: 7 }), lookUp: milliseconds({ days: 30 }) };
/** Charges asked about in one run of the clock. */
const MOST_POLLED = 50;

const turns = new WeakMap<Tenants, Promise<void>>();

/**
 * Asks about the charges whose time has come, each at the bank that made it, in one turn after the other. It goes on with
 * the next run after a fault.
 */
export function pollCharges(tenants: Tenants, now: () => number = Date.now): Promise<void> {
  const turn = (turns.get(tenants) ?? Promise.resolve()).then(() => pollDue(tenants, now));
  turns.set(tenants, turn.catch(() => {}));
  return turn;
}

async function pollDue(tenants: Tenants, now: () => number): Promise<void> {
  nameBankOfOldCharges(tenants);
  // Who does not answer about one answers about none.
  const away = new Set<string>();
  for (let nth = 0; nth < MOST_POLLED; nth++) {
    const row = tenants.provider.write((db) => claimDue(db, now(), away));
    if (!row) break;
    const bank = row.access === null ? undefined : bankThatMade(tenants, row.access);
    if (!bank) noteFault(tenants, row, now(), "It is not known which bank has made a charge");
    else if (!await askAbout(tenants, bank, row, now)) away.add(row.access!);
  }
  forgetFormerBanks(tenants, now());
}

/** Whether the bank has answered. */
async function askAbout(
  tenants: Tenants,
  bank: NonNullable<ReturnType<typeof bankThatMade>>,
  row: ChargeRow,
  now: () => number,
): Promise<boolean> {
  try {
    const told = row.state === "removing" ? await bank.cancel(row.txid) : await bank.lookUp(row.txid);
    noteAnswer(tenants, row, told, now());
    return true;
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    noteFault(tenants, row, now(), "The bank did not say how a charge stands", error);
    return error.reason !== "unreachable" && error.reason !== "limited";
  }
}

/**
 * A bank that says no is asked again later each time, up to an hour, and no more some time after the charge's end. It is
 * logged when it begins.
 */
function noteFault({ provider }: Tenants, row: ChargeRow, now: number, said: string, error?: GatewayFault): void {
  const isBusy = error?.reason === "unreachable" || error?.reason === "limited";
  if (isBusy || row.faults === 0) log.warn(said, { invoice: row.invoiceId, error });
  const isOver = now >= endOf(row) + (row.state === "removing" ? TRIED_AFTER.takeBack : TRIED_AFTER.lookUp);
  const wait = isBusy ? MINUTE : Math.min(MINUTE * 2 ** Math.min(row.faults, 10), HOUR);
  const then = isOver ? { state: "expired" as const, nextPollAt: null } : { nextPollAt: now + wait };
  const faults = isBusy ? row.faults : row.faults + 1;
  provider.write((db) =>
    void db.update(chargeTable).set({ ...then, faults })
      .where(and(eq(chargeTable.txid, row.txid), notInArray(chargeTable.state, ["paid", "removed"]))).run()
  );
}

/** The next charge whose time has come; asked about again within a minute when nothing comes of it. */
function claimDue(db: Write, now: number, away: ReadonlySet<string>): ChargeRow | undefined {
  const { nextPollAt, txid, access } = chargeTable;
  // No time is more than an hour ahead: what seems to be was noted before the clock was set back.
  const isDue = or(lte(nextPollAt, now), gt(nextPollAt, now + HOUR));
  const next = (which: SQL | undefined) =>
    db.select().from(chargeTable).where(and(which, notInArray(sql`coalesce(${access}, '')`, [...away])))
      .orderBy(asc(nextPollAt)).limit(1).all()[0];
  const row = next(isDue) ?? next(isOutTooEarly(now));
  if (row) db.update(chargeTable).set({ nextPollAt: now + MINUTE }).where(eq(txid, row.txid)).run();
  return row;
}

/** Its time seemed to be over, and is not: the clock was ahead then. */
function isOutTooEarly(now: number): SQL {
  return sql`state = 'expired' and next_poll_at is null
    and coalesce(expires_at, created_at + 2592000000) > ${now - ASKED_AFTER}`;
}

/** Charges of before it was kept who had made them were made by the bank that is set. */
function nameBankOfOldCharges(tenants: Tenants): void {
  const bank = bankOf(tenants), { access, nextPollAt } = chargeTable;
  if (!bank) return;
  const areOld = and(isNull(access), isNotNull(nextPollAt));
  const [old] = tenants.provider.read.select({ txid: chargeTable.txid }).from(chargeTable).where(areOld).limit(1).all();
  if (old) tenants.provider.write((db) => void db.update(chargeTable).set({ access: bank.access }).where(areOld).run());
}

/** What a bank was reached with is forgotten when nothing that it made can be paid any more. */
function forgetFormerBanks(tenants: Tenants, now: number): void {
  if (formerBanks(tenants).length === 0) return;
  const { access, nextPollAt, createdAt } = chargeTable;
  tenants.provider.write((db) => {
    // What seems to be over may not be: the clock may be ahead now, and set back later.
    const mayCome = or(isNotNull(nextPollAt), gt(createdAt, now - KEPT_AFTER));
    const needed = db.selectDistinct({ access }).from(chargeTable).where(and(isNotNull(access), mayCome))
      .all().map((row) => row.access!);
    forgetAccesses(db, needed);
  });
}
