import { and, asc, eq } from "drizzle-orm";
import { kindById } from "../connections/connections.ts";
import { TRAITS } from "../contract/channels.ts";
import { refuse } from "../contract/errors.ts";
import { ACK } from "../shared/delivery.ts";
import { isStillEditable, mayEditMessage, maySeeTicket, type Person } from "../contract/permissions.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { editMessage, markDeleted, messageById, react } from "../messages/change.ts";
import { editTable, type MessageRow, reactionTable } from "../messages/table.ts";
import { ticketRow } from "../tickets/rows.ts";
import { ticketToWriteTo } from "./compose.ts";
import { dropSent, enqueueChange } from "./enqueue.ts";

/** Takes an own message back for everyone. One that never left is simply not sent. */
export function revokeMessage(db: Write, emit: Emit, message: MessageRow, now: number): void {
  const neverLeft = message.ack === ACK.failed;
  if (!neverLeft) checkAtChannel(db, message, "revokes");
  markDeleted(db, emit, message);
  if (neverLeft || message.connectionId === null) return dropSent(db, message.id);
  enqueueChange(db, message, "revoke", now);
}

/** The company's one reaction to a message of either side; an empty emoji takes it off. */
export function reactTo(db: Write, emit: Emit, id: number, emoji: string, person: Person, now: number): void {
  const message = messageToChange(db, id, person);
  if (message.isDeleted || message.kind === "call") refuse("ERR_NO_MESSAGE_FOUND");
  checkAtChannel(db, message, "reacts");
  if (ownReaction(db, id) === emoji) return;
  react(db, emit, message, { who: OWN, emoji, at: now });
  enqueueChange(db, message, "react", now);
}

/** Who reacts, when it is the company. */
const OWN = "me";

export function ownReaction(db: Read, messageId: number): string {
  return db.select({ emoji: reactionTable.emoji }).from(reactionTable)
    .where(and(eq(reactionTable.messageId, messageId), eq(reactionTable.who, OWN))).all()[0]?.emoji ?? "";
}

/** Changes a text that the person wrote; only for a quarter of an hour, after which phones show no change. */
export function rewrite(db: Write, emit: Emit, id: number, body: string, person: Person, now: number): void {
  const message = messageToChange(db, id, person);
  if (!mayEditMessage(person, message)) refuse("ERR_NO_PERMISSION");
  if (!isStillEditable(message.createdAt, now)) refuse("ERR_EDIT_TOO_LATE");
  checkAtChannel(db, message, "edits");
  if (message.body === body) return;
  editMessage(db, emit, message, body, now);
  enqueueChange(db, message, "edit", now);
}

/** What a message said before it was changed, oldest first. */
export function editsOf(db: Read, id: number, person: Person) {
  const message = messageById(db, id) ?? refuse("ERR_NO_MESSAGE_FOUND");
  if (!maySeeTicket(person, ticketRow(db, message.ticketId)!)) refuse("ERR_NO_PERMISSION");
  return db.select({ body: editTable.body, at: editTable.at }).from(editTable).where(eq(editTable.messageId, id))
    .orderBy(asc(editTable.id)).all().map(({ body, at }) => ({ body, until: momentOf(at) }));
}

/** Not every channel lets a message be changed after it has left: the customer would go on seeing what it was. */
function checkAtChannel(db: Read, { connectionId }: MessageRow, what: "edits" | "revokes" | "reacts"): void {
  const kind = connectionId === null ? undefined : kindById(db, connectionId);
  if (kind && !TRAITS[kind][what]) refuse("ERR_NOT_AT_CHANNEL");
}

function messageToChange(db: Read, id: number, person: Person): MessageRow {
  const message = messageById(db, id) ?? refuse("ERR_NO_MESSAGE_FOUND");
  ticketToWriteTo(db, message.ticketId, person);
  return message;
}
