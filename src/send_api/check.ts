import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { and, eq } from "drizzle-orm";
import type { UserKind } from "../channels/channel.ts";
import { connectionById, kindById } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import { channelIdsOf } from "../contacts/outside.ts";
import { knownContact } from "../contacts/remember.ts";
import { type ContactRow, type IdentityRow, identityTable } from "../contacts/table.ts";
import { type ConnectionKind, TRAITS } from "../contract/channels.ts";
import { refuse } from "../contract/errors.ts";
import { FURTHEST, type SentByApi } from "../contract/send_api.ts";
import { messageById } from "../messages/change.ts";
import type { MessageRow } from "../messages/table.ts";
import { templateToSend } from "../meta/templates.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import type { Read } from "../platform/company.ts";
import type { TokenCaller } from "../platform/session.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { connectionFor, defaultConnection } from "../tickets/connection_for.ts";
import { ticketRow } from "../tickets/rows.ts";
import type { TicketRow } from "../tickets/table.ts";
import type { Coming, Wanted } from "./coming.ts";

/** What must be right before anything is stored. */
interface Checked {
  /** Canonical digits, or a group as the network writes it. */
  number: string;
  /** Null = whichever the contact's ticket has when it leaves. */
  connectionId: number | null;
  /** Who that is, if the company knows them. */
  contact: ContactRow | undefined;
}

export function check(db: Read, { wanted, files, caller, at, keys }: Omit<Coming, "address" | "timeZone">): Checked {
  const { body, mediaUrl, reaction, quotedMsg, template } = wanted;
  const says = body.trim() !== "" || mediaUrl !== undefined || files.length > 0;
  if ([says, reaction !== undefined, template !== undefined].filter(Boolean).length !== 1) {
    refuse("ERR_INVALID_INPUT", { fields: { body: says ? "invalid" : "required" } });
  }
  if (mediaUrl !== undefined && files.length > 0) refuse("ERR_INVALID_INPUT", { fields: { mediaUrl: "invalid" } });
  if (wanted.sendAt !== undefined && Date.parse(wanted.sendAt) > at + secondsToMilliseconds(FURTHEST)) {
    refuse("ERR_INVALID_INPUT", { fields: { sendAt: "invalid" } });
  }
  const ticket = ticketOf(db, wanted, caller);
  const connectionId = caller.connectionId ?? wanted.whatsappId ?? ticket?.connectionId ?? null;
  if (wanted.whatsappId !== undefined && wanted.whatsappId !== connectionId) refuse("ERR_NO_WAPP_FOUND");
  if (connectionId !== null && !connectionById(db, connectionId)) refuse("ERR_NO_WAPP_FOUND");
  const number = ticket ? addressOf(db, ticket.contactId) : receiverOf(wanted.number!);
  const contact = contactBehind(db, number);
  if (isGroup(number) && !contact) refuse("ERR_NO_CONTACT_FOUND", { fields: { number: "unknown" } });
  // Where there are no numbers nobody can be asked about one: the answer would count at WhatsApp as well.
  const kind = connectionId === null ? undefined : kindById(db, connectionId);
  if (kind && !TRAITS[kind].byNumber) checkIsThere(db, contact, kind);
  // With neither a connection nor a contact it goes by the default one, which must be there.
  if (connectionId === null && !contact) defaultConnection(db);
  for (const id of [quotedMsg?.id, reaction?.id]) if (id !== undefined) messageOf(db, id, { contact, connectionId });
  if (reaction) checkReacts(db, reaction.id);
  if (wanted.marketing && isOptedOut(db, number, keys)) refuse("ERR_OPTED_OUT");
  if (template) {
    const by = connectionId ?? (contact ? connectionFor(db, contact.id, null) : defaultConnection(db));
    if (kindById(db, by) !== "cloud") refuse("ERR_NOT_AT_CHANNEL", { fields: { template: "invalid" } });
    templateToSend(db, by, template, template);
  }
  return { number, connectionId, contact };
}

