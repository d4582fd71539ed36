import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Counts, recipientCalls } from "./campaign_recipients.ts";
import { CampaignCheck, Note, reportCalls } from "./campaign_report.ts";
import { Id, Moment, Named, PageNumber, QueryIds, SearchParam, SentFlag, typed, written } from "./fields.ts";
import { PhoneNumber } from "./contacts.ts";
import { Revision, Was } from "./revisions.ts";
import { ChosenTemplate } from "./templates.ts";

/** Inactive, scheduled, in progress, stopped, finished (spec 3 §4). */
export const CampaignStatus = z.enum(["INATIVA", "PROGRAMADA", "EM_ANDAMENTO", "CANCELADA", "FINALIZADA"]);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** Why a campaign stands still although nobody has stopped it. */
export const STOP_REASONS = [
  /** Too many failures in a row. */
  "failures",
  /** Its time passed while nothing ran, more than a day ago. */
  "too_late",
  /** It has no list, or the list is gone; none of its messages has a text; or nobody is left to be written to. */
  "empty",
  /** None of its connections is there any more, and no default one. */
  "no_connection",
  /** The company was brought back to an earlier time, or came from elsewhere: an administrator decides. */
  "held",
] as const;
export type StopReason = typeof STOP_REASONS[number];

export const SLOTS = [1, 2, 3, 4, 5] as const;
export type Slot = typeof SLOTS[number];
/** ms before its time, from which on a campaign cannot be edited any more (spec 3 §9). */
export const EDIT_UNTIL = 3_600_000;
export const LONGEST_CAMPAIGN_TEXT = 4096;

/** Contacts by what is known of them, instead of a list. What is left out asks nothing. */
export const Audience = z.object({
  tagIds: z.optional(z.array(Id).check(z.maxLength(50))),
  queueIds: z.optional(z.array(Id).check(z.maxLength(50))),
  /** Ratings that they gave last, 1 to 3. */
  ratings: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(3))).check(z.maxLength(3))),
  /** Who wrote last between so many days ago … */
  lastContactFrom: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(3650)))),
  /** … and so many. */
  lastContactTo: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(3650)))),
  /** Without a list all contacts are meant; with one, those on it. */
  withoutWroteHours: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(8760)))),
  withoutCampaignDays: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(365)))),
});
export type Audience = z.infer<typeof Audience>;

/** What follows when nobody has answered for so many days. */
export const FollowUp = z.object({
  afterDays: z.int().check(z.minimum(1), z.maximum(60)),
  message: typed(1, LONGEST_CAMPAIGN_TEXT),
});
export type FollowUp = z.infer<typeof FollowUp>;
export const MOST_FOLLOW_UPS = 5;

/** It comes again, as a campaign of its own; `until` (YYYY-MM-DD) is the last day on which one may begin. */
export const Repeat = z.object({
  every: z.enum(["day", "week", "month"]),
  until: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)))),
  /** The day of the month, which a shorter month must not change; the server keeps it. */
  day: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(31)))),
});
export type Repeat = z.infer<typeof Repeat>;

/**
 * A text that WhatsApp has approved, which goes first over the Cloud API: as the question where there is a confirmation, else
 * as the message. What fills its blanks may name variables.
 */
export const CampaignTemplate = ChosenTemplate;
export type CampaignTemplate = ChosenTemplate;

const Text = z.string();
const messages = { message1: Text, message2: Text, message3: Text, message4: Text, message5: Text };
const questions = {
  confirmationMessage1: Text,
  confirmationMessage2: Text,
  confirmationMessage3: Text,
  confirmationMessage4: Text,
  confirmationMessage5: Text,
};

export const Campaign = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  status: CampaignStatus,
  /** Null when a person stopped it, or it does not stand still. */
  stoppedBy: z.nullable(z.enum(STOP_REASONS)),
  confirmation: z.boolean(),
  contactListId: z.nullable(Id),
  contactList: z.nullable(Named),
  /** The first of its connections; null: the default one when it starts. */
  whatsappId: z.nullable(Id),
  whatsapp: z.nullable(Named),
  whatsapps: z.array(Named),
  queueId: z.nullable(Id),
  scheduledAt: z.nullable(Moment),
  startedAt: z.nullable(Moment),
  completedAt: z.nullable(Moment),
  ...messages,
  ...questions,
  /** Where its file is served to who may see it; null for none. */
  mediaPath: z.nullable(z.string()),
  mediaName: z.nullable(z.string()),
  mediaSize: z.nullable(z.int()),
  mediaType: z.nullable(z.string()),
  audience: z.nullable(Audience),
  followUps: z.array(FollowUp),
  repeats: z.nullable(Repeat),
  /** Null at a linked phone. */
  template: z.nullable(CampaignTemplate),
  counts: Counts,
  createdAt: Moment,
  revision: Revision,
});
export type Campaign = z.infer<typeof Campaign>;

