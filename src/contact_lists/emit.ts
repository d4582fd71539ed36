import { may, type Person } from "../contract/permissions.ts";
import type { Emit, Write } from "../platform/company.ts";
import { contactListById } from "./lists.ts";

/** The list of lists says how many are on each. */
export function emitCount(db: Write, emit: Emit, listId: number): void {
  emit("ContactList", { action: "update", record: contactListById(db, listId) }, seesLists);
}

/** What the network has just said of numbers: of those that it does not know, `found` has nothing. */
export function emitChecks(emit: Emit, numbers: readonly string[], found: ReadonlyMap<string, unknown>): void {
  const records = numbers.map((number) => ({ number, isWhatsappValid: found.has(number) }));
  emit("numberChecks", { records }, seesLists);
}

/** Whoever has lists before them. */
export function seesLists(person: Person): boolean {
  return may(person, "campaigns:edit");
}
