import { asc, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { prepared } from "../platform/prepared.ts";
import { Moved } from "../platform/moved.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type CompanyMoveRow, companyMoveTable, companyTable } from "./table.ts";

const byCompany = prepared((db) =>
  db.select().from(companyMoveTable).where(eq(companyMoveTable.companyId, prepared.arg("id"))).prepare()
);

/** Where a company lives that has left this server; nothing of one that has not. */
export function moveOf({ provider }: Tenants, id: number): CompanyMoveRow | undefined {
  return byCompany.one(provider.read, { id });
}

export interface MovedCompany extends Pick<CompanyMoveRow, "address" | "confirmedAt"> {
  id: number;
  name: string;
}

/** All that have left this server, and where they went. */
export function movedCompanies({ provider }: Tenants): MovedCompany[] {
  const { id, name } = companyTable, { address, confirmedAt, companyId } = companyMoveTable;
  return provider.read.select({ id, name, address, confirmedAt }).from(companyMoveTable)
    .innerJoin(companyTable, eq(companyTable.id, companyId)).orderBy(asc(id)).all();
}

/**
 * Where a company is served that has left; ERR_COMPANY_MOVING until the other server has said that it does, and nothing of one
 * that is here.
 */
export function addressMovedTo(tenants: Tenants, id: number): string | undefined {
  const move = moveOf(tenants, id);
  if (move?.confirmedAt === null) refuse("ERR_COMPANY_MOVING");
  return move?.address;
}

/** Refuses with ERR_COMPANY_MOVED whoever asks for a company that has left; `isFollowed` leads them there (308). */
export function refuseMoved(tenants: Tenants, id: number, { isFollowed = false } = {}): void {
  const address = addressMovedTo(tenants, id);
  if (address) throw new Moved(address, isFollowed);
}
