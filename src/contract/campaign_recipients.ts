import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id, Moment, Named, PageNumber, QueryInt, SearchParam } from "./fields.ts";

/** Where a recipient is; their counts add up to all recipients, always (behaviour.md, Campaigns). */
export const RecipientState = z.enum(["waiting", "asked", "confirmed", "sent", "failed", "opted_out", "skipped"]);
export type RecipientState = z.infer<typeof RecipientState>;

/** Why a recipient was skipped. Those that failed have an error's code as their reason. */
export const SKIP_REASONS = [
  /** Asked, and said no. */
  "declined",
  /** Asked, and said nothing for a day. */
  "unanswered",
  /** Wrote to us shortly before. */
  "wrote_lately",
  /** Got another campaign shortly before. */
  "other_campaign",
  "no_number",
  /** The campaign was stopped and given another list, and they are not on it. */
  "other_list",
  /** Was taken off the list while they waited. */
  "off_list",
] as const;

export const Counts = z.object({
  total: z.int(),
  /** Those of them who have a number, and have WhatsApp as far as is known. */
  valid: z.int(),
  waiting: z.int(),
  asked: z.int(),
  confirmed: z.int(),
  sent: z.int(),
  failed: z.int(),
  opted_out: z.int(),
  skipped: z.int(),
  /** Of all, how many were ever asked, and how many of them said yes. */
  confirmationsRequested: z.int(),
  confirmations: z.int(),
  /** Of the sent. */
  delivered: z.int(),
  read: z.int(),
  answered: z.int(),
});
export type Counts = z.infer<typeof Counts>;

/** One who gets it. */
export const Recipient = z.object({
  id: Id,
  name: z.string(),
  number: z.string(),
  state: RecipientState,
  /** An error's code of one that failed, one of SKIP_REASONS of one that was skipped. */
  reason: z.nullable(z.string()),
  variant: z.nullable(z.int()),
  connection: z.nullable(Named),
  askedAt: z.nullable(Moment),
  confirmedAt: z.nullable(Moment),
  sentAt: z.nullable(Moment),
  deliveredAt: z.nullable(Moment),
  readAt: z.nullable(Moment),
  answeredAt: z.nullable(Moment),
  answer: z.nullable(z.string()),
  ticket: z.nullable(z.object({ id: Id, uuid: z.string() })),
  /** When its question is closed, or the next message follows. */
  nextAt: z.nullable(Moment),
  changedAt: Moment,
});
export type Recipient = z.infer<typeof Recipient>;

/** Whom a report shows: those in a state, or the sent that were delivered, read, answered. */
export const RECIPIENT_FILTERS = [...RecipientState.options, "delivered", "read", "answered"] as const;
export type RecipientFilter = typeof RECIPIENT_FILTERS[number];

const CAMPAIGNS = { who: "campaigns:edit", needs: "campaigns" } as const;

/** Of `campaigns`, what asks for recipients. */
export const recipientCalls = {
  recipients: get(
    "/campaigns/:id/recipients",
    "A page of up to 40 recipients, the last changed first",
    {
      ...CAMPAIGNS,
      query: z.object({
        searchParam: SearchParam,
        filter: z.optional(z.enum(RECIPIENT_FILTERS)),
        variant: z.optional(QueryInt),
        pageNumber: PageNumber,
      }),
      answer: z.object({ records: z.array(Recipient), hasMore: z.boolean() }),
    },
  ),
  export: get("/campaigns/:id/export", "Up to 1000 recipients by id, for a spreadsheet", {
    ...CAMPAIGNS,
    query: z.object({
      after: z._default(z.optional(QueryInt), 0),
      searchParam: SearchParam,
      filter: z.optional(z.enum(RECIPIENT_FILTERS)),
      variant: z.optional(QueryInt),
    }),
    answer: z.object({ records: z.array(z.extend(Recipient, { email: z.string() })), hasMore: z.boolean() }),
  }),
};
