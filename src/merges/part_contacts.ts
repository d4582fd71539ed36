import { and, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { copyWindows } from "../answer_windows/answer_windows.ts";
import { contactById, contactOf } from "../contacts/contacts.ts";
import { contactMergeTable, contactTable, extraInfoTable, identityTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { messageTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { copyMarks } from "../opt_outs/marks.ts";
import type { Emit, Write } from "../platform/company.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import type { Gone } from "./merge_record.ts";
import { type Parting, partTickets, reopen } from "./part_tickets.ts";
import { emitInProgress } from "./emit_in_progress.ts";

/** An admin, or whoever merged them by hand, may take two contacts apart again (behaviour.md, Who a contact is). */
export function mayUndo(person: Person, merge: { userId: number | null }): boolean {
  return person.profile === "admin" || merge.userId === person.id;
}

/**
 * Takes two merged contacts apart: the one that went is there again with its number, tickets, notes and whatever else
 * was its own, and with what it has written since, where that can be told from the other's.
 */
export function partContacts(db: Write, emit: Emit, mergeId: number, person: Person, now: number): void {
  const merge = db.select().from(contactMergeTable).where(eq(contactMergeTable.id, mergeId)).all()[0];
  if (!merge || merge.undoneAt !== null) refuse("ERR_NO_MERGE_FOUND");
  if (!mayUndo(person, merge)) refuse("ERR_NO_PERMISSION");
  const gone = JSON.parse(merge.gone) as Gone, { keptId, at } = merge;
  const backId = gone.contact.id;
  db.insert(contactTable).values({ ...gone.contact, updatedAt: now }).run();
  returnNumber(db, keptId, gone, now);
  // To whom of the two it went nobody knows any more.
  copyMarks(db, { from: keptId, to: backId });
  copyWindows(db, { from: keptId, to: backId });
  const own = JSON.parse(merge.movedTickets) as number[];
  const parting: Parting = { addresses: addressesOf(gone), own, at, lastMessageId: gone.lastMessageId };
  for (const joined of gone.joined) partTickets(db, joined, parting);
  returnTickets(db, keptId, backId, [...own, ...ticketsSince(db, keptId, parting)]);
  for (const joined of gone.joined) reopen(db, joined, at, now);
  returnBelongings(db, keptId, gone);
  db.update(contactMergeTable).set({ undoneAt: now }).where(eq(contactMergeTable.id, mergeId)).run();
  emit("contact", { action: "create", record: contactOf(contactById(db, backId)!) });
  emit("contact", { action: "update", record: contactOf(contactById(db, keptId)!) });
  emitInProgress(db, emit, [keptId, backId]);
}

/** Everything that the network may have called the chat of the one who went. */
function addressesOf({ identities }: Gone): string[] {
  return identities.flatMap(({ kind, value, address }) => {
    const usual = kind === "lid" ? `${value}@lid` : `${value}@s.whatsapp.net`;
    return address && address !== usual ? [usual, address] : [usual];
  });
}

/** What has become somebody else's meanwhile stays there. */
function returnNumber(db: Write, keptId: number, { contact, identities, before }: Gone, now: number): void {
  for (const { kind, value } of identities) {
    db.update(identityTable).set({ contactId: contact.id }).where(
      and(eq(identityTable.kind, kind), eq(identityTable.value, value), eq(identityTable.contactId, keptId)),
    ).run();
  }
  const kept = contactById(db, keptId)!;
  const { number, email } = before ?? kept;
  db.update(contactTable).set({
    number: kept.number === contact.number ? number : kept.number,
    email: kept.email === contact.email ? email : kept.email,
    updatedAt: now,
  }).where(eq(contactTable.id, keptId)).run();
}

/** Tickets that began after the merge and hold nothing but the words of the one who went, and the answers to them. */
function ticketsSince(db: Write, keptId: number, { addresses, own, at }: Parting): number[] {
  const since = db.select({ id: ticketTable.id }).from(ticketTable)
    .where(and(eq(ticketTable.contactId, keptId), gt(ticketTable.createdAt, at), notInArray(ticketTable.id, own)))
    .all();
  return since.map(({ id }) => id).filter((id) => {
    const chats = db.selectDistinct({ chat: messageTable.chat }).from(messageTable).where(eq(messageTable.ticketId, id))
      .all().map(({ chat }) => chat);
    return chats.length > 0 && chats.every((chat) => addresses.includes(chat));
  });
}

function returnTickets(db: Write, keptId: number, backId: number, ids: number[]): void {
  db.update(ticketTable).set({ contactId: backId })
    .where(and(inArray(ticketTable.id, ids), eq(ticketTable.contactId, keptId))).run();
  db.update(cycleTable).set({ contactId: backId })
    .where(and(inArray(cycleTable.ticketId, ids), eq(cycleTable.contactId, keptId))).run();
  db.update(messageTable).set({ contactId: backId }).where(and(
    eq(messageTable.contactId, keptId),
    inArray(messageTable.ticketId, ids),
  )).run();
  db.update(noteTable).set({ contactId: backId }).where(and(
    eq(noteTable.contactId, keptId),
    inArray(noteTable.ticketId, ids),
  )).run();
}

function returnBelongings(db: Write, keptId: number, gone: Gone): void {
  const { contact: { id: contactId }, notes = [], schedules = [], movedInfo = [], leftInfo = [], merges = [] } = gone;
  db.update(noteTable).set({ contactId }).where(and(inArray(noteTable.id, notes), eq(noteTable.contactId, keptId)))
    .run();
  db.run(sql`update schedules set contact_id = ${contactId}
    where contact_id = ${keptId} and id in (select value from json_each(${JSON.stringify(schedules)}))`);
  db.update(extraInfoTable).set({ contactId })
    .where(and(inArray(extraInfoTable.id, movedInfo), eq(extraInfoTable.contactId, keptId))).run();
  for (const info of leftInfo) db.insert(extraInfoTable).values({ contactId, ...info }).run();
  db.update(contactMergeTable).set({ keptId: contactId })
    .where(and(inArray(contactMergeTable.id, merges), eq(contactMergeTable.keptId, keptId))).run();
}
