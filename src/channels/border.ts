import * as z from "zod/mini";
import { LONGEST_TEXT } from "../contract/messages.ts";
import { MessageKind } from "../contract/tickets.ts";
import { cut } from "../platform/cut.ts";
import { type BookEntry, type ChannelEvent, type Incoming, USER_KINDS } from "./channel.ts";

/**
 * The border: all that a network brings passes here before anything of ours sees it. The sender of a message writes most
 * of it with a program of their own choice, so that a number may be Infinity and a name a megabyte. What can be mended is
 * mended, because a customer's message is not to be lost; what says neither whose it is nor which one is nothing.
 */

/** The longest id of a message that is taken: the networks' own have some thirty characters. */
const LONGEST_ID = 200;
const LONGEST_NAME = 200;
/** What is shown of a quoted message that is not ours. */
const LONGEST_QUOTE = 500;
const MOST_CARDS = 50;
/** As protobuf counts pixels and seconds; bytes are counted further. */
const MOST_UNITS = 0xffffffff;

/** A text without what SQLite and JSON cannot carry, at most so many units long. */
function words(most: number) {
  return z.pipe(
    z.catch(z.string(), ""),
    z.transform((text: string) => cut(text.replaceAll("\0", ""), most).toWellFormed()),
  );
}

function wholeTo(most: number) {
  return z.catch(z.int().check(z.minimum(0), z.maximum(most)), 0);
}

const Yes = z.catch(z.boolean(), false);
const MessageId = z.string().check(z.minLength(1), z.maxLength(LONGEST_ID), z.regex(/^[^\0]+$/));
/** ms since 1970. The network's clock is trusted for the past, never for the future; what is no time is now. */
const Moment = z.pipe(
  z.catch(z.number(), 0),
  z.transform((at: number) => at > 0 && at <= Date.now() ? Math.floor(at) : Date.now()),
);

const Jid = z.string().check(z.maxLength(120), z.regex(/^[\w.:@+-]+$/));
const Digits = z.string().check(z.regex(/^\d{1,20}$/));
const Address = z.object({
  jid: Jid,
  phone: z.optional(Digits),
  lid: z.optional(Digits),
  group: z.optional(z.string().check(z.regex(/^[\w.-]{1,60}$/))),
  user: z.optional(
    z.object({ kind: z.enum(USER_KINDS), value: z.string().check(z.regex(/^[\w.:-]{1,100}$/)), jid: Jid }),
  ),
});

const Place = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  name: words(LONGEST_NAME),
});

const Media = z.object({
  name: words(LONGEST_NAME),
  mimetype: words(100),
  size: wholeTo(Number.MAX_SAFE_INTEGER),
  width: wholeTo(MOST_UNITS),
  height: wholeTo(MOST_UNITS),
  seconds: wholeTo(MOST_UNITS),
  waveform: z.catch(z.string().check(z.regex(/^([A-Za-z0-9+/]{86}==)?$/)), ""),
});

const Message = z.object({
  chat: Address,
  wid: MessageId,
  fromMe: z.boolean(),
  when: z.enum(["live", "history"]),
  pushName: words(LONGEST_NAME),
  participant: words(LONGEST_NAME),
  author: words(120),
  at: Moment,
  kind: z.catch(MessageKind, "other"),
  kindName: words(100),
  body: words(LONGEST_TEXT),
  media: z.catch(z.optional(Media), undefined),
  quoted: z.catch(
    z.optional(
      z.object({ wid: MessageId, body: words(LONGEST_QUOTE), kind: z.catch(MessageKind, "other"), fromMe: Yes }),
    ),
    undefined,
  ),
  place: z.catch(z.optional(Place), undefined),
  cards: z.catch(
    z.optional(z.pipe(
      z.array(z.object({ name: words(LONGEST_NAME), number: z.catch(z.string().check(z.regex(/^\d{0,20}$/)), "") })),
      z.transform((cards) => cards.slice(0, MOST_CARDS)),
    )),
    undefined,
  ),
  forwarded: z.catch(z.optional(z.literal(true)), undefined),
  raw: z.custom<Uint8Array>((raw) => raw instanceof Uint8Array),
});

/** A message as we take it; nothing when it cannot be said whose it is. A place that lies nowhere is a message all the same. */
export function checkedMessage(message: Incoming): Incoming | undefined {
  const read = Message.safeParse(message);
  if (!read.success) return undefined;
  const { data } = read;
  if (!message.place || data.place) return data;
  return { ...data, kind: "other", kindName: "locationMessage", body: data.body || nameOf(message.place) };
}

function nameOf({ name }: { name: unknown }): string {
  return words(LONGEST_NAME).parse(name);
}

const About = { chat: Address, wid: MessageId };

const Happened = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("edit"),
    ...About,
    fromMe: z.boolean(),
    author: words(120),
    body: words(LONGEST_TEXT),
    at: Moment,
  }),
  z.object({ what: z.literal("revoke"), ...About, fromMe: z.boolean(), author: words(120) }),
  z.object({ what: z.literal("reaction"), ...About, who: words(120), emoji: words(40), at: Moment }),
  z.object({
    what: z.literal("receipt"),
    wid: MessageId,
    ack: z.int().check(z.minimum(-1), z.maximum(4)),
    failure: z.optional(words(100)),
    isPart: z.optional(z.literal(true)),
  }),
  z.object({ what: z.literal("renumbered"), chat: Address, to: Address }),
  z.object({ what: z.literal("noMarketing"), chat: Address }),
  z.object({ what: z.literal("typing"), chat: Address, typing: z.boolean() }),
  z.object({ what: z.literal("subject"), chat: Address, subject: words(LONGEST_NAME) }),
  z.object({ what: z.literal("pair"), phone: Digits, lid: Digits }),
  z.object({ what: z.literal("call"), ...About, at: Moment, video: Yes }),
]);

/** What happens to something known, as we take it; nothing when it cannot be said to what. */
export function checkedEvent(event: ChannelEvent): ChannelEvent | undefined {
  return Happened.safeParse(event).data;
}

const Person = z.object({ address: Address, name: words(LONGEST_NAME) });

/** Those of an address book who can be reached, and have a name. */
export function checkedPeople(people: BookEntry[]): BookEntry[] {
  return people.flatMap((person) => Person.safeParse(person).data ?? []).filter(({ name }) => name.trim() !== "");
}
