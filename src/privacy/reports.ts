import { and, desc, eq, lte } from "drizzle-orm";
import type { Erasure, RetentionRun } from "../contract/privacy.ts";
import { refuse } from "../contract/errors.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companyExportTable, erasureTable, retentionRunTable } from "./table.ts";

/** So many of each are shown. */
const SHOWN = 100;
const DAY = 86_400_000;

interface Where {
  tenants: Tenants;
  companyId: number;
  /** So many days backups are kept. */
  backupDays: number;
}

export function listErasures(where: Where): Erasure[] {
  const rows = where.tenants.provider.read.select().from(erasureTable).where(
    eq(erasureTable.companyId, where.companyId),
  )
    .orderBy(desc(erasureTable.id)).limit(SHOWN).all();
  return rows.map((row) => reportOf(where, row));
}

export function erasureById(where: Where, id: number): Erasure {
  const [row] = where.tenants.provider.read.select().from(erasureTable)
    .where(and(eq(erasureTable.companyId, where.companyId), eq(erasureTable.id, id))).all();
  return reportOf(where, row ?? refuse("ERR_NOT_FOUND"));
}

function reportOf({ tenants, companyId, backupDays }: Where, row: typeof erasureTable.$inferSelect): Erasure {
  const { id, at, byName, counts } = row, exported = companyExportTable;
  const before = and(eq(exported.companyId, companyId), lte(exported.at, at), eq(exported.isAnonymised, false));
  const files = tenants.provider.read.select({ at: exported.at, path: exported.path }).from(exported).where(before)
    .orderBy(desc(exported.id)).limit(SHOWN).all();
  return {
    ...{ id, at: momentOf(at), by: byName, counts, backupsUntil: momentOf(at + backupDays * DAY) },
    exports: files.filter(({ path }) => mayBeThere(path)).map((one) => momentOf(one.at)),
  };
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
