import { and, desc, eq, gt, gte, ne, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { answerableUntil } from "../answer_windows/answer_windows.ts";
import { kindById } from "../connections/connections.ts";
import { addressOf } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import type { FileAbout, Message, MessageDraft } from "../contract/messages.ts";
import { largestFileAt } from "../contract/file_limits.ts";
import { ACK } from "../shared/delivery.ts";
import { maySeeTicket, type Person, readsTicket } from "../contract/permissions.ts";
import type { MessageKind } from "../contract/tickets.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { momentOf } from "../platform/moment.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { messageById } from "../messages/change.ts";
import { recordMessage } from "../messages/record.ts";
import { newMessage, shownMessage } from "../messages/show.ts";
import { type Extra, messageTable } from "../messages/table.ts";
import { ticketRow } from "../tickets/rows.ts";
import { readTicket } from "../tickets/reading.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { enqueue, newWid } from "./enqueue.ts";

export type Draft = z.output<typeof MessageDraft>;

/** A text, files of which the first carries the text, a place or contact cards, from an attendant to a ticket's contact. */
export function sendMessage(
  company: Company,
  ticketId: number,
  draft: Draft,
  files: ReceivedFile[],
  person: Person,
): Message[] {
  const now = Date.now();
  checkWhole(draft, files);
  return company.write((db, emit) => {
    const repeated = draft.localId && repeatedMessage(db, draft.localId, person);
    if (repeated) return repeated;
    const ticket = ticketToWriteTo(db, ticketId, person);
    if (draft.quotedMsg) checkQuote(db, ticket, draft.quotedMsg.id, person);
    if (draft.knows) checkAnswers(db, ticketId, draft.knows, person);
    const ids = partsOf(draft, files).map((part) => compose(db, ticket, part, person.id, now));
    return tellSent(db, emit, ticket, { ids, person });
  });
}

/** A message says one thing: words and files, or a place, or cards. */
function checkWhole({ body, place, cards }: Draft, files: ReceivedFile[]): void {
  const says =
    [body.trim() !== "" || files.length > 0, place !== undefined, cards !== undefined].filter(Boolean).length;
  if (says !== 1) refuse("ERR_INVALID_INPUT", { fields: { body: says ? "invalid" : "required" } });
}

/**
 * What somebody just put into a ticket, shown to all who may see it. Who answers has read, if the ticket is theirs: a
 * colleague's word in between is not the attendant's reading.
 */
export function tellSent(
  db: Write,
  emit: Emit,
  row: TicketRow,
  { ids, person }: { ids: number[]; person: Person },
): Message[] {
  const hasNews = row.unreadMessages > 0 || row.handedAt !== null;
  if (hasNews && readsTicket(person, row)) readTicket(db, emit, row.id);
  const ticket = shownTicket(db, row.id);
  return ids.map((id) => {
    const message = newMessage(db, id);
    emit("appMessage", { action: "create", message, ticket, live: true }, viewersOf(ticket));
    return message;
  });
}

/** What is to become one message. */
export interface Part {
  body: string;
  kind: MessageKind;
  file?: ReceivedFile;
  about?: FileAbout;
  extra?: Extra;
  quotedMsg?: { id: number } | null;
  localId?: string;
  /** Who goes first on the connection; attendants unless said otherwise. */
  rank?: number;
}

function partsOf({ body, place, cards, about, quotedMsg, localId }: Draft, files: ReceivedFile[]): Part[] {
  const first = { body, quotedMsg, localId };
  if (place) return [{ ...first, body: "", kind: "location", extra: { place } }];
  if (cards) return [{ ...first, body: "", kind: "contact", extra: { cards } }];
  if (files.length === 0) return [{ ...first, kind: "text" }];
  return files.map((file, nth) => {
    const own = files.length === 1 ? about : undefined;
    return { ...(nth === 0 ? first : { body: "", quotedMsg }), file, about: own, kind: kindOf(file, own?.as) };
  });
}

/** Somebody who saw no more than message `knows` is asked whether a colleague's answer since then changes their mind. */
function checkAnswers(db: Read, ticketId: number, knows: number, person: Person): void {
  const [answer] = db.select({ name: userTable.name, body: messageTable.body, at: messageTable.createdAt })
    .from(messageTable).innerJoin(userTable, eq(userTable.id, messageTable.userId))
    .where(and(
      eq(messageTable.ticketId, ticketId),
      // By the time, which the index holds in order; an id alone would read the whole thread.
      gte(messageTable.createdAt, sql`(select created_at from messages where id = ${knows})`),
      gt(messageTable.id, knows),
      ne(messageTable.userId, person.id),
      eq(messageTable.isDeleted, false),
    )).orderBy(desc(messageTable.id)).limit(1).all();
  if (!answer) return;
  refuse("ERR_ANSWERED_MEANWHILE", { detail: { ...answer, at: new Date(answer.at).toISOString() } });
}

/** The answer to the first try got lost, and here is the second: nothing is sent twice. */
export function repeatedMessage(db: Read, localId: string, person: Person): Message[] | undefined {
  const row = byLocalId.one(db, { localId });
  if (row && row.userId !== person.id) refuse("ERR_INVALID_INPUT", { fields: { localId: "taken" } });
  return row && [shownMessage(db, row.id)];
}

const byLocalId = prepared((db) =>
  db.select({ id: messageTable.id, userId: messageTable.userId }).from(messageTable)
    .where(eq(messageTable.localId, prepared.arg("localId"))).prepare()
);

/** `byTemplate`: by a text that the network has approved, which may go at any time. */
export function ticketToWriteTo(
  db: Read,
  ticketId: number,
  person: Person,
  { byTemplate = false }: { byTemplate?: boolean } = {},
): TicketRow {
  const ticket = ticketRow(db, ticketId) ?? refuse("ERR_NO_TICKET_FOUND");
  if (!maySeeTicket(person, ticket)) refuse("ERR_NO_PERMISSION");
  if (ticket.status !== "open") refuse("ERR_TICKET_NOT_OPEN", { detail: { status: ticket.status } });
  if (ticket.connectionId === null) refuse("ERR_NO_WAPP_FOUND");
  const until = byTemplate ? null : answerableUntil(db, ticket.connectionId, ticket.contactId);
  if (until !== null && until < Date.now()) refuse("ERR_WINDOW_CLOSED", { detail: { until: momentOf(until) } });
  return ticket;
}

/** Only what is the contact's own, and what the person may see, for the quote shows it. */
function checkQuote(db: Read, { contactId }: TicketRow, id: number, person: Person): void {
  const quoted = messageById(db, id);
  const ticket = quoted && ticketRow(db, quoted.ticketId);
  if (!ticket || quoted.contactId !== contactId || !maySeeTicket(person, ticket)) refuse("ERR_NO_MESSAGE_FOUND");
}

/** Stores the message and puts it into the outbox. */
export function compose(db: Write, ticket: TicketRow, part: Part, userId: number | null, now: number): number {
  const { body, kind, file, about, extra, quotedMsg, localId, rank } = part;
  const quoted = quotedMsg && messageById(db, quotedMsg.id), at = kindById(db, ticket.connectionId!)!;
  // Refused now, and not by the network once it has been brought there.
  if (file && file.size > largestFileAt(at, file.mimetype)) refuse("ERR_META_FILE");
  const { jid, phone } = addressOf(db, ticket.contactId, {
    at,
    chat: heardFrom.one(db, { ticketId: ticket.id })?.chat,
  });
  const row = recordMessage(db, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    chat: jid ?? `${phone}@s.whatsapp.net`,
    wid: newWid(),
    fromMe: true,
    userId,
    body,
    kind,
    extra,
    ack: ACK.waiting,
    read: true,
    quotedWid: quoted?.wid,
    localId,
    createdAt: now,
    media: file && { ...about, ...keep(file), state: "ready", dueAt: null },
  })!;
  enqueue(db, { messageId: row.id, connectionId: ticket.connectionId!, rank }, now);
  return row.id;
}

