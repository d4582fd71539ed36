import { and, eq, inArray, or } from "drizzle-orm";
import type { Read, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companyOriginTable } from "./table.ts";

/** One company of one server. */
export interface Origin {
  /** By which a server knows what is its own again, and which says nothing to any other. */
  server: string;
  companyId: number;
}

/** What is noted of it in a company that has its data. */
type Noted = Omit<typeof companyOriginTable.$inferSelect, "companyId">;

/** Of a company of this server. */
export function originOf({ keys }: Tenants, companyId: number): Origin {
  return { server: keys.digest("origin of exports").slice(0, 32), companyId };
}

/** As what a company has been served, here and on other servers, before it moved: its present number first. */
export function formerly(tenants: Tenants, companyId: number): Origin[] {
  const moved = and(eq(companyOriginTable.companyId, companyId), eq(companyOriginTable.kind, "moved"));
  const rows = tenants.provider.read.select().from(companyOriginTable).where(moved).all();
  return [originOf(tenants, companyId), ...rows.map(({ server, originId }) => ({ server, companyId: originId }))];
}

/** Companies of this server that are what was once another, or that one itself. */
export function heirsOf(tenants: Tenants, origin: Origin): number[] {
  const { server, companyId } = origin, isOurs = server === originOf(tenants, companyId).server;
  const moved = derivedFrom(tenants.provider.read, [origin]).filter(({ kind }) => kind === "moved");
  return [...new Set([...(isOurs ? [companyId] : []), ...moved.map((row) => row.companyId)])];
}

/** What companies of this server have of the data of others: one row for each. */
function derivedFrom(db: Read, origins: readonly Origin[]): (typeof companyOriginTable.$inferSelect)[] {
  const { server, originId } = companyOriginTable;
  const servers = Map.groupBy(origins, (origin) => origin.server);
  const isOne = or(
    ...[...servers].map(([one, of]) => and(eq(server, one), inArray(originId, of.map(({ companyId }) => companyId)))),
  );
  return db.select().from(companyOriginTable).where(isOne).all();
}

/** Companies of this server that were made of a company's data, under whichever number of it: each once, and of which moment (ms). */
export function copiesOf(tenants: Tenants, companyId: number): Map<number, number> {
  const copies = new Map<number, number>();
  for (const row of derivedFrom(tenants.provider.read, formerly(tenants, companyId))) {
    if (row.kind === "copied") copies.set(row.companyId, Math.max(row.at, copies.get(row.companyId) ?? 0));
  }
  return copies;
}

/** What is noted of a company that is made beside another of its data as they stood at a moment (ms). */
export function copiedFrom(tenants: Tenants, origin: Origin, at: number): Noted[] {
  const { server, companyId } = origin, isOurs = server === originOf(tenants, companyId).server;
  const before = isOurs
    ? tenants.provider.read.select().from(companyOriginTable).where(eq(companyOriginTable.companyId, companyId)).all()
    : [];
  return [
    { server, originId: companyId, kind: "copied", at },
    ...before.map(({ companyId: _, ...row }) => ({ ...row, kind: "copied" as const, at: Math.min(at, row.at) })),
  ];
}

/** `db` is provider.db. */
export function noteOrigins(db: Write, companyId: number, rows: readonly Noted[]): void {
  for (const row of rows) db.insert(companyOriginTable).values({ ...row, companyId }).onConflictDoNothing().run();
}
