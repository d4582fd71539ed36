import { secondsInYear } from "date-fns/constants";
import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { ChannelId } from "./contacts.ts";
import { Id, Moment, PageNumber, QueryFlag, SearchParam, SentFlag, written } from "./fields.ts";
import { LONGEST_TEXT, ONE_EMOJI } from "./messages.ts";
import { TemplateFilled } from "./templates.ts";

/** How long (ms) the answer to an `Idempotency-Key` is kept. */
export const KEY_LIFE = 86_400_000;
/** So far ahead (s) a message can be given at most. */
export const FURTHEST = secondsInYear;

/** Digits with country and area code; or a group that the company knows, as networks write it. */
const Receiver = z.pipe(
  z.union([z.string(), z.int().check(z.positive())]),
  z.pipe(
    z.transform((given: string | number) => String(given).trim()),
    z.string().check(z.regex(/^(\d{8,15}|[\d-]{5,40}@g\.us)$/)),
  ),
);

/** A JSON object in a form's field arrives as one. */
const Ref = z.object({ id: z.union([Id, z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))]) });

/** What an external system wants sent (spec 3 §2.10), and what it may say besides. */
export const SendDraft = z.object({
  /** Left out, the contact of `ticketId`. */
  number: z.optional(Receiver),
  /** Instead of a number: an outside bot answers whoever it was given, also one whose number nobody knows. */
  ticketId: z.optional(Ref.shape.id),
  body: z._default(written(LONGEST_TEXT), ""),
  /** Instead of a file: where to fetch it. */
  mediaUrl: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
  /** The message that it answers, by our id. */
  quotedMsg: z.optional(z.nullable(Ref)),
  /** Instead of a message: what to put on one; an empty emoji takes it off. */
  reaction: z.optional(z.object({ id: Ref.shape.id, emoji: z.string().check(z.regex(ONE_EMOJI)) })),
  /** Instead of a text: one that WhatsApp has approved, on an official line, with what fills its blanks. */
  template: z.optional(z.object({
    name: z.string().check(z.minLength(1), z.maxLength(512)),
    language: z.string().check(z.regex(/^[A-Za-z]{2,3}(_[A-Za-z]{2,4})?$/)),
    ...TemplateFilled.shape,
  })),
  /** ISO 8601 with a zone; at once when it is past. */
  sendAt: z.optional(z.iso.datetime({ offset: true })),
  /** It is marketing: who wants none of it gets none. */
  marketing: z._default(SentFlag, false),
  /** Checks everything, and sends nothing. */
  dryRun: z._default(SentFlag, false),
  /** The connection; left out, that of the token, of the contact's ticket, or the default one. */
  whatsappId: z.optional(z.union([Id, z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))])),
});
export type SendDraft = z.input<typeof SendDraft>;

/** To whom something is sent, as a program is told. */
const To = {
  /** Digits, or a group as networks write it; null for somebody whose number nobody knows. */
  number: z.nullable(z.string()),
  /** By which ids the channels know somebody without a number; empty for others. */
  channelIds: z.array(ChannelId),
};

/** What has become of a message that was accepted. */
export const Fate = z.enum([
  "scheduled",
  "waiting",
  "sending",
  "sent",
  "delivered",
  "read",
  "played",
  "failed",
  "cancelled",
]);
export type Fate = z.infer<typeof Fate>;

export const SentByApi = z.object({
  id: Id,
  /** Of several files each has its own. */
  ids: z.optional(z.array(Id)),
  ...To,
  fate: Fate,
  /** Why it failed, as an error code; null otherwise. */
  failure: z.nullable(z.string()),
  sendAt: z.nullable(Moment),
  /** Of the thread, for replies and reactions; null until it is there. */
  messageId: z.nullable(Id),
  createdAt: Moment,
});
export type SentByApi = z.infer<typeof SentByApi>;

/** What would happen. */
export const DryRun = z.object({
  ...To,
  /** Whether the network knows the number; null when nobody could be asked. */
  isValid: z.nullable(z.boolean()),
  contact: z.nullable(z.object({ id: Id, name: z.string() })),
  whatsapp: z.object({ id: Id, name: z.string() }),
  /** It wants no marketing. */
  isOptedOut: z.boolean(),
});
export type DryRun = z.infer<typeof DryRun>;

/** A request as the page lists it: accepted or refused. */
export const ApiRequest = z.object({
  id: Id,
  at: Moment,
  /** The name of the token, or of the connection whose token it was. */
  token: z.string(),
  isConnections: z.boolean(),
  kind: z.nullable(z.enum(["text", "media", "reaction"])),
  number: z.string(),
  fileName: z.string(),
  key: z.nullable(z.string()),
  /** HTTP, and the error code of what was refused. */
  status: z.int(),
  error: z.nullable(z.string()),
  /** Of what was accepted; null for others. */
  fate: z.nullable(Fate),
  failure: z.nullable(z.string()),
  sendAt: z.nullable(Moment),
  /** Where it came from. */
  address: z.string(),
  /** How long (ms) the answer took. */
  duration: z.int(),
  messageId: z.nullable(Id),
  /** Where its message is. */
  ticket: z.nullable(z.object({ uuid: z.string() })),
});
export type ApiRequest = z.infer<typeof ApiRequest>;

export const sendApi = {
  send: post("/messages/send", "Send a text, a file, a reply or a reaction through a connection", {
    who: "token",
    scope: "send",
    body: SendDraft,
    files: "medias",
    keyed: true,
    answer: z.union([
      z.extend(SentByApi, { mensagem: z.string() }),
      z.extend(DryRun, { mensagem: z.string(), dryRun: z.literal(true) }),
    ]),
  }),
  fate: get("/messages/send/:id", "What has become of a message that was accepted", {
    who: "token",
    scope: "send",
    answer: SentByApi,
  }),
  cancel: del("/messages/send/:id", "Take back a message that has not left yet", {
    who: "token",
    scope: "send",
    answer: SentByApi,
  }),
  requests: get("/api-requests", "What external systems asked for lately, the newest first", {
    who: "api:edit",
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber, refused: z.optional(QueryFlag) }),
    answer: z.object({ records: z.array(ApiRequest), hasMore: z.boolean(), today: z.int() }),
  }),
};
