import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { noteOrigins, originOf } from "../companies/origins.ts";
import { companyOriginTable } from "../companies/table.ts";
import { ErasedCounts } from "../contract/privacy.ts";
import type { Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companyExportTable, erasedAddressTable, erasureTable } from "./table.ts";

const Server = z.string().check(z.maxLength(64));

/** A report that another version has written may count other things: those that are missing are none. */
const Counts = z.pipe(
  z.catch(z.record(z.string(), z.catch(z.int(), 0)), {}),
  z.transform((counts) => ({ ...NONE, ...counts })),
);
const NONE: ErasedCounts = {
  ...{ tickets: 0, messages: 0, files: 0, notes: 0, schedules: 0, listItems: 0, recipients: 0, requests: 0, events: 0 },
  audits: 0,
};

/** What one server's provider.db knows of a company's erasures, and where its data were, for that of another. */
export const TravellingPrivacy = z.object({
  /** Which server it comes from, and as which of its companies. */
  from: z.object({ server: Server, companyId: z.int() }),
  origins: z.array(z.object({
    server: Server,
    originId: z.int(),
    kind: z.enum(["moved", "copied"]),
    at: z.int(),
  })),
  erasures: z.array(z.object({
    at: z.int(),
    byId: z.nullable(z.int()),
    byName: z.string().check(z.maxLength(200)),
    counts: Counts,
    /** Keyed hashes: the keys go along (moving/former_keys.ts). */
    addresses: z.array(z.string().check(z.maxLength(128))),
  })),
  /** Files of the whole company; null = on the server that it comes from. */
  exports: z.array(z.object({
    at: z.int(),
    path: z.string().check(z.maxLength(5000)),
    isAnonymised: z.boolean(),
    server: z.nullable(Server),
  })),
});
export type TravellingPrivacy = z.infer<typeof TravellingPrivacy>;

export function travellingPrivacy(tenants: Tenants, companyId: number): TravellingPrivacy {
  const db = tenants.provider.read, { erasureId, addressHash } = erasedAddressTable;
  const origins = db.select().from(companyOriginTable).where(eq(companyOriginTable.companyId, companyId)).all();
  const erasures = db.select().from(erasureTable).where(eq(erasureTable.companyId, companyId)).all();
  const hashes = Map.groupBy(
    db.select({ erasureId, addressHash }).from(erasedAddressTable)
      .innerJoin(erasureTable, eq(erasureTable.id, erasureId)).where(eq(erasureTable.companyId, companyId)).all(),
    (one) => one.erasureId,
  );
  const exports = db.select().from(companyExportTable).where(eq(companyExportTable.companyId, companyId)).all();
  return {
    from: originOf(tenants, companyId),
    origins: origins.map(({ server, originId, kind, at }) => ({ server, originId, kind, at })),
    erasures: erasures.map(({ id, at, byId, byName, counts }) => ({
      ...{ at, byId, byName, counts },
      addresses: (hashes.get(id) ?? []).map((one) => one.addressHash),
    })),
    exports: exports.map(({ at, path, isAnonymised, server }) => ({ at, path, isAnonymised, server })),
  };
}

/** Keeps it for a company that has come; `db` is provider.db. */
export function keepPrivacy(
  tenants: Tenants,
  db: Write,
  { companyId, now, ...of }: { companyId: number; now: number } & TravellingPrivacy,
): void {
  const { from, origins, erasures, exports } = of, here = originOf(tenants, companyId).server;
  noteOrigins(db, companyId, [{ server: from.server, originId: from.companyId, kind: "moved", at: now }, ...origins]);
  for (const { addresses, ...row } of erasures) {
    const { id: erasureId } = db.insert(erasureTable).values({ ...row, companyId }).returning({ id: erasureTable.id })
      .get();
    for (const addressHash of addresses) db.insert(erasedAddressTable).values({ erasureId, addressHash }).run();
  }
  for (const { server, ...row } of exports) {
    // Those that this very server has written are known by the number which the company had here then.
    if ((server ?? from.server) !== here) {
      db.insert(companyExportTable).values({ ...row, companyId, server: server ?? from.server }).run();
    }
  }
}
