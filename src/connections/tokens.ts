import { and, eq } from "drizzle-orm";
import { Buffer } from "node:buffer";
import { refuse } from "../contract/errors.ts";
import type { Company, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type ConnectionRow, connectionTable, connectionTokenTable } from "./table.ts";

/** The token of a connection, in clear; empty when it has none. */
export function tokenOf({ keys }: Tenants, { token }: ConnectionRow): string {
  return token ? Buffer.from(keys.unseal(token)).toString() : "";
}

/**
 * Gives a connection its token, or none; refuses one that any connection of any company has. `db` is the company's
 * transaction, which a refusal undoes. Neither file reveals a token when it is stolen: the company's holds it sealed,
 * the provider's a keyed hash of it.
 */
export function setToken(tenants: Tenants, company: Company, db: Write, id: number, token: string): void {
  const { keys } = tenants;
  db.update(connectionTable).set({ token: token ? Buffer.from(keys.seal(Buffer.from(token))) : null })
    .where(eq(connectionTable.id, id)).run();
  const own = { companyId: company.id, connectionId: id };
  try {
    tenants.provider.write((provider) => {
      provider.delete(connectionTokenTable).where(and(
        eq(connectionTokenTable.companyId, own.companyId),
        eq(connectionTokenTable.connectionId, own.connectionId),
      )).run();
      if (token) provider.insert(connectionTokenTable).values({ tokenHash: keys.digest(token), ...own }).run();
    });
  } catch (error) {
    if (brokenUnique(error)) refuse("ERR_DUPLICATED_TOKEN", { fields: { token: "taken" } });
    throw error;
  }
}
