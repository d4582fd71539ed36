import { eq } from "drizzle-orm";
import type { Incoming, VisitedSession } from "../channels/channel.ts";
import { contactOf } from "../contacts/contacts.ts";
import { knownContact } from "../contacts/remember.ts";
import { type ContactRow, extraInfoTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { VisitorAbout, WidgetDraft, WidgetMessage } from "../contract/widget.ts";
import { emitMessage, mediaById, messageByWid } from "../messages/change.ts";
import { mediaTable } from "../messages/table.ts";
import { kindOf } from "../outbox/compose.ts";
import type { Emit, Write } from "../platform/company.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import type { VisitorRow } from "./table.ts";
import { type Chat, messageIn, widgetMessage, widOf } from "./thread.ts";
import { addressOf, letGoOfAbout } from "./visitors.ts";

export interface Written {
  draft: WidgetDraft;
  file?: ReceivedFile;
}

/**
 * A visitor's message with its file, stored in one transaction: once it is answered, all of it is there. The same one
 * again, by its mark, is answered as it was stored.
 */
export function receiveFromVisitor(
  chat: Chat,
  session: VisitedSession,
  visitor: VisitorRow,
  { draft, file }: Written,
  now: number,
): WidgetMessage {
  const { company, connectionId } = chat;
  if (!draft.body.trim() && !file) refuse("ERR_INVALID_INPUT", { fields: { body: "required" } });
  const wid = widOf(draft.localId);
  const id = company.write((db, emit) => {
    const isNew = session.arrived({ ...incomingOf(visitor, { draft, file }, now), quoted: quotedBy(chat, draft) });
    const contact = knownContact(db, addressOf(visitor.id)) ?? refuse("ERR_CREATING_MESSAGE");
    const row = messageByWid(db, connectionId, wid, contact.id) ?? refuse("ERR_CREATING_MESSAGE");
    if (isNew && file) keepFile(db, emit, row, file);
    if (visitor.about) introduce(db, emit, contact, visitor);
    return { message: row.id, isNew };
  });
  // It is the message's now, and not the request's.
  if (id.isNew && file) file.path = undefined;
  company.signals.emit("visitors", { connectionId, jid: chat.jid, wids: [wid] });
  return widgetMessage(chat, id.message);
}

/** Nothing where it is no message of this chat: what was written is a message all the same. */
function quotedBy(chat: Chat, { quote }: WidgetDraft): Incoming["quoted"] {
  const wid = quote === undefined ? undefined : messageIn(chat, quote)?.wid;
  if (wid === undefined) return undefined;
  const { own, body, kind } = widgetMessage(chat, quote!);
  return { wid, body, kind, fromMe: !own };
}

function incomingOf(visitor: VisitorRow, { draft, file }: Written, now: number): Incoming {
  return {
    chat: addressOf(visitor.id),
    wid: widOf(draft.localId),
    fromMe: false,
    when: "live",
    pushName: visitor.about?.name ?? `Web chat ${visitor.id.replace(/[^a-z0-9]/gi, "").slice(0, 4).toUpperCase()}`,
    participant: "",
    author: "",
    at: now,
    kind: file ? kindOf(file, undefined) : "text",
    kindName: "",
    body: draft.body,
    media: file && {
      name: file.name,
      mimetype: file.mimetype,
      size: file.size,
      width: draft.width,
      height: draft.height,
      seconds: 0,
      waveform: "",
    },
    raw: new Uint8Array(),
  };
}

/** The file lies in the company's folder already: there is nothing to fetch. */
function keepFile(db: Write, emit: Emit, message: { id: number; ticketId: number }, { path }: ReceivedFile): void {
  const file = path?.split("/").at(-1) ?? refuse("ERR_INVALID_INPUT");
  if (!mediaById(db, message.id)) refuse("ERR_CREATING_MESSAGE");
  db.update(mediaTable).set({ state: "ready", file, dueAt: null }).where(eq(mediaTable.messageId, message.id)).run();
  emitMessage(db, emit, message);
}

/** How what somebody typed is named among a contact's further information. */
const TYPED = { email: "E-mail informado no site", phone: "Telefone informado no site" } as const;

/**
 * What was asked before the chat. An address or a number that anybody can type proves nothing: it stands beside the
 * contact, and makes nobody the same person.
 */
function introduce(db: Write, emit: Emit, contact: ContactRow, { id, about }: VisitorRow): void {
  letGoOfAbout(db, id);
  const said = (Object.keys(TYPED) as (keyof typeof TYPED)[]).flatMap((field) => {
    const value = about?.[field as keyof VisitorAbout];
    return value ? [{ contactId: contact.id, name: TYPED[field], value }] : [];
  });
  if (said.length === 0) return;
  db.insert(extraInfoTable).values(said).run();
  emit("contact", { action: "update", record: contactOf(contact) });
}
