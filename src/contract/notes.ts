import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { Id, Moment, QueryInt } from "./fields.ts";
import { NoteText } from "./note_text.ts";
import { UserRef } from "./users.ts";

/** What somebody wrote down about a contact while serving them. */
export const Note = z.object({
  id: Id,
  note: z.string(),
  contactId: Id,
  /** Null once its ticket was deleted. */
  ticketId: z.nullable(Id),
  user: z.nullable(UserRef),
  createdAt: Moment,
});
export type Note = z.infer<typeof Note>;

export const NoteForm = z.object({ note: NoteText });

export const notes = {
  list: get("/ticket-notes/list", "The notes on a contact that one may see, newest first", {
    query: z.object({ contactId: QueryInt, ticketId: z.optional(QueryInt) }),
    answer: z.array(Note),
  }),
  add: post("/ticket-notes", "Write a note down", {
    body: z.extend(NoteForm, { contactId: Id, ticketId: Id }),
    answer: Note,
  }),
  remove: del("/ticket-notes/:id", "Delete a note"),
  restore: post("/ticket-notes/:id/restore", "Bring back a note that one deleted less than 8 s ago", { answer: Note }),
};
