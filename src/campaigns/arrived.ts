import type { ContactRow } from "../contacts/table.ts";
import type { Company } from "../platform/company.ts";
import type { TicketRow } from "../tickets/table.ts";

/** A customer's message that has just come. */
export interface Arrived {
  company: Company;
  contact: ContactRow;
  connectionId: number;
  body: string;
  now: number;
}

/** What a message says to a campaign. */
export type ToCampaign =
  /** Yes, no, or no more of them: it is kept where the campaign's message is, and is nobody's work. */
  | { is: "answer"; ticket: TicketRow; speak: Speak }
  /** Anything else is a message like any other, which opens a ticket that says what it answers. */
  | { is: "message"; campaignId: number; queueId: number | null; recipientId: number; speak: Speak }
  /** What it says to a campaign counts, or is asked about, and it is a message like any other all the same. */
  | { is: "aside"; speak: Speak };

/** Says what there is to say, once the customer's message is stored; answers the ids of what was written. */
export type Speak = (ticket: TicketRow) => number[];
