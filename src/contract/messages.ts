import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt, written } from "./fields.ts";
import { MessageKind, Move } from "./tickets.ts";

/** Delivery marks: failed -1, waiting 0, sent 1, delivered 2, read 3, played 4 (spec 1 §2.7, §3). */
export const ACK = { failed: -1, waiting: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const;

/** A file that came or goes with a message. */
export const Media = z.object({
  /** `waiting` is still being fetched from the network; `unavailable` can be asked for again. */
  state: z.enum(["waiting", "ready", "unavailable", "too_large"]),
  name: z.string(),
  mimetype: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels; 0 when unknown. */
  width: z.int(),
  height: z.int(),
  /** Length of a sound or a film in seconds; 0 when unknown. */
  seconds: z.int(),
});
export type Media = z.infer<typeof Media>;

export const Quote = z.object({
  id: z.nullable(Id),
  fromMe: z.boolean(),
  body: z.string(),
  kind: MessageKind,
  contactName: z.string(),
});
export type Quote = z.infer<typeof Quote>;

export const Place = z.object({ latitude: z.number(), longitude: z.number(), name: z.string() });
export const Card = z.object({ name: z.string(), number: z.string() });

export const Message = z.object({
  id: Id,
  ticketId: Id,
  contactId: z.nullable(Id),
  queueId: z.nullable(Id),
  body: z.string(),
  fromMe: z.boolean(),
  /** The attendant who wrote it; null for the customer, the bot and the company's own phone. */
  user: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Who wrote it in a group; empty elsewhere. */
  participant: z.string(),
  read: z.boolean(),
  ack: z.int().check(z.minimum(-1), z.maximum(4)),
  /** Why sending failed, as an error code; null otherwise. */
  failure: z.nullable(z.string()),
  kind: MessageKind,
  /** The network's own name of a kind we can't show, for `other`. */
  kindName: z.string(),
  /** image, audio, video or other, as spec 1 §2.7 has it; null without a file. */
  mediaType: z.nullable(z.enum(["image", "audio", "video", "other"])),
  /** Where the file is served to a bearer token; null without a file. */
  mediaUrl: z.nullable(z.string()),
  media: z.nullable(Media),
  places: z.nullable(Place),
  cards: z.array(Card),
  quotedMsg: z.nullable(Quote),
  reactions: z.array(z.object({ emoji: z.string(), fromMe: z.boolean() })),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  createdAt: Moment,
  /** The sender's own mark of a message it has just shown; null for others. */
  localId: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;

/** Longest text WhatsApp carries, in characters. */
export const LONGEST_TEXT = 65_536;
export const MOST_FILES = 30;

export const MessageDraft = z.object({
  body: z._default(written(LONGEST_TEXT), ""),
  fromMe: z.optional(z.boolean()),
  read: z.optional(z.union([z.boolean(), z.number()])),
  mediaUrl: z.optional(z.string().check(z.maxLength(0))),
  quotedMsg: z.optional(z.nullable(z.object({ id: Id }))),
  /** Chosen by the sender, so that a repeat after a lost answer is not sent twice. */
  localId: z.optional(z.uuid()),
});
export type MessageDraft = z.input<typeof MessageDraft>;

export const messages = {
  list: get("/messages/:ticketId", "A page of a ticket's messages, oldest first", {
    query: z.object({
      pageNumber: PageNumber,
      /** Only messages older, or newer, than this one; or those around it. Instead of a page number. */
      before: z.optional(QueryInt),
      after: z.optional(QueryInt),
      around: z.optional(QueryInt),
    }),
    answer: z.object({
      messages: z.array(Message),
      /** The ticket's moves within the time that the page covers. */
      moves: z.array(Move),
      /** Older messages exist; `hasNewer` likewise for a page that is not the last. */
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
    }),
  }),
  send: post("/messages/:ticketId", "Send a text, or files with an optional text", {
    body: MessageDraft,
    files: "medias",
    answer: z.array(Message),
  }),
  retry: post("/messages/:id/retry", "Send a failed message again", { answer: Message }),
  fetchMedia: post("/messages/:id/media", "Fetch an unavailable file from the network again", { answer: Message }),
  mediaAddress: get("/messages/:id/media-address", "A short-lived address for an audio or video element", {
    answer: z.object({ url: z.string() }),
  }),
  remove: del("/messages/:id", "Delete an own message for everyone", { answer: Message }),
};
