import { and, desc, eq, inArray } from "drizzle-orm";
import { formerly, originOf } from "../companies/origins.ts";
import type { Erasure, RetentionRun } from "../contract/privacy.ts";
import { refuse } from "../contract/errors.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { copiesWith } from "./copies.ts";
import { companyExportTable, erasureTable, retentionRunTable } from "./table.ts";

/** So many of each are shown. */
const SHOWN = 100;
/** So many files are looked for. */
const FILES = 1000;
const DAY = 86_400_000;

interface Where {
  tenants: Tenants;
  companyId: number;
  /** So many days backups are kept. */
  backupDays: number;
}

export async function listErasures(where: Where): Promise<Erasure[]> {
  const rows = where.tenants.provider.read.select().from(erasureTable).where(
    eq(erasureTable.companyId, where.companyId),
  )
    .orderBy(desc(erasureTable.id)).limit(SHOWN).all();
  return await reportsOf(where, rows);
}

export async function erasureById(where: Where, id: number): Promise<Erasure> {
  const [row] = where.tenants.provider.read.select().from(erasureTable)
    .where(and(eq(erasureTable.companyId, where.companyId), eq(erasureTable.id, id))).all();
  const [report] = await reportsOf(where, [row ?? refuse("ERR_NOT_FOUND")]);
  return report!;
}

async function reportsOf(where: Where, rows: (typeof erasureTable.$inferSelect)[]): Promise<Erasure[]> {
  const copies = await copiesWith(where.tenants, where.companyId), files = filesOf(where);
  return rows.map(({ id, at, byName, counts }) => ({
    ...{ id, at: momentOf(at), by: byName, counts, backupsUntil: momentOf(at + where.backupDays * DAY) },
    exports: files.filter((file) => file.at <= at).slice(0, SHOWN).map((one) => momentOf(one.at)),
    copies: copies.filter(({ erasures }) => erasures.has(id)).map((copy) => momentOf(copy.at)),
  }));
}

/** Files of the whole company that may be somewhere, the newest first: also those it had written as another number of here. */
function filesOf({ tenants, companyId }: Where): { at: number }[] {
  const here = originOf(tenants, companyId).server, exported = companyExportTable;
  const ids = formerly(tenants, companyId).filter(({ server }) => server === here).map((one) => one.companyId);
  const { at, path, server } = exported;
  return tenants.provider.read.select({ at, path, server }).from(exported)
    .where(and(inArray(exported.companyId, ids), eq(exported.isAnonymised, false))).orderBy(desc(at)).limit(FILES).all()
    .filter((file) => file.server !== null || mayBeThere(file.path));
}

/** Nobody knows of one that was moved. */
function mayBeThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

export function noteExport(
  { provider }: Tenants,
  { companyId, path, isAnonymised }: { companyId: number; path: string; isAnonymised: boolean },
  at: number,
): void {
  provider.write((db) => void db.insert(companyExportTable).values({ companyId, at, path, isAnonymised }).run());
}

export function listRetention(db: Read): RetentionRun[] {
  return db.select().from(retentionRunTable).orderBy(desc(retentionRunTable.id)).limit(SHOWN).all()
    .map(({ at, ...run }) => ({ ...run, at: momentOf(at) }));
}
