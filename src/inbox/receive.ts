import { Buffer } from "node:buffer";
import type { Incoming } from "../channels/channel.ts";
import { knownContact, rememberContact, type Remembered } from "../contacts/remember.ts";
import { ACK } from "../contract/messages.ts";
import type { Company, Read, Tell, Write } from "../platform/company.ts";
import { isKnown } from "../messages/change.ts";
import { type NewMessage, type Recorded, recordMessage } from "../messages/record.ts";
import { freshMessage } from "../messages/show.ts";
import { setting } from "../settings/settings.ts";
import { markTicketRead } from "../tickets/moves.ts";
import { ticketForArrival, ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { mergeContacts } from "./merge_contacts.ts";

/**
 * One message from the network: the contact is remembered, the ticket found or made, the message stored, and the
 * screens told, all in one transaction (behaviour.md, Incoming messages). Returns the id of the stored message, or
 * nothing when there was nothing to store.
 */
export function receiveMessage(company: Company, connectionId: number, incoming: Incoming): number | undefined {
  const now = Date.now();
  return company.write((db, tell) => {
    if (!isWelcome(db, incoming)) return undefined;
    const contact = whose(db, tell, incoming, now);
    if (!contact || isKnown(db, connectionId, incoming.wid, contact.id)) return undefined;
    const ticket = whichTicket(db, { contact, connectionId, incoming, now });
    if (!ticket) return undefined;
    const row = recordMessage(db, rowOf(incoming, ticket, now));
    if (!row) return undefined;
    if (incoming.fromMe) markTicketRead(db, tell, ticket.id);
    tellArrival(db, tell, row, incoming.when !== "history" && !incoming.fromMe);
    return row.id;
  });
}

/** Group messages are taken only by companies that want them (spec 2 §3, CheckMsgIsGroup). */
function isWelcome(db: Read, { chat }: Incoming): boolean {
  return chat.group === undefined || setting(db, "CheckMsgIsGroup") === "disabled";
}

/** Own messages make nobody known, except in history; everyone else's make their sender a contact. */
function whose(
  db: Write,
  tell: Tell,
  { chat, fromMe, pushName, when }: Incoming,
  now: number,
): Remembered["contact"] | undefined {
  if (fromMe && when === "live") return knownContact(db, chat);
  const { contact, twin } = rememberContact(db, chat, chat.group ? "" : pushName, now);
  return twin ? mergeContacts(db, tell, contact, twin, now) : contact;
}

interface Arrival {
  contact: Remembered["contact"];
  connectionId: number;
  incoming: Incoming;
  now: number;
}

/** A message from the company's own phone opens no ticket; it stays with the one in progress, if there is one. */
function whichTicket(db: Write, { contact, connectionId, incoming, now }: Arrival): TicketRow | undefined {
  // Long closed: a new message begins a new ticket.
  const old = { at: incoming.at, closedAt: 0 };
  if (incoming.when === "history") return ticketForFiling(db, contact, connectionId, old).ticket;
  if (incoming.fromMe) return ticketInProgress(db, contact.id, connectionId);
  return ticketForArrival(db, contact, connectionId, now).ticket;
}

function rowOf(incoming: Incoming, ticket: TicketRow, now: number): NewMessage {
  const { chat, wid, fromMe, participant, author, body, kind, kindName, when, media, raw } = incoming;
  const { place, cards, quoted, forwarded } = incoming;
  const isHistory = when === "history";
  return {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    chat: chat.jid,
    wid,
    fromMe,
    participant,
    author,
    body,
    kind,
    kindName,
    ack: fromMe ? ACK.sent : ACK.waiting,
    read: fromMe || isHistory,
    quotedWid: quoted?.wid,
    extra: place || cards || quoted || forwarded
      ? { place, cards, forwarded, quoted: quoted && { body: quoted.body, kind: quoted.kind, fromMe: quoted.fromMe } }
      : null,
    isHistory,
    raw: Buffer.from(raw),
    // The network's clock is trusted for the past, never for the future.
    createdAt: Math.min(incoming.at || now, now),
    media: media && { ...media, state: "waiting", file: null, dueAt: isHistory ? now + 60_000 : now },
  };
}

function tellArrival(db: Read, tell: Tell, row: Recorded, live: boolean): void {
  const ticket = shownTicket(db, row.ticketId);
  tell("appMessage", { action: "create", message: freshMessage(db, row, ticket), ticket, live }, viewersOf(ticket));
}
