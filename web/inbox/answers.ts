import type { Ticket } from "../../src/contract/tickets.ts";
import { noteOpenAnswer } from "../thread/follow.ts";
import { noteAnswer } from "./desk.ts";

/** Shows a ticket as a call has answered it, in the list and where it is open. */
export function noteTicket(ticket: Ticket): void {
  noteAnswer(ticket);
  noteOpenAnswer(ticket);
}
