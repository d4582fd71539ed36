import { milliseconds } from "date-fns/milliseconds";
import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { Buffer } from "node:buffer";
import { noteHeard } from "../answer_windows/answer_windows.ts";
import { type Rated, ratingBy, takeRating } from "../bot/ratings.ts";
import { endBot, letBotReply } from "../bot/reply.ts";
import { emitSaid } from "../bot/say.ts";
import { answerCampaign } from "../campaigns/answer.ts";
import type { ToCampaign } from "../campaigns/arrived.ts";
import { markTicket } from "../campaigns/reply.ts";
import type { Incoming } from "../channels/channel.ts";
import { knownContact, rememberContact, type Remembered } from "../contacts/remember.ts";
import { ACK } from "../shared/delivery.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { isKnown } from "../messages/change.ts";
import { type NewMessage, type Recorded, recordMessage } from "../messages/record.ts";
import { freshMessage } from "../messages/show.ts";
import { setting } from "../settings/settings.ts";
import { markTicketRead } from "../tickets/reading.ts";
import { newestTicket, ticketForArrival, ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { mergeContacts } from "../merges/merge_contacts.ts";
import { noteHandover } from "../webchat/handover.ts";
import { isMereThanks } from "./thanks.ts";

/** What provider.db knows of the company, asked for only when it matters. */
export interface Whereabouts {
  /** IANA name. */
  timeZone: () => string;
  /** It has not paid: what comes is kept, and nothing is said by itself. */
  isPaused: () => boolean;
}

/**
 * One message from the network: the contact is remembered, the ticket found or made, the message stored, and the
 * events emitted, all in one transaction (behaviour.md, Incoming messages). Returns the id of the stored message, or
 * nothing when there was nothing to store.
 */
export function receiveMessage(
  company: Company,
  connectionId: number,
  incoming: Incoming,
  { timeZone, isPaused: owes }: Whereabouts,
): number | undefined {
  const now = Date.now();
  // We were away for days: who asked then is not answered as if they had asked now.
  const isPaused = () => owes() || now - (incoming.at || now) > ANSWERED_WITHIN;
  return company.write((db, emit) => {
    if (!isWelcome(db, incoming)) return undefined;
    const contact = whose(db, emit, incoming, now);
    if (!contact || isKnown(db, connectionId, incoming.wid, contact.id)) return undefined;
    if (isFromCustomer(incoming)) noteHeard(db, connectionId, contact.id, Math.min(incoming.at || now, now));
    const arrival = { company, contact, connectionId, incoming, timeZone, isPaused, now };
    const toCampaign = isFromCustomer(incoming) && !incoming.chat.group
      ? answerCampaign(db, emit, { company, contact, connectionId, body: incoming.body, now })
      : undefined;
    if (toCampaign?.is === "answer") return receiveAnswer(db, emit, toCampaign, arrival);
    const rated = isFromCustomer(incoming) &&
      ratingBy(db, { contactId: contact.id, connectionId, body: incoming.body, now });
    if (rated) return receiveRating(db, emit, rated, arrival);
    const thanked = isFromCustomer(incoming) ? thankedTicket(db, arrival) : undefined;
    if (thanked) return receiveQuietly(db, emit, thanked, arrival)?.id;
    const { ticket: found, begins } = whichTicket(db, arrival);
    if (!found) return undefined;
    const ticket = toCampaign?.is === "message" ? markTicket(db, found, toCampaign, { begins, now }) : found;
    const row = recordMessage(db, rowOf(incoming, ticket, now));
    if (!row) return undefined;
    if (incoming.fromMe && incoming.when === "live") {
      markTicketRead(db, emit, ticket.id);
      endBot(db, emit, ticket);
    }
    const received = () => ({
      ticket,
      contact,
      messageId: row.id,
      body: incoming.body,
      now,
      timeZone,
      isPaused: isPaused(),
    });
    const said = isFromCustomer(incoming) ? letBotReply(company, db, emit, received(), begins) : [];
    if (toCampaign) said.push(...speakTo(toCampaign, ticket, arrival));
    if (isFromCustomer(incoming)) noteHandover(db, emit, { ticket, body: incoming.body }, now);
    emitArrival(db, emit, row, isFromCustomer(incoming));
    emitSaid(db, emit, ticket.id, said);
    return row.id;
  });
}

/** What was written longer ago (ms) waits for a person, as what is to be sent does not leave so late (behaviour.md, Sending). */
const ANSWERED_WITHIN = milliseconds({ hours: 24 });

function isFromCustomer({ when, fromMe }: Incoming): boolean {
  return when === "live" && !fromMe;
}

/** It is kept where the service was, and is nobody's work: the ticket stays as it is, and no bell rings. */
function receiveQuietly(db: Write, emit: Emit, ticket: TicketRow, { incoming, now }: Arrival): Recorded | undefined {
  const row = recordMessage(db, { ...rowOf(incoming, ticket, now), read: true });
  if (row) emitArrival(db, emit, row, false);
  return row;
}

/** The closed ticket that a mere thank-you belongs to; it takes nothing up again (behaviour.md, Tickets). */
function thankedTicket(db: Read, { contact, connectionId, incoming, now }: Arrival): TicketRow | undefined {
  if (incoming.kind !== "text" || !isMereThanks(incoming.body, setting(db, "thanks"))) return undefined;
  if (ticketInProgress(db, contact.id, connectionId)) return undefined;
  const last = newestTicket(db, contact.id, connectionId);
  // Also where nothing is ever taken up again, nobody thanks for what was long ago.
  const window = minutesToMilliseconds(Math.max(Number(setting(db, "reopenMinutes")), SHORTEST_WINDOW));
  return last?.closedAt && now - last.closedAt < window ? last : undefined;
}

/** Minutes. */
const SHORTEST_WINDOW = 120;

function receiveRating(db: Write, emit: Emit, rated: Rated, arrival: Arrival) {
  const { company, timeZone, now, isPaused } = arrival;
  const row = receiveQuietly(db, emit, rated.ticket, arrival);
  if (!row) return undefined;
  takeRating(db, emit, rated, { company, timeZone, now, isPaused: isPaused() });
  return row.id;
}

/** Yes, no, or no more to a campaign: it is kept where the campaign's message is, and is nobody's work. */
function receiveAnswer(
  db: Write,
  emit: Emit,
  answer: Extract<ToCampaign, { is: "answer" }>,
  arrival: Arrival,
): number | undefined {
  const row = receiveQuietly(db, emit, answer.ticket, arrival);
  if (row) emitSaid(db, emit, answer.ticket.id, speakTo(answer, answer.ticket, arrival));
  return row?.id;
}

function speakTo(
  { speak }: ToCampaign,
  ticket: TicketRow,
  { company, connectionId, isPaused }: Arrival,
): number[] {
  const said = isPaused() ? [] : speak(ticket);
  if (said.length > 0) company.afterwards(() => company.signals.emit("outbox", { connectionId }));
  return said;
}

/** Group messages are taken only by companies that want them (spec 2 §3, CheckMsgIsGroup). */
function isWelcome(db: Read, { chat }: Incoming): boolean {
  return chat.group === undefined || setting(db, "CheckMsgIsGroup") === "disabled";
}

/** Own messages make nobody known, except in history; everyone else's make their sender a contact. */
function whose(
  db: Write,
  emit: Emit,
  { chat, fromMe, pushName, when }: Incoming,
  now: number,
): Remembered["contact"] | undefined {
  if (fromMe && when === "live") return knownContact(db, chat);
  const { contact, twin } = rememberContact(db, chat, chat.group ? "" : pushName, now);
  return twin ? mergeContacts(db, emit, contact, twin, now) : contact;
}

interface Arrival extends Whereabouts {
  company: Company;
  contact: Remembered["contact"];
  connectionId: number;
  incoming: Incoming;
  now: number;
}

/** A message from the company's own phone opens no ticket; it stays with the one in progress, if there is one. */
function whichTicket(
  db: Write,
  { contact, connectionId, incoming, now }: Arrival,
): { ticket: TicketRow | undefined; begins: boolean } {
  // Long closed: a new message begins a new ticket.
  const old = { at: incoming.at, closedAt: 0 };
  if (incoming.when === "history") return { ticket: ticketForFiling(db, contact, connectionId, old), begins: false };
  if (incoming.fromMe) return { ticket: ticketInProgress(db, contact.id, connectionId), begins: false };
  return ticketForArrival(db, contact, connectionId, now);
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
    media: media &&
      { ...media, state: "waiting", file: null, dueAt: isHistory ? now + milliseconds({ minutes: 1 }) : now },
  };
}

/** A bell rings for what somebody should read: not for history, and not for what the bot answers. */
function emitArrival(db: Read, emit: Emit, row: Recorded, isNews: boolean): void {
  const ticket = shownTicket(db, row.ticketId);
  const live = isNews && !ticket.chatbot && ticket.status !== "closed";
  const old = row.isHistory ? { history: true as const } : {};
  const message = freshMessage(db, row, ticket);
  emit("appMessage", { action: "create", message, ticket, live, ...old }, viewersOf(ticket));
}
