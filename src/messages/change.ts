import { Buffer } from "node:buffer";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { ACK } from "../shared/delivery.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { prepared, preparedWrite } from "../platform/prepared.ts";
import { cut } from "../platform/cut.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { shownMessage } from "./show.ts";
import { editTable, type MediaRow, mediaTable, type MessageRow, messageTable, reactionTable } from "./table.ts";

const byId = prepared((db) => db.select().from(messageTable).where(eq(messageTable.id, prepared.arg("id"))).prepare());
const mediaOf = prepared((db) =>
  db.select().from(mediaTable).where(eq(mediaTable.messageId, prepared.arg("id"))).prepare()
);

export function messageById(db: Read, id: number): MessageRow | undefined {
  return byId.one(db, { id });
}

/** The file of a message, if it has one. */
export function mediaById(db: Read, messageId: number): MediaRow | undefined {
  return mediaOf.one(db, { id: messageId });
}

const byWid = prepared((db) =>
  db.select().from(messageTable)
    .where(and(eq(messageTable.wid, prepared.arg("wid")), eq(messageTable.connectionId, prepared.arg("connectionId"))))
    .prepare()
);
const known = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable).where(and(
    eq(messageTable.connectionId, prepared.arg("connectionId")),
    eq(messageTable.contactId, prepared.arg("contactId")),
    eq(messageTable.wid, prepared.arg("wid")),
  )).prepare()
);

/** Whether this message of a contact is stored already. */
export function isKnown(db: Read, connectionId: number, wid: string, contactId: number): boolean {
  return known(db, { connectionId, wid, contactId }).length > 0;
}

/** A stored message by the network's id; within one contact's chat when the contact is known. */
export function messageByWid(db: Read, connectionId: number, wid: string, contactId?: number): MessageRow | undefined {
  return byWid(db, { connectionId, wid }).find((row) => contactId === undefined || row.contactId === contactId);
}

/** Lets every open screen see a message anew. */
export function emitMessage(db: Read, emit: Emit, { id, ticketId }: { id: number; ticketId: number }): void {
  const ticket = shownTicket(db, ticketId);
  emit("appMessage", { action: "update", message: shownMessage(db, id) }, viewersOf(ticket));
}

const setAck = preparedWrite((db) =>
  db.update(messageTable).set({
    ack: prepared.value("ack"),
    failure: prepared.value("failure"),
    reachedAt: prepared.value("reachedAt"),
  })
    .where(eq(messageTable.id, prepared.arg("id"))).returning({ id: messageTable.id }).prepare()
);
const setLastAck = preparedWrite((db) =>
  db.update(ticketTable).set({ lastMessageAck: prepared.value("ack") })
    .where(and(eq(ticketTable.id, prepared.arg("ticketId")), eq(ticketTable.lastMessageId, prepared.arg("id"))))
    .returning({ id: ticketTable.id }).prepare()
);
const setRaw = preparedWrite((db) =>
  db.update(messageTable).set({ raw: prepared.value("raw") }).where(eq(messageTable.id, prepared.arg("id")))
    .returning({ id: messageTable.id }).prepare()
);

/** As the network carries a message that has left: for quoting it, and for a receiver who could not read it. */
export function keepRaw(db: Write, id: number, raw: Uint8Array): void {
  setRaw(db, { id, raw: Buffer.from(raw) });
}

/** Delivery goes forward only: an ack never goes down; a failure counts only while nothing was delivered. */
export function raiseAck(db: Write, emit: Emit, row: MessageRow, ack: number, failure?: string): void {
  const isFailure = ack === ACK.failed;
  if (isFailure ? row.ack > ACK.sent || row.ack === ACK.failed : ack <= row.ack) return;
  putAck(db, emit, row, ack, failure);
}

/** A piece of it has not arrived, though others may have been read. */
export function failInPart(db: Write, emit: Emit, row: MessageRow, failure: string): void {
  if (row.ack !== ACK.failed) putAck(db, emit, row, ACK.failed, failure);
}

