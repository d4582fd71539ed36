import * as z from "zod/mini";
import { get, post } from "./call.ts";
import { Id, Moment } from "./fields.ts";

/** How much of what was erased. */
export const ErasedCounts = z.object({
  tickets: z.int(),
  messages: z.int(),
  files: z.int(),
  notes: z.int(),
  schedules: z.int(),
  listItems: z.int(),
  recipients: z.int(),
  requests: z.int(),
  events: z.int(),
  audits: z.int(),
});
export type ErasedCounts = z.infer<typeof ErasedCounts>;

/** That somebody was erased, and nothing of who it was. */
export const Erasure = z.object({
  id: Id,
  at: Moment,
  /** Who erased them. */
  by: z.string(),
  counts: ErasedCounts,
  /** From then on no backup has them any more. */
  backupsUntil: Moment,
  /** When files of the whole company were written before it that may lie somewhere still; the provider knows where. */
  exports: z.array(Moment),
  /** Of which moments the provider's other companies are that were made of this one and have them still; it knows which. */
  copies: z.array(Moment),
});
export type Erasure = z.infer<typeof Erasure>;

/** What a night has deleted because it was older than the company keeps it. */
export const RetentionRun = z.object({
  id: Id,
  at: Moment,
  months: z.int(),
  messages: z.int(),
  files: z.int(),
});
export type RetentionRun = z.infer<typeof RetentionRun>;

export const privacy = {
  export: get("/contacts/:id/data", "A short-lived address of a file with all that is known of a contact", {
    who: "contacts-page:exportContacts",
    answer: z.object({ address: z.string() }),
  }),
  erase: post("/contacts/:id/erase", "Erase a contact and all that is known of them, everywhere, and report it", {
    who: "contacts-page:deleteContact",
    answer: Erasure,
  }),
  list: get("/privacy", "The newest hundred reports: who was erased, and what was deleted for its age", {
    who: "settings-page:edit",
    answer: z.object({ erasures: z.array(Erasure), retention: z.array(RetentionRun) }),
  }),
};
