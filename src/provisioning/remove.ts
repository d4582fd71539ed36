import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { checkName } from "../companies/companies.ts";
import { companyRecord } from "../companies/records.ts";
import { arrivalTable, companyMoveTable, type CompanyRow, companyTable } from "../companies/table.ts";
import { endSessionsOfCompany } from "../access/sessions.ts";
import { refuse } from "../contract/errors.ts";
import { cancelInvoicesOf } from "../invoices/make.ts";
import { nothingNew, publishNews } from "../invoices/news.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { planTable } from "../plans/table.ts";
import { dayIn } from "../shared/clock.ts";
import { NO_PASSWORD } from "../users/passwords.ts";
import { loginTable, secondFactorTable } from "../users/table.ts";

/** So many days the files of a removed company are kept. */
const KEPT_DAYS = 30, KEPT_FOR = milliseconds({ days: KEPT_DAYS });
/** What was not finished after this long (ms) never will be. */
const MADE_WITHIN = milliseconds({ hours: 1 });

/**
 * Removes a company: nobody logs in to it or sees it, and its e-mail addresses are free. Its files stay for thirty days, in
 * which `restoreCompany` brings it back. The provider's own is refused (ERR_PROVIDERS_COMPANY).
 */
export function removeCompany(tenants: Tenants, id: number, now: Date): void {
  const news = nothingNew();
  tenants.provider.write((db) => {
    const { isProviders, planId } = companyRecord(db, id);
    if (isProviders) refuse("ERR_PROVIDERS_COMPANY");
    const { email, userId, passwordHash, companyId } = loginTable;
    const ofLogin = and(eq(secondFactorTable.companyId, companyId), eq(secondFactorTable.userId, userId));
    const logins = db.select({ email, userId, passwordHash, factorOf: secondFactorTable.userId }).from(loginTable)
      .leftJoin(secondFactorTable, ofLogin).where(eq(companyId, id)).all()
      .map(({ factorOf, ...login }) => ({ ...login, hadFactor: factorOf !== null }));
    const unseen = { removedDays: 0, removedSeenOn: null };
    const removed = { removedAt: now.getTime(), removedState: { planId, logins }, planId: null, ...unseen };
    db.update(companyTable).set(removed).where(eq(companyTable.id, id)).run();
    db.delete(loginTable).where(eq(loginTable.companyId, id)).run();
    cancelInvoicesOf(db, id, { now: now.getTime(), news });
  });
  publishNews(tenants, news);
  endSessionsOfCompany(tenants, id);
}

/**
 * Brings a removed company back, under its name or another; answers the addresses that somebody else has taken meanwhile, who cannot log in. Whoever
 * had a second factor needs a new password, by a link: without it they would be let in by less than before.
 */
export function restoreCompany(tenants: Tenants, id: number, name?: string): string[] {
  return tenants.provider.write((db) => {
    const row = db.select().from(companyTable).where(eq(companyTable.id, id)).all()[0];
    if (!row?.removedState) refuse("ERR_NO_COMPANY_FOUND");
    const named = name ?? row.name;
    checkName(db, named, id);
    const { planId, logins } = row.removedState;
    const emails = logins.map(({ email }) => email);
    const taken = new Set(
      db.select({ email: loginTable.email }).from(loginTable).where(inArray(loginTable.email, emails)).all()
        .map(({ email }) => email),
    );
    const free = logins.filter(({ email }) => !taken.has(email)).map(({ hadFactor, ...login }) => ({
      ...login,
      companyId: id,
      passwordHash: hadFactor ? NO_PASSWORD : login.passwordHash,
    }));
    if (free.length > 0) db.insert(loginTable).values(free).run();
    const plan = db.select({ id: planTable.id }).from(planTable).where(eq(planTable.id, planId ?? 0)).all()[0]?.id;
    db.update(companyTable).set({ name: named, removedAt: null, removedState: null, planId: plan ?? null })
      .where(eq(companyTable.id, id)).run();
    return [...taken];
  });
}

/** The removed ones that can be brought back: since when they are removed, and until when at least (ms). */
export function keptCompanies({ provider }: Tenants) {
  const { id, removedAt, removedState } = companyTable;
  return provider.read.select().from(companyTable).where(and(isNotNull(removedAt), isNotNull(removedState)))
    .orderBy(asc(id)).all()
    .map((row) => ({ id: row.id, name: row.name, removedAt: row.removedAt!, keptUntil: row.removedAt! + KEPT_FOR }));
}

/**
 * Deletes the files of companies that were removed thirty days ago, and what was never finished. Thirty days have passed
 * when the clock says so and this was called on so many: one that jumps a year ahead deletes nothing. The row stays:
 * invoices belong to it.
 */
export async function purgeRemoved(tenants: Tenants, now: Date): Promise<void> {
  countDay(tenants, dayIn("UTC", now.getTime()));
  await purge(tenants, now.getTime() - MADE_WITHIN, (row) => isOver(row, now));
}

/** Deletes what a server, or a command, that was killed has left half made: whatever was begun before that moment (ms). */
export async function purgeHalfMade(tenants: Tenants, before: number): Promise<void> {
  await purge(tenants, before, ({ removedState }) => removedState === null);
}

async function purge(tenants: Tenants, before: number, isOver: (row: CompanyRow) => boolean): Promise<void> {
  const { removedAt } = companyTable;
  const rows = tenants.provider.read.select().from(companyTable)
    .where(and(isNotNull(removedAt), lt(removedAt, before), notOnItsWay(tenants))).all();
  const isThere = new Set(tenants.ids());
  for (const row of rows) {
    if (!isOver(row) || !isThere.has(row.id)) continue;
    try {
      await tenants.forget(row.id);
      tenants.provider.write((db) =>
        void db.update(companyTable).set({ removedState: null, planId: null }).where(eq(companyTable.id, row.id)).run()
      );
      log.info("The files of a removed company were deleted", { company: row.id });
    } catch (error) {
      log.error("The files of a removed company could not be deleted", { company: row.id, error });
    }
  }
}

/** Of a company between two servers its files are the only ones, perhaps: who moves it removes them (src/moving). */
function notOnItsWay({ provider }: Tenants) {
  const moved = provider.read.select({ id: companyMoveTable.companyId }).from(companyMoveTable);
  const arriving = provider.read.select({ id: arrivalTable.companyId }).from(arrivalTable);
  return and(notInArray(companyTable.id, moved), notInArray(companyTable.id, arriving));
}

function countDay({ provider }: Tenants, today: string): void {
  const { removedState, removedSeenOn: seenOn } = companyTable;
  const isNewDay = and(isNotNull(removedState), or(isNull(seenOn), ne(seenOn, today)));
  const [one] = provider.read.select({ id: companyTable.id }).from(companyTable).where(isNewDay).limit(1).all();
  if (!one) return;
  const seen = { removedDays: sql`${companyTable.removedDays} + 1`, removedSeenOn: today };
  provider.write((db) => void db.update(companyTable).set(seen).where(isNewDay).run());
}

function isOver({ removedState, removedAt, removedDays }: CompanyRow, now: Date): boolean {
  if (removedState === null) return true;
  return removedAt! < now.getTime() - KEPT_FOR && removedDays >= KEPT_DAYS;
}
