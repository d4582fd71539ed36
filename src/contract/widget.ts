import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import { typed } from "./fields.ts";
import { LONGEST_TEXT, ONE_EMOJI } from "./messages.ts";
import type { MessageKind } from "./tickets.ts";
import type { WebchatLook } from "./webchat.ts";

/**
 * What a widget on somebody's page and the server say to each other, below `/widget/:key`. None of it is a call of the
 * product: who asks is a visitor, who is nobody's user.
 */

/** A message as its visitor sees it. */
export interface WidgetMessage {
  id: number;
  /** Written by the visitor. */
  own: boolean;
  kind: MessageKind;
  body: string;
  /** ms since 1970. */
  at: number;
  /** Of the visitor's: somebody of the company has read it. */
  read: boolean;
  isDeleted: boolean;
  isEdited: boolean;
  /** The mark by which a widget knows its own again. */
  localId: string | null;
  file: WidgetFile | null;
  quote: { own: boolean; body: string; kind: MessageKind } | null;
  reactions: { emoji: string; own: boolean }[];
  place: { latitude: number; longitude: number; name: string } | null;
  cards: { name: string; number: string }[];
}

export interface WidgetFile {
  /** Good for some hours; empty while there is no file. */
  url: string;
  name: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  width: number;
  height: number;
}

export interface WidgetPage {
  messages: WidgetMessage[];
  hasMore: boolean;
  serving: WidgetServing | null;
}

/** Who has taken the conversation up, by their first name, and when (ms since 1970). */
export interface WidgetServing {
  name: string;
  at: number;
}

/** What stands in the frame's page for its script. */
export interface WidgetStart extends WebchatLook {
  key: string;
  ask: Record<"name" | "email" | "phone", "off" | "optional" | "required">;
  hasHandover: boolean;
  /** Somebody is there to take what is written. */
  isOpen: boolean;
  /** What the product is called. */
  product: string;
  /** In how many minutes people usually answer; null where nobody can say. */
  answersIn: number | null;
}

const Optional = (most: number) => z.optional(typed(0, most));

/** What somebody says of themselves before the chat begins. Nobody has confirmed any of it. */
export const VisitorAbout = z.object({ name: Optional(100), email: Optional(200), phone: Optional(40) });
export type VisitorAbout = z.infer<typeof VisitorAbout>;

const Side = z.catch(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0);

export const WidgetDraft = z.object({
  body: z._default(z.optional(z.string().check(z.maxLength(LONGEST_TEXT))), ""),
  localId: z.uuid(),
  /** The message that it answers. */
  quote: z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(1))), undefined),
  /** Pixels of a picture. */
  width: Side,
  height: Side,
});
export type WidgetDraft = z.infer<typeof WidgetDraft>;

/** What a visitor puts on a message; an empty emoji takes it off. */
export const WidgetReaction = z.object({
  id: z.int().check(z.minimum(1)),
  emoji: z.string().check(z.regex(ONE_EMOJI)),
});
export type WidgetReaction = z.infer<typeof WidgetReaction>;

const UpTo = z.optional(z.int().check(z.minimum(0)));

/** How far a widget has got the company's messages, and how far its visitor has seen them: ids of messages. */
export const WidgetMarks = z.object({ got: UpTo, read: UpTo });
export type WidgetMarks = z.infer<typeof WidgetMarks>;

export const WidgetLanguage = z.catch(z.enum(["pt", "en", "es"]), "pt");
export type WidgetLanguage = z.infer<typeof WidgetLanguage>;

/** Frames from a widget. */
export const WidgetSays = z.discriminatedUnion("say", [
  z.object({ say: z.literal("hello"), visitor: z.string().check(z.maxLength(100)) }),
  z.object({ say: z.literal("typing"), typing: z.boolean() }),
  z.object({ say: z.literal("ping") }),
]);

/** Frames to a widget. */
export type WidgetHears =
  | { say: "welcome" }
  | { say: "pong" }
  | { say: "message"; message: WidgetMessage }
  | { say: "typing"; typing: boolean }
  | { say: "serving"; serving: WidgetServing | null }
  | { say: "refused"; error: ErrorCode };
