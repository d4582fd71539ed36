import { sql } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import type { Tenants } from "../platform/tenants.ts";
import { PROVIDER } from "./keys.ts";

/** The id of a company's newest message, 0 without any; nothing for the provider's file and for what is not served. */
export function newestMessageOf(tenants: Tenants, companyId: number): number | undefined {
  if (companyId === PROVIDER || tenants.quarantine.has(companyId)) return undefined;
  try {
    const newest = sql<number>`coalesce(max(${messageTable.id}), 0)`;
    return tenants.company(companyId).read.select({ newest }).from(messageTable).all()[0]!.newest;
  } catch {
    // It cannot be opened any more; its backup is proven all the same.
    return undefined;
  }
}
