import type { ContactRow, IdentityRow } from "../contacts/table.ts";
import type { TicketRow } from "../tickets/table.ts";

/** Two tickets in progress that became one: what moved from the one that was closed to the one that goes on. */
export interface Joined {
  closed: number;
  goesOn: number;
  messages: number[];
  /** How the closed one was before; missing in merges of long ago. */
  was?: Pick<TicketRow, "status" | "userId" | "unreadMessages" | "waitingSince">;
  /** The tags that the one that goes on took over. */
  tags?: number[];
}

/** What is written down of a contact that went, to bring it back. All but the first three is missing in old merges. */
export interface Gone {
  contact: ContactRow;
  identities: IdentityRow[];
  joined: Joined[];
  /** What the one that stayed lacked, and took over. */
  before?: Pick<ContactRow, "number" | "email">;
  /** The newest message there was: what has a higher id came after the merge. */
  lastMessageId?: number;
  notes?: number[];
  schedules?: number[];
  /** Extra information that moved, and what the other one had already under the same name. */
  movedInfo?: number[];
  leftInfo?: { name: string; value: string }[];
  /** Merges into the one that went, which are now merges into the one that stayed. */
  merges?: number[];
}
