import type { QuickReply } from "../../../src/contract/quick_replies.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { fillVariables } from "../../../src/shared/variables.ts";
import { useMe } from "../../session.ts";

/** Fills in what a quick reply names: the customer, the hour, who writes. */
export function useFilledReply(ticket: Ticket): (reply: QuickReply) => string {
  const { name, company } = useMe();
  return ({ message }) => fillVariables(message, { ticket, user: name, timeZone: company.timeZone, now: new Date() });
}
