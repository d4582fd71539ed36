import { may, type Person } from "../contract/permissions.ts";
import type { Emit, Write } from "../platform/company.ts";
import { contactListById } from "./lists.ts";

/** The list of lists says how many are on each. */
export function emitCount(db: Write, emit: Emit, listId: number): void {
  emit("ContactList", { action: "update", record: contactListById(db, listId) }, seesLists);
}

/** Whoever has lists before them. */
export function seesLists(person: Person): boolean {
  return may(person, "campaigns:edit");
}
