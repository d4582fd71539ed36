import type { Channel } from "../../src/contract/channels.ts";
import type { Contact } from "../../src/contract/contacts.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { type Desk, latestContacts } from "../inbox/list.ts";
import { folded } from "../list/folded.ts";

/** Somebody with whom something can be shared, and their ticket where one is in progress or waits. */
export interface Receiver {
  contact: Contact;
  ticket: Ticket | undefined;
  /** Where they write; unknown for somebody with a number who has no ticket. */
  channel: Channel | undefined;
}

/** Whom the desk knows first, the last one to be written with above all, then the others that were found. */
export function receiversOf(desk: Desk, found: readonly Contact[], text: string): Receiver[] {
  // What is typed is searched for by the server, which knows them all.
  const first = text ? [] : latestContacts(desk);
  return [...first, ...found.filter(({ id }) => !first.some((one) => one.id === id))].map(receiverAt(desk));
}

/** Without a line: those whose ticket is in progress and whose thread this browser has. All else takes the server. */
export function receiversHere(desk: Desk, isKept: (uuid: string) => boolean, text: string): Receiver[] {
  return latestContacts(desk).map(receiverAt(desk)).filter(({ contact, ticket }) =>
    ticket?.status === "open" && isKept(ticket.uuid) && isNamed(contact, text)
  );
}

function receiverAt(desk: Desk): (contact: Contact) => Receiver {
  const ofTicket = new Map([...desk.pending.rows, ...desk.open.rows].map((ticket) => [ticket.contactId, ticket]));
  return (contact) => {
    const ticket = ofTicket.get(contact.id);
    return { contact, ticket, channel: ticket?.channel ?? contact.channel };
  };
}

function isNamed({ name, number }: Contact, text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return folded(name).includes(folded(text)) || (digits !== "" && number.includes(digits));
}
