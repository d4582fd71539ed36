import { closeWindow } from "../answer_windows/answer_windows.ts";
import { leaveAtNetwork, leaveByNetwork } from "../campaigns/leave.ts";
import type { ChannelEvent } from "../channels/channel.ts";
import { eq } from "drizzle-orm";
import { contactOf } from "../contacts/contacts.ts";
import { knownContact, rememberContact, renumberContact } from "../contacts/remember.ts";
import { type ContactRow, contactTable } from "../contacts/table.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { cut } from "../platform/cut.ts";
import { editMessage, failInPart, keepRaw, markDeleted, messageByWid, raiseAck, react } from "../messages/change.ts";
import type { MessageRow } from "../messages/table.ts";
import { passOnChange } from "../outside_bots/holds.ts";
import { recordMessage } from "../messages/record.ts";
import { shownMessage } from "../messages/show.ts";
import { dropChange, dropSent } from "../outbox/enqueue.ts";
import { hasOptedOut } from "../opt_outs/opt_outs.ts";
import { newestTicket, ticketInProgress } from "../tickets/open_ticket.ts";
import { recordAndEmit } from "../tickets/record_move.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { isNameless } from "../shared/nameless.ts";
import { mergeContacts } from "../merges/merge_contacts.ts";

type Receipt = Extract<ChannelEvent, { what: "receipt" }>;

/** What happens to messages that are known already. None of it creates a ticket (behaviour.md, Incoming messages). */
export function applyEvent(company: Company, connectionId: number, event: Exclude<ChannelEvent, Receipt>): void {
  const now = Date.now();
  if (event.what === "typing") return emitTyping(company, connectionId, event);
  if (event.what === "pair" && !isNews(company, event)) return;
  if (event.what === "subject" && !isNameless(knownContact(company.read, event.chat)?.name ?? "")) return;
  company.write((db, emit) => {
    const changed = apply(db, emit, connectionId, event, now);
    if (changed && !changed.fromMe) {
      passOnChange(company, db, { messageId: changed.id, ticketId: changed.ticketId, now });
    }
  });
}

/** Answers a message whose words have changed. */
function apply(
  db: Write,
  emit: Emit,
  connectionId: number,
  event: Exclude<ChannelEvent, { what: "typing" | "receipt" }>,
  now: number,
): MessageRow | void {
  if (event.what === "pair") {
    const { phone, lid } = event;
    return remember(db, emit, { jid: `${lid}@lid`, phone, lid }, now);
  }
  const contact = knownContact(db, event.chat);
  if (!contact) return;
  if (event.what === "renumbered") return renumber(db, emit, { contact, connectionId, event }, now);
  if (event.what === "noMarketing") return leaveAtNetwork(db, emit, contact.number, now);
  if (event.what === "subject") return nameGroup(db, emit, contact, event.subject, now);
  if (event.what === "call") return recordCall(db, emit, connectionId, contact.id, event, now);
  const row = messageByWid(db, connectionId, event.wid, contact.id);
  if (!row) return;
  if (event.what === "reaction") return react(db, emit, row, event);
  // Nobody changes or takes back what another person wrote.
  if (event.fromMe !== row.fromMe || (row.author && event.author !== row.author)) return;
  if (event.what === "edit") editMessage(db, emit, row, event.body, event.at);
  else markDeleted(db, emit, row);
  return row;
}

/** The network, or the receiver, has a message of ours; or will never have it. `raw` is what was sent, if it is not stored yet. */
export function applyReceipt(
  db: Write,
  emit: Emit,
  connectionId: number,
  { wid, ack, failure, isPart }: Receipt,
  raw: Uint8Array | undefined,
): void {
  const row = messageByWid(db, connectionId, wid);
  if (!row && ack !== 0) dropChange(db, emit, connectionId, wid, ack > 0);
  if (!row?.fromMe) return;
  if (raw) keepRaw(db, row.id, raw);
  // The network has it, or will never take it: it need not be sent again.
  if (ack !== 0) dropSent(db, row.id);
  if (isPart && failure) failInPart(db, emit, row, failure);
  else raiseAck(db, emit, row, ack, failure);
  // The network counts otherwise than we did: what it says counts.
  if (failure === "ERR_META_WINDOW_CLOSED") closeWindow(db, connectionId, row.contactId);
  if (failure === "ERR_META_OPTED_OUT") leaveByNetwork(db, emit, row, Date.now());
}