/** ERR_CONTACT_NOT_THERE for somebody who has not written by the channel, though they may be known elsewhere. */
function checkIsThere(db: Read, contact: ContactRow | undefined, kind: ConnectionKind): void {
  const isThere = contact && db.select({ id: identityTable.contactId }).from(identityTable)
        .where(and(eq(identityTable.contactId, contact.id), eq(identityTable.kind, kind as UserKind))).all().length > 0;
  if (!isThere) refuse("ERR_CONTACT_NOT_THERE", { fields: { number: "unknown" }, detail: { channel: kind } });
}

/** ERR_NOT_AT_CHANNEL where the channel of a message takes no reactions. */
function checkReacts(db: Read, messageId: number): void {
  const { connectionId } = messageById(db, messageId)!,
    kind = connectionId === null ? undefined : kindById(db, connectionId);
  if (kind && !TRAITS[kind].reacts) refuse("ERR_NOT_AT_CHANNEL", { fields: { reaction: "invalid" } });
}

/** The ticket that a request names instead of a number; of a connection's token one of its connection alone. */
function ticketOf(db: Read, { number, ticketId }: Wanted, { connectionId }: TokenCaller): TicketRow | undefined {
  if ((number === undefined) === (ticketId === undefined)) {
    refuse("ERR_INVALID_INPUT", { fields: { number: number === undefined ? "required" : "invalid" } });
  }
  if (ticketId === undefined) return undefined;
  const ticket = ticketRow(db, ticketId) ?? refuse("ERR_NO_TICKET_FOUND");
  if (connectionId !== null && ticket.connectionId !== connectionId) refuse("ERR_NO_TICKET_FOUND");
  return ticket;
}

/** The address of somebody whom the company knows: canonical digits, a group, a LID, or `7@contact` where there is none of them. */
function addressOf(db: Read, contactId: number): string {
  const identities = db.select().from(identityTable).where(eq(identityTable.contactId, contactId)).all();
  const by = (kind: IdentityRow["kind"]) => identities.find((each) => each.kind === kind)?.value;
  const group = by("group"), phone = by("phone"), lid = by("lid");
  if (group) return `${group}@g.us`;
  return phone ?? (lid ? `${lid}@lid` : `${contactId}@contact`);
}

/** A number in its canonical form; what a network has written as it is. */
export function receiverOf(number: string): string {
  return isAddress(number) ? number : canonicalNumber(number);
}

/** It is no number that the network could be asked about. */
export function isAddress(number: string): boolean {
  return number.includes("@");
}

export function isGroup(number: string): boolean {
  return number.endsWith("@g.us");
}

/** Who is behind a receiver, if the company knows them. */
export function contactBehind(db: Read, number: string): ContactRow | undefined {
  if (isGroup(number)) return knownContact(db, { jid: number, group: number.replace("@g.us", "") });
  if (number.endsWith("@contact")) return contactById(db, Number.parseInt(number));
  if (number.endsWith("@lid")) return knownContact(db, { jid: number, lid: number.replace("@lid", "") });
  return knownContact(db, { jid: `${number}@s.whatsapp.net`, phone: number });
}

/** To whom a message goes, as the program is told: what we call somebody without a number is nothing to it. */
export function toldReceiver(db: Read, number: string): Pick<SentByApi, "number" | "channelIds"> {
  if (!isAddress(number) || isGroup(number)) return { number, channelIds: [] };
  const contact = contactBehind(db, number);
  return { number: null, channelIds: contact ? channelIdsOf(db, contact.id) : [] };
}

interface Whose {
  contact: Pick<ContactRow, "id"> | undefined;
  /** Null = any. */
  connectionId: number | null;
}

/** A message of the receiver's own at a connection; ERR_NO_MESSAGE_FOUND for all others. */
export function messageOf(db: Read, id: number, { contact, connectionId }: Whose): MessageRow {
  const message = messageById(db, id);
  if (!message || message.isDeleted || message.contactId !== contact?.id || !contactById(db, contact.id)) {
    refuse("ERR_NO_MESSAGE_FOUND");
  }
  if (connectionId !== null && message.connectionId !== connectionId) refuse("ERR_NO_MESSAGE_FOUND");
  return message;
}
