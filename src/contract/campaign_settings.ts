import * as z from "zod/mini";
import { get, post, put } from "./call.ts";
import { Id, Moment, typed, written } from "./fields.ts";

/** What the selects offer (spec 3 §9): seconds, a number of messages, seconds. */
export const INTERVALS = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: [0, 5, 10, 15, 20],
  greaterInterval: [0, 20, 30, 40, 50, 60],
} as const;

/** `{shortcut}` in a campaign's text, and what stands there instead. */
export const CampaignVariable = z.object({
  key: typed(1, 40),
  value: z.string().check(z.maxLength(1000)),
});
export type CampaignVariable = z.infer<typeof CampaignVariable>;
export const MOST_VARIABLES = 50;

const Time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** When campaigns may send: from and to (HH:mm, of the company's clocks), on which weekdays (0 is Sunday). */
export const SendingHours = z.object({
  isOn: z.boolean(),
  from: Time,
  to: Time,
  weekdays: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.minLength(1), z.maxLength(7)),
  onHolidays: z.boolean(),
});
export type SendingHours = z.infer<typeof SendingHours>;

const oneOf = (values: readonly number[]) => z.int().check(z.refine((value) => values.includes(value)));

/** Everything that can be set, each with what it is while nobody has set it. */
export const CampaignSettings = z.object({
  messageInterval: oneOf(INTERVALS.messageInterval),
  longerIntervalAfter: oneOf(INTERVALS.longerIntervalAfter),
  greaterInterval: oneOf(INTERVALS.greaterInterval),
  variables: z.array(CampaignVariable).check(z.maxLength(MOST_VARIABLES)),
  hours: SendingHours,
  /** How many strangers a number that is new writes to in a day; it doubles every week. 0: as many as there are. */
  newNumberCap: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** So many failures in a row stop a campaign. */
  mostFailures: z.int().check(z.minimum(1), z.maximum(1000)),
  /** What who wants no more of campaigns is told, once; empty for nothing. */
  optOutText: written(1000),
  /** What is asked, once, of whose answer only looks like that. */
  optOutQuestion: written(1000),
});
export type CampaignSettings = z.infer<typeof CampaignSettings>;

export const CAMPAIGN_SETTINGS_AT_FIRST: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  hours: { isOn: false, from: "08:00", to: "18:00", weekdays: [1, 2, 3, 4, 5], onHolidays: false },
  newNumberCap: 20,
  mostFailures: 10,
  optOutText: "Pronto, você não receberá mais nossas campanhas.",
  optOutQuestion: "Quer deixar de receber nossas campanhas? Responda SAIR.",
};

/** As old clients read them: the value is JSON (spec 3 §3). */
export const CampaignSetting = z.object({ key: z.string(), value: z.string() });

/** How campaigns are sent by one connection, and why not faster. */
export const CampaignPace = z.object({
  connectionId: Id,
  name: z.string(),
  /** Since when its number is in use. */
  since: Moment,
  days: z.int(),
  /** What a person has allowed a day; null when the rule says it, 0 for as many as there are. */
  dayCap: z.nullable(z.int()),
  /** How many strangers it may write to today, null for as many as there are; and to how many it did. */
  strangersADay: z.nullable(z.int()),
  strangersToday: z.int(),
  /** Of the strangers of the last 30 days, how many answered, 0 to 1; null when they were too few to say. */
  replyRate: z.nullable(z.number()),
  isRestricted: z.boolean(),
});
export type CampaignPace = z.infer<typeof CampaignPace>;

const CAMPAIGNS = { who: "campaigns:edit", needs: "campaigns" } as const;

export const campaignSettings = {
  list: get("/campaign-settings", "How campaigns are sent: keys with JSON values", {
    ...CAMPAIGNS,
    answer: z.array(CampaignSetting),
  }),
  change: post("/campaign-settings", "Set some of it; what is not named stays as it is", {
    ...CAMPAIGNS,
    body: z.partial(CampaignSettings),
    answer: z.array(CampaignSetting),
  }),
  paces: get("/campaign-settings/paces", "What each connection may send today", {
    ...CAMPAIGNS,
    answer: z.array(CampaignPace),
  }),
  changePace: put(
    "/campaign-settings/paces/:id",
    "Say since when a connection's number is in use, or what it may send",
    {
      ...CAMPAIGNS,
      body: z.object({
        /** YYYY-MM-DD */
        since: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
        dayCap: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
      }),
      answer: z.array(CampaignPace),
    },
  ),
};