function remember(db: Write, emit: Emit, address: Parameters<typeof knownContact>[1], now: number): void {
  if (!knownContact(db, address)) return;
  const { contact, twin } = rememberContact(db, address, "", now);
  if (twin) mergeContacts(db, emit, contact, twin, now);
}

interface Renumbering {
  contact: ContactRow;
  connectionId: number;
  event: Extract<ChannelEvent, { what: "renumbered" }>;
}

/** They are the same person (behaviour.md, Who a contact is), also for what they want no more of; the thread says so. */
function renumber(db: Write, emit: Emit, { contact: had, connectionId, event }: Renumbering, now: number): void {
  const { contact, twin } = renumberContact(db, had, { from: event.chat, to: event.to, now });
  if (contact.number !== had.number && had.number && hasOptedOut(db, had.number)) {
    leaveAtNetwork(db, emit, contact.number, now);
  }
  const kept = twin ? mergeContacts(db, emit, contact, twin, now) : contact;
  if (!twin) emit("contact", { action: "update", record: contactOf(kept) });
  const ticket = ticketInProgress(db, kept.id, connectionId) ?? newestTicket(db, kept.id, connectionId);
  if (!ticket || kept.number === had.number) return;
  const number = kept.number;
  recordAndEmit(db, emit, { had: ticket, moved: ticket, action: "newNumber", userId: null, number, now });
}

/** Like a person's, a group's name is taken over once, and an edited one stays; so is one that the network is asked for. */
function nameGroup(db: Write, emit: Emit, { id, name: had }: ContactRow, subject: string, now: number): void {
  if (!isNameless(had)) return;
  const name = cut(subject, 200);
  const contact = db.update(contactTable).set({ name, updatedAt: now }).where(eq(contactTable.id, id)).returning()
    .get();
  emit("contact", { action: "update", record: contactOf(contact) });
}

/** Pairs come with nearly every message; only one that somebody is not known by yet is worth a transaction. */
function isNews({ read }: Company, { phone, lid }: { phone: string; lid: string }): boolean {
  const byPhone = knownContact(read, { jid: `${phone}@s.whatsapp.net`, phone });
  return byPhone?.id !== knownContact(read, { jid: `${lid}@lid`, lid })?.id;
}

function emitTyping(
  company: Company,
  connectionId: number,
  { chat, typing }: Extract<ChannelEvent, { what: "typing" }>,
): void {
  const contact = knownContact(company.read, chat);
  const ticket = contact && ticketInProgress(company.read, contact.id, connectionId);
  if (ticket) company.hub.pass("typing", { ticketId: ticket.id, typing }, viewersOf(ticket));
}

/** A call is a line on the ticket in progress; it opens none (behaviour.md, Groups and calls). */
function recordCall(
  db: Write,
  emit: Emit,
  connectionId: number,
  contactId: number,
  call: Extract<ChannelEvent, { what: "call" }>,
  now: number,
): void {
  const ticket = ticketInProgress(db, contactId, connectionId);
  if (!ticket) return;
  const row = recordMessage(db, {
    ticketId: ticket.id,
    contactId,
    connectionId,
    chat: call.chat.jid,
    wid: call.wid,
    fromMe: false,
    body: "",
    kind: "call",
    kindName: call.video ? "video" : "voice",
    createdAt: Math.min(call.at || now, now),
  });
  if (!row) return;
  const shown = shownTicket(db, ticket.id);
  emit(
    "appMessage",
    { action: "create", message: shownMessage(db, row.id), ticket: shown, live: true },
    viewersOf(shown),
  );
}