/** As old clients read the report (spec 3 §3): the first rows only, `counts` has the rest. */
export const Shipping = z.object({
  id: Id,
  deliveredAt: z.nullable(Moment),
  confirmationRequestedAt: z.nullable(Moment),
  confirmedAt: z.nullable(Moment),
});
export const CampaignDetails = z.extend(Campaign, {
  contactList: z.nullable(
    z.extend(Named, { contacts: z.array(z.object({ id: Id, isWhatsappValid: z.nullable(z.boolean()) })) }),
  ),
  shipping: z.array(Shipping),
  notes: z.array(Note),
  /** When the last message will have left, as things stand; null when nobody can say. */
  endsAt: z.nullable(Moment),
});
export type CampaignDetails = z.infer<typeof CampaignDetails>;

/** `YYYY-MM-DD HH:mm[:ss]` (or with a T between) in the company's time zone, or ISO 8601 with a zone. */
const ScheduledAt = z.string().check(
  z.regex(
    /^(20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/,
  ),
);
const SentText = z.optional(z.nullable(written(LONGEST_CAMPAIGN_TEXT)));

export const CampaignForm = z.object({
  name: typed(2, 50),
  confirmation: z._default(z.optional(z.nullable(SentFlag)), false),
  contactListId: z.optional(z.nullable(Id)),
  whatsappId: z.optional(z.nullable(Id)),
  /** Several that share it; when left out, `whatsappId` alone. */
  whatsappIds: z.optional(z.array(Id).check(z.maxLength(20))),
  queueId: z.optional(z.nullable(Id)),
  scheduledAt: z.optional(z.nullable(ScheduledAt)),
  message1: SentText,
  message2: SentText,
  message3: SentText,
  message4: SentText,
  message5: SentText,
  confirmationMessage1: SentText,
  confirmationMessage2: SentText,
  confirmationMessage3: SentText,
  confirmationMessage4: SentText,
  confirmationMessage5: SentText,
  audience: z.optional(z.nullable(Audience)),
  followUps: z.optional(z.nullable(z.array(FollowUp).check(z.maxLength(MOST_FOLLOW_UPS)))),
  repeats: z.optional(z.nullable(Repeat)),
  /** Only over the Cloud API. */
  template: z.optional(z.nullable(CampaignTemplate)),
  // Sent along by old clients; the server decides.
  status: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
  companyId: z.optional(z.nullable(Id)),
});
export type CampaignDraft = z.output<typeof CampaignForm>;

const CAMPAIGNS = { who: "campaigns:edit", needs: "campaigns" } as const;

export const campaigns = {
  list: get("/campaigns", "A page of campaigns, the newest first", {
    ...CAMPAIGNS,
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ records: z.array(Campaign), hasMore: z.boolean() }),
  }),
  compare: get("/campaigns/compare", "The counts of up to 10 campaigns, to compare them", {
    ...CAMPAIGNS,
    query: z.object({ ids: QueryIds }),
    answer: z.array(Campaign),
  }),
  show: get("/campaigns/:id", "One campaign, with its first recipients and what it waits for", {
    ...CAMPAIGNS,
    answer: CampaignDetails,
  }),
  add: post("/campaigns", "Add a campaign; with a time it is scheduled", {
    ...CAMPAIGNS,
    body: CampaignForm,
    answer: Campaign,
  }),
  change: put("/campaigns/:id", "Change a campaign that may still be edited, or that is stopped", {
    ...CAMPAIGNS,
    body: z.extend(CampaignForm, { was: Was }),
    answer: Campaign,
  }),
  remove: del("/campaigns/:id", "Delete a campaign that is not in progress, with its report", CAMPAIGNS),
  setMedia: post("/campaigns/:id/media-upload", "Give a campaign a file", {
    ...CAMPAIGNS,
    files: "file",
    answer: Campaign,
  }),
  dropMedia: del("/campaigns/:id/media-upload", "Take a campaign's file off", { ...CAMPAIGNS, answer: Campaign }),
  start: post("/campaigns/:id/start", "Start a campaign now", { ...CAMPAIGNS, answer: Campaign }),
  cancel: post("/campaigns/:id/cancel", "Stop a campaign that is in progress", { ...CAMPAIGNS, answer: Campaign }),
  restart: post(
    "/campaigns/:id/restart",
    "Go on with a stopped campaign, with those that its list got meanwhile; PROGRAMADA while its time lies ahead",
    {
      ...CAMPAIGNS,
      answer: Campaign,
    },
  ),
  retryFailed: post(
    "/campaigns/:id/retry-failed",
    "Try once more with those that failed on our side or the network's",
    {
      ...CAMPAIGNS,
      answer: z.object({ again: z.int() }),
    },
  ),
  check: post("/campaigns/check", "What a campaign would do: whom it reaches, what is missing, when it ends", {
    ...CAMPAIGNS,
    body: z.object({
      campaign: CampaignForm,
      /** The campaign that is being changed. */
      id: z.optional(z.nullable(Id)),
      /** Picks another sample. */
      from: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    }),
    answer: CampaignCheck,
  }),
  test: post("/campaigns/:id/test", "Send a campaign's messages to a number of one's own; it counts nowhere", {
    ...CAMPAIGNS,
    body: z.object({ number: PhoneNumber, variant: z.optional(z.int().check(z.minimum(1), z.maximum(5))) }),
  }),
  ...reportCalls,
  ...recipientCalls,
};
