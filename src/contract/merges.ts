import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { Contact } from "./contacts.ts";
import { Id, Moment } from "./fields.ts";
import { UserRef } from "./users.ts";

/** A contact that became part of another. */
export const Merge = z.object({
  id: Id,
  /** The contact that stayed. */
  keptId: Id,
  gone: z.object({ id: Id, name: z.string(), number: z.string() }),
  /** How many tickets came along. */
  tickets: z.int(),
  /** Who merged them; null when the network proved them one. */
  user: z.nullable(UserRef),
  at: Moment,
  /** Whether the person who asks may take them apart again. */
  mayUndo: z.boolean(),
});
export type Merge = z.infer<typeof Merge>;

/** What merging two contacts would do. */
export const MergePlan = z.object({
  kept: Contact,
  gone: Contact,
  /** What would come along. */
  tickets: z.int(),
  notes: z.int(),
  /** How many pairs of tickets in progress would become one. */
  joins: z.int(),
});
export type MergePlan = z.infer<typeof MergePlan>;

export const merges = {
  list: get("/contacts/:id/merges", "Who was merged into a contact, the latest first", { answer: z.array(Merge) }),
  plan: get("/contacts/:id/merge/:otherId", "What merging two contacts would do", { answer: MergePlan }),
  merge: post("/contacts/:id/merge", "Merge two contacts; the older one stays", {
    body: z.object({ contactId: Id }),
    answer: Merge,
  }),
  undo: del("/contact-merges/:id", "Take two merged contacts apart again"),
};
