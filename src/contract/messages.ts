import { secondsInDay } from "date-fns/constants";
import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt, typed, written } from "./fields.ts";
import { MessageKind, Move, PastTicket } from "./tickets.ts";

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
  /** How loud a voice note is along its length: 64 bytes from 0 to 100, as base64; empty when unknown. */
  waveform: z.string(),
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
export type Place = z.infer<typeof Place>;
export const Card = z.object({ name: z.string(), number: z.string() });
export type Card = z.infer<typeof Card>;

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
  /** It was written to somebody else first. */
  isForwarded: z.boolean(),
  createdAt: Moment,
  /** The sender's own mark of a message it has just shown; null for others. */
  localId: z.nullable(z.string()),
  /** When the server read it so, as a number that only grows: of two states of one message the higher one is later. */
  asOf: z.number(),
});
export type Message = z.infer<typeof Message>;

/** Longest text WhatsApp carries, in characters. */
export const LONGEST_TEXT = 65_536;
export const LONGEST_CAPTION = 1024;
export const MOST_FILES = 30;
/** Contacts that one message can be forwarded to, and cards that one message can carry, at once. */
export const MOST_RECEIVERS = 20;
export const MOST_CARDS = 10;

/** What only the sender's browser can tell of a file that it sends. */
export const FileAbout = z.object({
  /** A recording made for this message, and a picture meant as a sticker, look their own way on the phone. */
  as: z.optional(z.enum(["voice", "sticker"])),
  width: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
  height: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
  seconds: z.optional(z.int().check(z.minimum(0), z.maximum(secondsInDay))),
  /** A JPEG of few pixels that the phone shows until it has the picture, as base64. */
  thumbnail: z.optional(z.string().check(z.maxLength(16_000), z.regex(/^\/9j\/[A-Za-z0-9+/]*={0,2}$/))),
  /** See `Media`. */
  waveform: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/))),
});
export type FileAbout = z.infer<typeof FileAbout>;

export const MessageDraft = z.object({
  body: z._default(written(LONGEST_TEXT), ""),
  fromMe: z.optional(z.boolean()),
  read: z.optional(z.union([z.boolean(), z.number()])),
  mediaUrl: z.optional(z.string().check(z.maxLength(0))),
  quotedMsg: z.optional(z.nullable(z.object({ id: Id }))),
  /** Instead of a text. */
  place: z.optional(z.object({
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    name: z._default(typed(0, 200), ""),
  })),
  cards: z.optional(
    z.array(z.object({ name: typed(1, 200), number: z.string().check(z.regex(/^\d{8,15}$/)) })).check(
      z.minLength(1),
      z.maxLength(MOST_CARDS),
    ),
  ),
  /** Of the one file that comes along. */
  about: z.optional(FileAbout),
  /** The newest message of the ticket that the sender has seen: a colleague's answer after it makes the server ask first. */
  knows: z.optional(z.union([Id, QueryInt])),
  /** Chosen by the sender, so that a repeat after a lost answer is not sent twice. */
  localId: z.optional(z.uuid()),
});
export type MessageDraft = z.input<typeof MessageDraft>;

/** A pictograph with what may follow it (skin, gender, joined ones), a flag, a key cap, or nothing. */
export const ONE_EMOJI =
  /^(?:\p{Regional_Indicator}{2}|[#*\d]\ufe0f?\u20e3|\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]*)*)?$/u;

export const messages = {
  list: get("/messages/:ticketId", "A page of a ticket's messages, oldest first", {
    scope: "tickets",
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
      /** On the page that begins the ticket: the one that its contact had before, if one may see any. */
      earlier: z.nullable(PastTicket),
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
  edit: put("/messages/:id", "Change an own text, for everyone, within 15 minutes", {
    body: z.object({ body: written(LONGEST_TEXT).check(z.regex(/\S/)) }),
    answer: Message,
  }),
  edits: get("/messages/:id/edits", "What a changed message said before, oldest first", {
    scope: "tickets",
    answer: z.array(z.object({
      body: z.string(),
      /** Until when it said so. */
      until: Moment,
    })),
  }),
  react: put("/messages/:id/reaction", "Put the company's reaction on a message, or take it off", {
    /** One emoji; empty takes it off. */
    body: z.object({ emoji: z.string().check(z.maxLength(40), z.regex(ONE_EMOJI)) }),
    answer: Message,
  }),
  forward: post("/messages/:id/forward", "Send a message on to other contacts", {
    body: z.object({ contactIds: z.array(Id).check(z.minLength(1), z.maxLength(MOST_RECEIVERS)) }),
    answer: z.object({
      sent: z.array(Message),
      /** Whom it could not be sent to, and why, as an error code. */
      refused: z.array(z.object({ contactId: Id, error: z.string() })),
    }),
  }),
};
