import { companyRow } from "../companies/companies.ts";
import { figuresRow, publishFigures, setFigures } from "../companies/figures.ts";
import type { FiguresRow } from "../companies/table.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { dayIn, startOfDay } from "../shared/clock.ts";
import { countMessages, countRest, fileSizeOf } from "./counts.ts";

/** No more companies than this in one run, so that nobody's message waits for it. */
const MOST_AT_ONCE = 20;

/**
 * Brings into provider.db what is other than before in the companies where something was written since the last time. One
 * that cannot be read keeps the figures it had, is shown as such, and stops no other.
 */
export function rollUpFigures(tenants: Tenants, companies: readonly Company[], now: Date): void {
  for (const company of nextInTurn(tenants, companies.filter(({ isChanged }) => isChanged))) {
    company.isChanged = false;
    try {
      rollUp(tenants, company, now);
    } catch (error) {
      company.isChanged = !tenants.quarantine.has(company.id);
      log.warn("A company's figures are not known", { company: company.id, error });
    }
  }
  tellUnreadable(tenants, now);
}

/** Those that screens know to be unreadable. */
const told = new WeakMap<Tenants, ReadonlySet<number>>();

/** Screens learn which companies cannot be read any more, whoever has found it out, and which can be again. */
function tellUnreadable(tenants: Tenants, now: Date): void {
  const known = told.get(tenants) ?? new Set<number>(), unreadable = new Set(tenants.quarantine.keys());
  told.set(tenants, unreadable);
  for (const id of unreadable.symmetricDifference(known)) {
    const row = companyRow(tenants, id);
    if (row && row.removedAt === null) publishFigures(tenants, id, dayIn(row.timeZone, now));
  }
}

/** The id of the company that had its turn last. */
const last = new WeakMap<Tenants, number>();

/** Goes on behind the last one, and from the first on again: where many write all the time, each has its turn. */
function nextInTurn(tenants: Tenants, changed: Company[]): Company[] {
  const from = last.get(tenants) ?? 0;
  const inOrder = changed.toSorted((one, other) => one.id - other.id);
  const turn = [...inOrder.filter(({ id }) => id > from), ...inOrder.filter(({ id }) => id <= from)]
    .slice(0, MOST_AT_ONCE);
  last.set(tenants, turn.at(-1)?.id ?? 0);
  return turn;
}

function rollUp(tenants: Tenants, company: Company, now: Date): void {
  const row = companyRow(tenants, company.id);
  if (!row || row.removedAt !== null) return;
  const day = dayIn(row.timeZone, now), had = figuresRow(tenants.provider.read, company.id), db = company.read;
  const today = { day, since: startOfDay(row.timeZone, day) };
  const counted = { ...countRest(db), ...countMessages(db, had, today), fileSize: fileSizeOf(company.folder) };
  const hasLoggedIn = had.lastLoginAt !== null && had.rolledUpAt !== null && had.lastLoginAt > had.rolledUpAt;
  if (had.rolledUpAt !== null && !hasLoggedIn && !isOther(had, counted)) return;
  tenants.provider.write((db) => setFigures(db, company.id, { ...counted, rolledUpAt: now.getTime() }));
  publishFigures(tenants, company.id, day);
}

function isOther(had: FiguresRow, counted: Partial<FiguresRow>): boolean {
  return Object.entries(counted).some(([name, value]) => had[name as keyof FiguresRow] !== value);
}