/** The chat in which the customer last wrote: a contact with two numbers is answered where it asked. */
const heardFrom = prepared((db) =>
  db.select({ chat: messageTable.chat }).from(messageTable)
    .where(and(eq(messageTable.ticketId, prepared.arg("ticketId")), eq(messageTable.fromMe, false)))
    .orderBy(desc(messageTable.createdAt)).limit(1).prepare()
);

/** Takes the file over from the request: it now belongs to the message. */
function keep(file: ReceivedFile) {
  const path = file.path ?? refuse("ERR_INVALID_INPUT");
  file.path = undefined;
  return { file: path.split("/").at(-1)!, name: file.name, mimetype: file.mimetype, size: file.size };
}

/** What a file is sent as: a recording as a voice note only in the one form that every phone plays. */
export function kindOf({ mimetype }: ReceivedFile, as: FileAbout["as"]): MessageKind {
  if (as === "voice" && mimetype.startsWith("audio/ogg")) return "voice";
  if (as === "sticker" && mimetype === "image/webp") return "sticker";
  if (/^image\/(jpeg|png|webp|gif)$/.test(mimetype)) return "image";
  if (/^video\/(mp4|3gpp|quicktime)$/.test(mimetype)) return "video";
  return mimetype.startsWith("audio/") ? "audio" : "document";
}

/** A failed message, once more, under the same network id. */
export function retryMessage(company: Company, id: number, person: Person): Message {
  const now = Date.now();
  return company.write((db, emit) => {
    const message = messageById(db, id) ?? refuse("ERR_NO_MESSAGE_FOUND");
    const ticket = ticketToWriteTo(db, message.ticketId, person, { byTemplate: message.extra?.template !== undefined });
    if (message.ack !== ACK.failed || message.isDeleted) refuse("ERR_TICKET_CHANGED");
    db.update(messageTable).set({ ack: ACK.waiting, failure: null }).where(eq(messageTable.id, id)).run();
    enqueue(db, { messageId: id, connectionId: ticket.connectionId! }, now);
    const shown = shownMessage(db, id);
    emit("appMessage", { action: "update", message: shown }, viewersOf(ticket));
    return shown;
  });
}
