import { eraseFromLists } from "../contact_lists/erase.ts";
import { dropGone } from "../holding/hold.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { erasedContacts, erasedFrom, erasedNumbers } from "./erased.ts";
import { eraseContact, type ErasedBy, leaveNoTrace } from "./erase.ts";

/** Nobody at a desk did it. */
const AGAIN: ErasedBy = { id: null, name: "" };

/**
 * A company's file of an earlier time has people in it who were erased since: they are erased again. Whoever has written
 * anew after that is another contact, and stays. The file is as it stood at `since` (ms). `from` are the companies that they
 * were erased from, where the file was made a company beside them. Answers how many they were.
 */
export async function eraseAgain(
  tenants: Tenants,
  company: Company,
  { now, since, from = [company.id] }: { now: number; since: number; from?: readonly number[] },
): Promise<number> {
  const erased = erasedFrom(tenants, from, since), contacts = await erasedContacts(company.read, erased);
  for (const id of contacts.keys()) await eraseContact(tenants, company, id, { by: AGAIN, now, isForced: true });
  const numbers = [...(await erasedNumbers(company.read, erased)).keys()];
  if (numbers.length > 0) company.write((db, emit) => numbers.forEach((number) => eraseFromLists(db, emit, number)));
  const count = contacts.size + numbers.length;
  if (count === 0) return 0;
  company.write(dropGone);
  await leaveNoTrace(company);
  return count;
}
