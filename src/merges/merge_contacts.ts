import { eq, inArray, max, sql } from "drizzle-orm";
import { copyWindows } from "../answer_windows/answer_windows.ts";
import { recipientTable } from "../campaigns/table.ts";
import { contactById, contactOf } from "../contacts/contacts.ts";
import { contactMergeTable, type ContactRow, contactTable, extraInfoTable, identityTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import { messageTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { copyMarks } from "../opt_outs/marks.ts";
import type { Emit, Write } from "../platform/company.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import { joinProgress } from "./join_tickets.ts";
import type { Gone } from "./merge_record.ts";
import { emitInProgress } from "./emit_in_progress.ts";

/** Two contacts that a person says are one; groups are not people. Returns the merge's id. */
export function mergeByHand(
  db: Write,
  emit: Emit,
  ids: readonly [number, number],
  userId: number,
  now: number,
): number {
  const [one, other] = ids.map((id) => contactById(db, id) ?? refuse("ERR_NO_CONTACT_FOUND")) as [
    ContactRow,
    ContactRow,
  ];
  if (one.id === other.id || one.isGroup || other.isGroup) {
    refuse("ERR_INVALID_INPUT", { fields: { contactId: "invalid" } });
  }
  return merge(db, emit, [one, other], now, userId).id;
}

/** Two contacts that the network has proved to be one. Returns the one that stays. */
export function mergeContacts(db: Write, emit: Emit, one: ContactRow, other: ContactRow, now: number): ContactRow {
  return merge(db, emit, [one, other], now, null).kept;
}

/**
 * Everything moves to the older one, and what is needed to take them apart again is written down. Of two tickets in
 * progress on one connection, one goes on with the messages of both.
 */
function merge(db: Write, emit: Emit, pair: [ContactRow, ContactRow], now: number, userId: number | null) {
  const [kept, gone] = pair.sort((one, other) => one.id - other.id);
  dropDoubles(db, kept, gone);
  const moving = db.select().from(ticketTable).where(eq(ticketTable.contactId, gone.id)).all();
  const identities = db.select().from(identityTable).where(eq(identityTable.contactId, gone.id)).all();
  const joined = moving.flatMap((ticket) =>
    ticket.status === "closed" ? [] : joinProgress(db, kept, ticket, now) ?? []
  );
  const record: Gone = {
    contact: gone,
    identities,
    joined,
    before: { number: kept.number, email: kept.email },
    lastMessageId: db.select({ id: max(messageTable.id) }).from(messageTable).all()[0]?.id ?? 0,
    ...moveBelongings(db, kept.id, gone.id),
  };
  const { id } = db.insert(contactMergeTable).values({
    keptId: kept.id,
    gone: JSON.stringify(record),
    movedTickets: JSON.stringify(moving.map(({ id }) => id)),
    at: now,
    userId,
  }).returning().get();
  db.update(messageTable).set({ contactId: kept.id }).where(eq(messageTable.contactId, gone.id)).run();
  db.update(ticketTable).set({ contactId: kept.id }).where(eq(ticketTable.contactId, gone.id)).run();
  db.update(cycleTable).set({ contactId: kept.id }).where(eq(cycleTable.contactId, gone.id)).run();
  db.update(identityTable).set({ contactId: kept.id }).where(eq(identityTable.contactId, gone.id)).run();
  // What they answer to a campaign is counted for who they are now.
  db.update(recipientTable).set({ contactId: kept.id }).where(eq(recipientTable.contactId, gone.id)).run();
  copyMarks(db, { from: gone.id, to: kept.id });
  copyWindows(db, { from: gone.id, to: kept.id });
  db.delete(contactTable).where(eq(contactTable.id, gone.id)).run();
  const merged = db.update(contactTable)
    .set({ number: kept.number || gone.number, email: kept.email || gone.email, updatedAt: now })
    .where(eq(contactTable.id, kept.id)).returning().get();
  emit("contact", { action: "delete", id: gone.id });
  emit("contact", { action: "update", record: contactOf(merged) });
  emitInProgress(db, emit, [kept.id], joined);
  return { id, kept: merged };
}

/** Notes, planned messages, earlier merges, and the extra information that the one who stays does not have under the same name. */
function moveBelongings(db: Write, keptId: number, goneId: number) {
  const notes = db.update(noteTable).set({ contactId: keptId }).where(eq(noteTable.contactId, goneId))
    .returning({ id: noteTable.id }).all().map(({ id }) => id);
  const schedules = db.all<{ id: number }>(
    sql`update schedules set contact_id = ${keptId} where contact_id = ${goneId} returning id`,
  ).map(({ id }) => id);
  const merges = db.update(contactMergeTable).set({ keptId }).where(eq(contactMergeTable.keptId, goneId))
    .returning({ id: contactMergeTable.id }).all().map(({ id }) => id);
  const infoOf = (id: number) => db.select().from(extraInfoTable).where(eq(extraInfoTable.contactId, id)).all();
  const names = infoOf(keptId).map(({ name }) => name.toLowerCase());
  const [left, moved] = [infoOf(goneId), infoOf(goneId)].map((info, nth) =>
    info.filter(({ name }) => names.includes(name.toLowerCase()) === (nth === 0))
  );
  const movedInfo = moved!.map(({ id }) => id);
  if (movedInfo.length) {
    db.update(extraInfoTable).set({ contactId: keptId }).where(inArray(extraInfoTable.id, movedInfo)).run();
  }
  return { notes, schedules, merges, movedInfo, leftInfo: left!.map(({ name, value }) => ({ name, value })) };
}

/** The same message may have come once under each name. */
function dropDoubles(db: Write, kept: ContactRow, gone: ContactRow): void {
  const doubles = db.all<{ id: number; ticketId: number; isUnread: number }>(sql`
    select g.id as "id", g.ticket_id as "ticketId", g.from_me = 0 and g.read = 0 as "isUnread"
    from messages g join messages k on k.wid = g.wid and k.connection_id = g.connection_id and k.contact_id = ${kept.id}
    where g.contact_id = ${gone.id}`);
  if (doubles.length === 0) return;
  db.delete(messageTable).where(inArray(messageTable.id, doubles.map(({ id }) => id))).run();
  for (const { ticketId } of doubles.filter(({ isUnread }) => isUnread)) {
    db.update(ticketTable).set({ unreadMessages: sql`max(0, unread_messages - 1)` }).where(eq(ticketTable.id, ticketId))
      .run();
  }
}
