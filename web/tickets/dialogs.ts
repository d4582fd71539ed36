import { atom, getDefaultStore } from "jotai";
import type { Contact } from "../../src/contract/contacts.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { busyWhile } from "../ui/busyElsewhere.ts";
import { onOtherPerson } from "../person.ts";

/** The dialog about tickets that is open, whatever page lies below it. */
type TicketDialog =
  | { show: "new"; contact: Contact | null; hint?: string }
  | { show: "transfer"; ticket: Ticket }
  | { show: "schedule"; ticket: Ticket }
  | { show: "peek"; ticket: Ticket };

export const ticketDialogAtom = atom<TicketDialog | null>(null);

const store = getDefaultStore();
busyWhile(() => store.get(ticketDialogAtom) !== null);

/**
 * Asks for whom and in which queue a ticket is to be opened; the contact may be chosen already. The hint says what follows
 * from it where that is more than the ticket.
 */
export function askNewTicket(contact: Contact | null = null, hint?: string): void {
  store.set(ticketDialogAtom, { show: "new", contact, ...(hint && { hint }) });
}

export function askTransfer(ticket: Ticket): void {
  store.set(ticketDialogAtom, { show: "transfer", ticket });
}

export function askSchedule(ticket: Ticket): void {
  store.set(ticketDialogAtom, { show: "schedule", ticket });
}

/** Shows a ticket without taking it. */
export function peek(ticket: Ticket): void {
  store.set(ticketDialogAtom, { show: "peek", ticket });
}

export function closeTicketDialog(): void {
  store.set(ticketDialogAtom, null);
}

onOtherPerson(closeTicketDialog);
