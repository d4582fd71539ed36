import * as z from "zod/mini";
import { get } from "./call.ts";
import { Counts } from "./campaign_recipients.ts";
import { Columns } from "./contact_lists.ts";
import { Moment, Named } from "./fields.ts";

/** What the governor waits for, or holds back; the screen says it in words. */
export const Note = z.object({
  code: z.enum([
    /** Sends; one every so many seconds. */
    "sends",
    /** Outside the hours, or a weekday or holiday on which nothing is sent, until `at`. */
    "waits_for_hours",
    /** The number is young: `count` strangers a day, of which `done` were today; goes on `at`. */
    "young_number",
    /** A person has allowed `count` strangers a day. */
    "day_cap",
    /** The network lets it write to no strangers, until `at` if it says so; replies pass. */
    "restricted",
    /** The network lets it begin `count` more chats. */
    "network_cap",
    /** The network has not said yet to how many strangers it may write. */
    "asks_network",
    /** The network is asked about the numbers of those who are next; goes on `at` where many are nobody's. */
    "checks_numbers",
    "disconnected",
    /** The connection was deleted. */
    "no_connection",
    /** The pause between two, until `at`. */
    "pause",
    /** All that is left waits for answers, until `at` at the latest. */
    "waits_for_answers",
    "waits_for_follow_ups",
    /** Few of its strangers answer: half as many a day. */
    "few_answers",
    /** Of the last hour's messages Meta has turned away `count`, because it wants fewer of them. */
    "network_slows",
    /** The company has not paid. */
    "overdue",
  ]),
  connection: z.nullable(Named),
  at: z.nullable(Moment),
  count: z.nullable(z.int()),
  done: z.nullable(z.int()),
  /** How old the number is, in days. */
  days: z.nullable(z.int()),
});
export type Note = z.infer<typeof Note>;

const byVariant = z.object({
  variant: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  answered: z.int(),
});
/** How it went over time: what happened in each span that begins `at` (ms). */
const overTime = z.object({ at: z.number(), sent: z.int(), delivered: z.int(), read: z.int(), answered: z.int() });

export const CampaignReport = z.object({
  counts: Counts,
  byVariant: z.array(byVariant),
  /** ms of each span. */
  span: z.number(),
  overTime: z.array(overTime),
  notes: z.array(Note),
  endsAt: z.nullable(Moment),
});
export type CampaignReport = z.infer<typeof CampaignReport>;

/** What a campaign would do, before it is saved. */
export const CampaignCheck = z.object({
  /** Whom it would reach, and who is left out: without WhatsApp, opted out, by the audience's rules, without number. */
  recipients: z.int(),
  invalid: z.int(),
  unchecked: z.int(),
  optedOut: z.int(),
  leftOut: z.int(),
  noNumber: z.int(),
  /** Variables that somebody has nothing for, and for how many. */
  missing: z.array(z.object({ name: z.string(), count: z.int() })),
  /** The variables that there are. */
  variables: z.array(z.string()),
  /** Somebody of the audience, to preview the texts with. */
  samples: z.array(z.object({ name: z.string(), number: z.string(), email: z.string(), columns: Columns })),
  notes: z.array(Note),
  startsAt: z.nullable(Moment),
  endsAt: z.nullable(Moment),
});
export type CampaignCheck = z.infer<typeof CampaignCheck>;

const CAMPAIGNS = { who: "campaigns:edit", needs: "campaigns" } as const;

/** Of `campaigns`, what asks how one went. */
export const reportCalls = {
  report: get("/campaigns/:id/report", "How a campaign went: by message and over time", {
    ...CAMPAIGNS,
    answer: CampaignReport,
  }),
};
