import * as z from "zod/mini";
import { get, post } from "./call.ts";
import { Id, Moment, QueryIds, QueryInt } from "./fields.ts";
import { QueueRef } from "./queues.ts";
import { TicketStatus } from "./tickets.ts";
import { UserRef } from "./users.ts";

/** Somebody was called by `@name`, and has not been there since. */
export const Mention = z.object({
  id: Id,
  /** Who called; null once that user is deleted. */
  by: z.nullable(UserRef),
  /** The beginning of what was written. */
  text: z.string(),
  /** Where it stands: in a chat, or in a note on a ticket; of the other one null. */
  chat: z.nullable(z.object({ id: Id, uuid: z.string(), title: z.string(), messageId: Id })),
  ticket: z.nullable(z.object({ id: Id, uuid: z.string(), name: z.string(), noteId: Id })),
  createdAt: Moment,
});
export type Mention = z.infer<typeof Mention>;

/** A ticket that was spoken of, for who may see it; of others the number is all there is to know. */
export const TicketCard = z.union([
  z.object({
    id: Id,
    isVisible: z.literal(true),
    uuid: z.string(),
    name: z.string(),
    status: TicketStatus,
    queue: z.nullable(QueueRef),
    user: z.nullable(UserRef),
  }),
  z.object({ id: Id, isVisible: z.literal(false) }),
]);
export type TicketCard = z.infer<typeof TicketCard>;

export const mentions = {
  list: get("/mentions", "Where one was called and has not been since, newest first, at most 50", {
    answer: z.array(Mention),
  }),
  seen: post("/mentions/seen", "Note that one has seen where one was called", {
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
  }),
  people: get("/mentions/people", "Who may be called in a note on a ticket: those who may see it", {
    query: z.object({ ticketId: QueryInt }),
    answer: z.array(UserRef),
  }),
  tickets: get("/mentions/tickets", "The cards of tickets that were spoken of; deleted ones are left out", {
    query: z.object({ ids: QueryIds }),
    answer: z.array(TicketCard),
  }),
};
