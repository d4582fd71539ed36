import * as z from "zod/mini";
import { get, put } from "./call.ts";
import { Id, written } from "./fields.ts";
import { LONGEST_TEXT } from "./messages.ts";

/** What a person was writing to a ticket; nobody else sees it. */
export const Draft = z.object({ ticketId: Id, body: z.string() });
export type Draft = z.infer<typeof Draft>;

/** So many are kept for a person: those changed last. */
export const MOST_DRAFTS = 200;

export const drafts = {
  list: get("/drafts", "What the person was writing, by ticket, latest change first", { answer: z.array(Draft) }),
  save: put("/tickets/:id/draft", "Keep what is being written to a ticket; an empty text forgets it", {
    body: z.object({ body: written(LONGEST_TEXT) }),
    answer: Draft,
  }),
};
