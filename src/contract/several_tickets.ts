import * as z from "zod/mini";
import { MOST_AT_ONCE, Outcome } from "./bulk.ts";
import { post } from "./call.ts";
import { Id } from "./fields.ts";
import { NoteText } from "./note_text.ts";
import { Moved, Place, Ticket } from "./tickets.ts";

/** Rows of which one call changes some; one that is named twice is meant once. */
function several<Row extends z.ZodMiniType>(row: Row) {
  return z.array(row).check(z.minLength(1), z.maxLength(MOST_AT_ONCE));
}

/** Each as the person saw it: a move of somebody else's since then is not overwritten. */
const Seen = several(z.object({ id: Id, was: Place }));

const TagIds = z._default(z.array(Id).check(z.maxLength(100)), []);

/** What became of each ticket: the ticket with the move that was made, or why there was none. */
const MovedOutcomes = z.object({ outcomes: z.array(z.extend(Outcome, { moved: z.optional(Moved) })) });
export type MovedOutcome = z.infer<typeof MovedOutcomes>["outcomes"][number];

/** Of tags: which were put on and which were taken off, so that it can be undone. */
const TaggedOutcomes = z.object({
  outcomes: z.array(z.extend(Outcome, {
    ticket: z.optional(Ticket),
    add: z.optional(z.array(Id)),
    remove: z.optional(z.array(Id)),
  })),
});
export type TaggedOutcome = z.infer<typeof TaggedOutcomes>["outcomes"][number];

export const severalTickets = {
  accept: post("/tickets/bulk/accept", "Accept up to 500 waiting tickets, each by itself", {
    body: z.object({ tickets: Seen }),
    answer: MovedOutcomes,
  }),
  resolve: post("/tickets/bulk/resolve", "Resolve up to 500 open tickets, each by itself", {
    body: z.object({ tickets: Seen }),
    answer: MovedOutcomes,
  }),
  transfer: post("/tickets/bulk/transfer", "Transfer up to 500 tickets to the same place, each by itself", {
    body: z.object({
      tickets: Seen,
      queueId: Id,
      /** Null: they wait in the queue. */
      userId: z.nullable(Id),
      /** Kept as a note on each, for who takes over. */
      note: z.optional(NoteText),
    }),
    answer: MovedOutcomes,
  }),
  undo: post("/tickets/bulk/undo", "Take back one's own moves of up to 500 tickets, within 8 s", {
    body: z.object({ tickets: several(z.object({ id: Id, moveId: Id })) }),
    answer: MovedOutcomes,
  }),
  tag: post("/tickets/bulk/tag", "Put tags on up to 500 tickets, and take others off", {
    body: z.object({ tickets: several(z.object({ id: Id, add: TagIds, remove: TagIds })) }),
    answer: TaggedOutcomes,
  }),
};
