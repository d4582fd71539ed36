import { TRAITS, type Traits } from "../../src/contract/channels.ts";
import type { Ticket } from "../../src/contract/tickets.ts";

/** What can be done at a ticket's channel, also where its connection is gone. */
export function traitsOf({ whatsapp, channel }: Pick<Ticket, "whatsapp" | "channel">): Traits {
  return TRAITS[whatsapp?.kind ?? (channel === "whatsapp" ? "linked" : channel)];
}
