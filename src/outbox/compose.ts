import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { addressOf } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { ACK, type Message, type MessageDraft } from "../contract/messages.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { MessageKind } from "../contract/tickets.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { messageById } from "../messages/change.ts";
import { recordMessage } from "../messages/record.ts";
import { shownMessage } from "../messages/show.ts";
import { messageTable } from "../messages/table.ts";
import { markTicketRead, ticketRow } from "../tickets/moves.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { enqueue, newWid } from "./enqueue.ts";

export type Draft = z.output<typeof MessageDraft>;

/** A text, or files of which the first carries the text, from an attendant to a ticket's contact. */
export function sendMessage(
  company: Company,
  ticketId: number,
  draft: Draft,
  files: ReceivedFile[],
  person: Person,
): Message[] {
  const now = Date.now();
  if (!draft.body.trim() && files.length === 0) refuse("ERR_INVALID_INPUT", { fields: { body: "required" } });
  return company.write((db, tell) => {
    const repeated = draft.localId && alreadySent(db, draft.localId, person);
    if (repeated) return repeated;
    const ticket = ticketToWriteTo(db, ticketId, person);
    if (draft.quotedMsg) checkQuote(db, ticket, draft.quotedMsg.id, person);
    const parts = files.length ? files : [undefined];
    const ids = parts.map((file, nth) => {
      const body = nth === 0 ? draft.body : "";
      return compose(db, ticket, { ...draft, body, localId: nth === 0 ? draft.localId : undefined }, {
        file,
        userId: person.id,
        now,
      });
    });
    markTicketRead(db, tell, ticketId);
    const shown = shownTicket(db, ticketId);
    const messages = ids.map((id) => shownMessage(db, id));
    for (const message of messages) {
      tell("appMessage", { action: "create", message, ticket: shown, live: true }, viewersOf(ticket));
    }
    return messages;
  });
}

/** The answer to the first try got lost, and here is the second: nothing is sent twice. */
function alreadySent(db: Read, localId: string, person: Person): Message[] | undefined {
  const row = db.select().from(messageTable).where(eq(messageTable.localId, localId)).all()[0];
  if (row && row.userId !== person.id) refuse("ERR_INVALID_INPUT", { fields: { localId: "taken" } });
  return row && [shownMessage(db, row.id)];
}

function ticketToWriteTo(db: Read, ticketId: number, person: Person): TicketRow {
  const ticket = ticketRow(db, ticketId) ?? refuse("ERR_NO_TICKET_FOUND");
  if (!maySeeTicket(person, ticket)) refuse("ERR_NO_PERMISSION");
  if (ticket.status !== "open") refuse("ERR_TICKET_NOT_OPEN", { detail: { status: ticket.status } });
  if (ticket.connectionId === null) refuse("ERR_NO_WAPP_FOUND");
  return ticket;
}

/** Only what is the contact's own, and what the person may see, for the quote shows it. */
function checkQuote(db: Read, { contactId }: TicketRow, id: number, person: Person): void {
  const quoted = messageById(db, id);
  const ticket = quoted && ticketRow(db, quoted.ticketId);
  if (!ticket || quoted.contactId !== contactId || !maySeeTicket(person, ticket)) refuse("ERR_NO_MESSAGE_FOUND");
}

interface By {
  file?: ReceivedFile;
  userId: number | null;
  now: number;
}

/** Stores the message and puts it into the outbox. */
function compose(db: Write, ticket: TicketRow, { body, quotedMsg, localId }: Draft, { file, userId, now }: By): number {
  const quoted = quotedMsg && messageById(db, quotedMsg.id);
  const { jid, phone } = addressOf(db, ticket.contactId);
  const row = recordMessage(db, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    chat: jid ?? `${phone}@s.whatsapp.net`,
    wid: newWid(),
    fromMe: true,
    userId,
    body,
    kind: file ? kindOf(file) : "text",
    ack: ACK.waiting,
    read: true,
    quotedWid: quoted?.wid,
    localId,
    createdAt: now,
    media: file && { ...keep(file), width: 0, height: 0, seconds: 0, state: "ready", dueAt: null },
  })!;
  enqueue(db, { messageId: row.id, connectionId: ticket.connectionId! }, now);
  return row.id;
}

/** Takes the file over from the request: it now belongs to the message. */
function keep(file: ReceivedFile) {
  const path = file.path ?? refuse("ERR_INVALID_INPUT");
  file.path = undefined;
  return { file: path.split("/").at(-1)!, name: file.name, mimetype: file.mimetype, size: file.size };
}

function kindOf({ mimetype }: ReceivedFile): MessageKind {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mimetype)) return "image";
  if (/^video\/(mp4|3gpp|quicktime)$/.test(mimetype)) return "video";
  return mimetype.startsWith("audio/") ? "audio" : "document";
}

/** A failed message, once more, under the same network id. */
export function retryMessage(company: Company, id: number, person: Person): Message {
  const now = Date.now();
  return company.write((db, tell) => {
    const message = messageById(db, id) ?? refuse("ERR_NO_MESSAGE_FOUND");
    const ticket = ticketToWriteTo(db, message.ticketId, person);
    if (message.ack !== ACK.failed || message.isDeleted) refuse("ERR_TICKET_CHANGED");
    db.update(messageTable).set({ ack: ACK.waiting, failure: null }).where(eq(messageTable.id, id)).run();
    enqueue(db, { messageId: id, connectionId: ticket.connectionId! }, now);
    const shown = shownMessage(db, id);
    tell("appMessage", { action: "update", message: shown }, viewersOf(ticket));
    return shown;
  });
}
