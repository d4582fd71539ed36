import { and, inArray, isNull } from "drizzle-orm";
import { copiesOf } from "../companies/origins.ts";
import { companyTable } from "../companies/table.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type Erased, erasedContacts, erasedFrom, erasedNumbers } from "./erased.ts";

/** A company of this server that was made of another's data. */
export interface Copy {
  /** Of which moment (ms) its data are. */
  at: number;
  /** The reports of those whom the other has erased, and who are in it still. */
  erasures: { has(id: number): boolean };
}

/** Every copy of a company on this server; whoever came to a copy by themselves afterwards is no business of the company's. */
export async function copiesWith(tenants: Tenants, companyId: number): Promise<Copy[]> {
  const all = copiesOf(tenants, companyId);
  if (all.size === 0) return [];
  const erased = erasedFrom(tenants, [companyId], 0), there = stillThere(tenants, [...all.keys()]);
  const copies: Copy[] = [];
  for (const [id, at] of all) {
    if (there.has(id)) copies.push({ at, erasures: await erasuresIn(tenants, { companyId: id, at }, erased) });
  }
  return copies.sort((one, other) => other.at - one.at);
}

async function erasuresIn(
  tenants: Tenants,
  { companyId, at }: { companyId: number; at: number },
  erased: Erased,
): Promise<Copy["erasures"]> {
  try {
    const { read } = tenants.company(companyId);
    const found = [
      ...(await erasedContacts(read, erased, at)).values(),
      ...(await erasedNumbers(read, erased, at)).values(),
    ];
    return new Set(found.flat().map(({ erasureId }) => erasureId));
  } catch (error) {
    log.warn("A company could not be looked through for whom another has erased", { company: companyId, error });
    // Nobody can say that they are not in it.
    return { has: () => true };
  }
}

function stillThere({ provider }: Tenants, ids: number[]): Set<number> {
  const rows = provider.read.select({ id: companyTable.id }).from(companyTable)
    .where(and(inArray(companyTable.id, ids), isNull(companyTable.removedAt))).all();
  return new Set(rows.map(({ id }) => id));
}
