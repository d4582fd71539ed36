import { and, count, desc, eq, isNull, ne } from "drizzle-orm";
import { contactById, contactOf } from "../contacts/contacts.ts";
import { contactMergeTable, type ContactRow } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Merge, MergePlan } from "../contract/merges.ts";
import type { Person } from "../contract/permissions.ts";
import { noteTable } from "../notes/table.ts";
import type { Read } from "../platform/company.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import type { Gone } from "./merge_record.ts";
import { mayUndo } from "./part_contacts.ts";

/** Who was merged into a contact and has not been taken apart again, the latest first. */
export function listMerges(db: Read, person: Person, contactId: number): Merge[] {
  return selectMerges(db).where(and(eq(contactMergeTable.keptId, contactId), isNull(contactMergeTable.undoneAt)))
    .orderBy(desc(contactMergeTable.id)).all().map((row) => mergeOf(row, person));
}

export function mergeById(db: Read, person: Person, id: number): Merge {
  const row = selectMerges(db).where(eq(contactMergeTable.id, id)).all()[0] ?? refuse("ERR_NO_MERGE_FOUND");
  return mergeOf(row, person);
}

function selectMerges(db: Read) {
  return db.select({ merge: contactMergeTable, user: { id: userTable.id, name: userTable.name } })
    .from(contactMergeTable).leftJoin(userTable, eq(userTable.id, contactMergeTable.userId));
}
type MergeJoin = ReturnType<ReturnType<typeof selectMerges>["all"]>[number];

function mergeOf({ merge, user }: MergeJoin, person: Person): Merge {
  const { contact } = JSON.parse(merge.gone) as Gone;
  return {
    id: merge.id,
    keptId: merge.keptId,
    gone: { id: contact.id, name: contact.name, number: contact.number },
    tickets: (JSON.parse(merge.movedTickets) as number[]).length,
    user,
    at: new Date(merge.at).toISOString(),
    mayUndo: mayUndo(person, merge),
  };
}

/** What a merge of two contacts would do. The older one stays (behaviour.md, Who a contact is). */
export function planMerge(db: Read, ids: readonly [number, number]): MergePlan {
  const [kept, gone] = ids.map((id) => contactById(db, id) ?? refuse("ERR_NO_CONTACT_FOUND"))
    .sort((one, other) => one.id - other.id) as [ContactRow, ContactRow];
  const tickets = db.select({ n: count() }).from(ticketTable).where(eq(ticketTable.contactId, gone.id)).all()[0]!.n;
  const notes = db.select({ n: count() }).from(noteTable).where(eq(noteTable.contactId, gone.id)).all()[0]!.n;
  const places = (id: number) =>
    db.select({ connectionId: ticketTable.connectionId }).from(ticketTable)
      .where(and(eq(ticketTable.contactId, id), ne(ticketTable.status, "closed"))).all()
      .flatMap(({ connectionId }) => connectionId ?? []);
  const joins = places(gone.id).filter((place) => places(kept.id).includes(place)).length;
  return { kept: contactOf(kept), gone: contactOf(gone), tickets, notes, joins };
}
