import { and, inArray, lte } from "drizzle-orm";
import { contactTable, identityTable } from "../contacts/table.ts";
import { listItemTable } from "../contact_lists/table.ts";
import { eraseFromLists } from "../contact_lists/erase.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { hashesOfMark, markOfNumber } from "./addresses.ts";
import { eraseContact, type ErasedBy, erasedHashes, leaveNoTrace } from "./erase.ts";

/** Nobody at a desk did it. */
const AGAIN: ErasedBy = { id: null, name: "" };

/**
 * A company's file of an earlier time has people in it who were erased since: they are erased again. Whoever has written
 * anew after that is another contact, and stays. The file is as it stood at `since` (ms). `erasedFrom` is the company that
 * they were erased from, where the file was made a company beside it. Answers how many they were.
 */
export async function eraseAgain(
  tenants: Tenants,
  company: Company,
  { now, since, erasedFrom = company.id }: { now: number; since: number; erasedFrom?: number },
): Promise<number> {
  const erased = erasedHashes(tenants, erasedFrom, since);
  if (erased.size === 0) return 0;
  const erasedAt = (mark: string) =>
    Math.max(...hashesOfMark(tenants.keys, erasedFrom, mark).map((hash) => erased.get(hash) ?? -Infinity));
  const ids = new Map<number, number>();
  for (const { kind, value, contactId } of company.read.select().from(identityTable).all()) {
    const at = erasedAt(kind === "phone" ? markOfNumber(value) : `${kind} ${value}`);
    if (at > -Infinity) ids.set(contactId, Math.max(at, ids.get(contactId) ?? -Infinity));
  }
  let count = 0;
  for (const [id, at] of ids) {
    const wasThere = and(inArray(contactTable.id, [id]), lte(contactTable.createdAt, at));
    if (company.read.select({ id: contactTable.id }).from(contactTable).where(wasThere).all().length === 0) continue;
    await eraseContact(tenants, company, id, { by: AGAIN, now, isForced: true });
    count++;
  }
  count += eraseFromListsAgain(company, erasedAt);
  if (count > 0) await leaveNoTrace(company);
  return count;
}

/** Lists name people who never wrote. */
function eraseFromListsAgain(company: Company, erasedAt: (mark: string) => number): number {
  const { number, createdAt } = listItemTable;
  const items = company.read.selectDistinct({ number, createdAt }).from(listItemTable).all();
  const numbers = new Set(
    items.filter((item) => item.number !== "" && item.createdAt <= erasedAt(markOfNumber(item.number)))
      .map((item) => item.number),
  );
  if (numbers.size > 0) company.write((db, emit) => numbers.forEach((number) => eraseFromLists(db, emit, number)));
  return numbers.size;
}