function putAck(db: Write, emit: Emit, row: MessageRow, ack: number, failure?: string): void {
  const isFailure = ack === ACK.failed;
  // Who has read it had it already.
  const reachedAt = isFailure || (ack > ACK.delivered && row.reachedAt !== null) ? row.reachedAt : Date.now();
  setAck(db, { id: row.id, ack, failure: isFailure ? failure ?? "ERR_SENDING_WAPP_MSG" : null, reachedAt });
  setLastAck(db, { ticketId: row.ticketId, id: row.id, ack });
  emitMessage(db, emit, row);
}

/** The other side changed what they wrote; the earlier text is kept. */
export function editMessage(db: Write, emit: Emit, row: MessageRow, body: string, at: number): void {
  if (row.isDeleted || row.body === body) return;
  db.insert(editTable).values({ messageId: row.id, body: row.body, at }).run();
  rewriteBody(db, emit, row, { body, isEdited: true });
}

function rewriteBody(
  db: Write,
  emit: Emit,
  row: MessageRow,
  { body, isEdited }: Pick<MessageRow, "body" | "isEdited">,
) {
  db.update(messageTable).set({ body, isEdited }).where(eq(messageTable.id, row.id)).run();
  db.update(ticketTable).set({ lastMessage: cut(body, 300) })
    .where(and(eq(ticketTable.id, row.ticketId), eq(ticketTable.lastMessageId, row.id))).run();
  emitMessage(db, emit, row);
  emitLastWords(db, emit, row);
}

/** Taken back for everyone: marked, its text kept; what others thought of it goes with it, as on the phone. */
export function markDeleted(db: Write, emit: Emit, row: MessageRow): void {
  if (row.isDeleted) return;
  db.delete(reactionTable).where(eq(reactionTable.messageId, row.id)).run();
  db.update(messageTable).set({ isDeleted: true }).where(eq(messageTable.id, row.id)).run();
  db.update(ticketTable).set({ lastMessageIsDeleted: true })
    .where(and(eq(ticketTable.id, row.ticketId), eq(ticketTable.lastMessageId, row.id))).run();
  emitMessage(db, emit, row);
  emitLastWords(db, emit, row);
}

/** The ticket's row shows its last message: lists get an event when that is the one that changed. */
function emitLastWords(db: Read, emit: Emit, { id, ticketId }: MessageRow): void {
  const ticket = shownTicket(db, ticketId);
  if (ticket.lastMessageId === id) emit("ticket", { action: "update", ticket }, viewersOf(ticket));
}

/** One reaction per person; an empty emoji takes it back. */
export function react(
  db: Write,
  emit: Emit,
  row: MessageRow,
  { who, emoji, at }: { who: string; emoji: string; at: number },
): void {
  if (row.isDeleted) return;
  if (emoji) {
    const shown = { emoji: cut(emoji, 40), at };
    db.insert(reactionTable).values({ messageId: row.id, who, ...shown })
      .onConflictDoUpdate({ target: [reactionTable.messageId, reactionTable.who], set: shown }).run();
  } else {
    db.delete(reactionTable).where(and(eq(reactionTable.messageId, row.id), eq(reactionTable.who, who))).run();
  }
  emitMessage(db, emit, row);
}

/** What the network did not take is not so: the company's reaction is gone again, and a text is as it was before. */
export function undoChange(db: Write, emit: Emit, row: MessageRow, what: "react" | "edit"): void {
  if (what === "react") {
    return react(db, emit, row, { who: "me", emoji: "", at: 0 });
  }
  const [last, earlier] = db.select().from(editTable).where(eq(editTable.messageId, row.id)).orderBy(desc(editTable.id))
    .limit(2).all();
  if (!last) return;
  db.delete(editTable).where(eq(editTable.id, last.id)).run();
  rewriteBody(db, emit, row, { body: last.body, isEdited: earlier !== undefined });
}

/** Marks a ticket's incoming messages read, and returns those whose reading the network is to know (the newest 100). */
export function markMessagesRead(db: Write, ticketId: number): MessageRow[] {
  const unread = db.select().from(messageTable)
    .where(and(eq(messageTable.ticketId, ticketId), eq(messageTable.fromMe, false), eq(messageTable.read, false)))
    .orderBy(sql`${messageTable.createdAt} desc`).limit(100).all();
  if (unread.length === 0) return [];
  db.update(messageTable).set({ read: true }).where(inArray(messageTable.id, unread.map(({ id }) => id))).run();
  return unread;
}
