import { milliseconds } from "date-fns/milliseconds";
import type { Message } from "../../src/contract/messages.ts";
import type { Move, PastTicket } from "../../src/contract/tickets.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { asMessage, type UnsentMessage } from "../composer/sending/unsent.ts";
import type { Thread } from "./thread.ts";

/** One line of the thread as it is drawn. */
export type Row =
  /** What can be read on into above, and what begins below: an earlier ticket, or the one that is open. */
  | { type: "above"; key: string; before: PastTicket }
  | { type: "begin"; key: string; earlier: PastTicket | null }
  | { type: "day"; key: string; day: string }
  | { type: "move"; key: string; move: Move }
  | { type: "unread"; key: string; count: number }
  | { type: "message"; key: string; message: Message; unsent: UnsentMessage | null; isFirst: boolean; isLast: boolean }
  | { type: "typing"; key: string };

interface Extras {
  unsent: readonly UnsentMessage[];
  isTyping: boolean;
  /** The day of a moment in the reader's zone, as YYYY-MM-DD. */
  dayOf: (moment: string) => string;
}

/** Messages of one speaker that follow within this time (ms) stand together. */
const TOGETHER = milliseconds({ minutes: 5 });
/** By no more than this (ms) does the server's clock run ahead of a phone's. */
const CLOCKS_DIFFER = milliseconds({ minutes: 1 });

/** What the thread draws, from top to bottom. */
export function timelineOf(thread: Thread, { unsent, isTyping, dayOf }: Extras): Row[] {
  const rows: Row[] = aboveOf(thread);
  let moves: Move[] = [];
  let day = "", part = "";
  const say = (row: Row, at: string) => {
    const today = dayOf(at);
    if (today !== day) rows.push({ type: "day", key: `day-${part}${today}`, day: day = today });
    rows.push(row);
  };
  const sayMovesBefore = (at: string) => {
    while (moves[0] && moves[0].at <= at) {
      const move = moves.shift()!;
      say({ type: "move", key: `move-${move.id}`, move }, move.at);
    }
  };
  const sayMessage = (message: Message, source: UnsentMessage | null) => {
    say(drawn.get(message) ?? rowOf(message, source), message.createdAt);
  };

  for (const one of thread.earlier) {
    part = `${one.ticket.id}-`;
    rows.push({ type: "begin", key: `begin-${part}`, earlier: one.ticket });
    moves = movesInPlace(one);
    for (const message of one.messages) {
      sayMovesBefore(message.createdAt);
      sayMessage(message, null);
    }
    moves.splice(0).forEach((move) => say({ type: "move", key: `move-${move.id}`, move }, move.at));
  }
  part = "";
  if (thread.earlier.length > 0) rows.push({ type: "begin", key: "begin", earlier: null });
  moves = movesInPlace(thread);
  for (const message of thread.messages) {
    sayMovesBefore(message.createdAt);
    if (thread.line?.before === message.id) {
      say({ type: "unread", key: "unread", count: thread.line.count }, message.createdAt);
    }
    sayMessage(message, null);
  }
  if (!thread.hasNewer) {
    moves.splice(0).forEach((move) => say({ type: "move", key: `move-${move.id}`, move }, move.at));
    for (const one of unsent) sayMessage(shapeOf(one), one);
    if (isTyping) rows.push({ type: "typing", key: "typing" });
  }
  return grouped(rows);
}

/** A ticket begins before its first message, though the phone's clock that dated that one knows no milliseconds. */
function movesInPlace({ moves, messages, hasOlder }: Pick<Thread, "moves" | "messages" | "hasOlder">): Move[] {
  const [first, ...rest] = moves;
  const start = messages[0]?.createdAt;
  if (hasOlder || first?.action !== "create" || !start || first.at <= start) return [...moves];
  if (Date.parse(first.at) - Date.parse(start) > CLOCKS_DIFFER) return [...moves];
  return [{ ...first, at: start }, ...rest];
}

/** The way up to the ticket before the first that is shown. */
function aboveOf({ hasOlder, before, earlier }: Thread): Row[] {
  const top = earlier[0] ?? { hasOlder, before };
  return top.before && !top.hasOlder ? [{ type: "above", key: "above", before: top.before }] : [];
}

/** How many rows were put above those of before; 0 when the top is as it was. */
export function rowsAbove(before: readonly Row[], after: readonly Row[]): number {
  const anchor = before.find((row) => row.type === "message");
  if (!anchor) return 0;
  const was = before.indexOf(anchor);
  const is = after.findIndex((row) => row.key === anchor.key);
  return is === -1 ? 0 : Math.max(0, is - was);
}

type MessageRow = Row & { type: "message" };

/**
 * What was made of a message the last time: its row, and whether it stands with the one before. A thread may hold ten
 * thousand, and one more must not cost the work of all.
 */
const drawn = new WeakMap<Message, MessageRow>();
const pairs = new WeakMap<Message, { before: Message; isTogether: boolean }>();

function rowOf(message: Message, unsent: UnsentMessage | null): MessageRow {
  const key = message.localId ?? `message-${message.id}`;
  return { type: "message", key, message, unsent, isFirst: true, isLast: true };
}

/** Every message with whether it begins and ends a group of its speaker. */
function grouped(rows: Row[]): Row[] {
  const begins = rows.map((row, i) => !isTogether(rows[i - 1], row));
  return rows.map((row, i) => {
    if (row.type !== "message") return row;
    const isFirst = begins[i]!;
    const isLast = begins[i + 1] ?? true;
    const same = row.isFirst === isFirst && row.isLast === isLast ? row : { ...row, isFirst, isLast };
    drawn.set(row.message, same);
    return same;
  });
}

function isTogether(one: Row | undefined, next: Row | undefined): boolean {
  if (one?.type !== "message" || next?.type !== "message") return false;
  const known = pairs.get(next.message);
  if (known?.before === one.message) return known.isTogether;
  const [a, b] = [one.message, next.message];
  const isTogether = a.fromMe === b.fromMe && a.participant === b.participant && speakerOf(one) === speakerOf(next) &&
    a.kind !== "call" && b.kind !== "call" && Date.parse(b.createdAt) - Date.parse(a.createdAt) < TOGETHER;
  pairs.set(b, { before: a, isTogether });
  return isTogether;
}

function speakerOf({ message, unsent }: MessageRow): number | null {
  return unsent?.userId ?? message.user?.id ?? null;
}

const shapes = new WeakMap<UnsentMessage, Message>();

/** The same object for the same unsent message, so that an unchanged bubble is not drawn again. */
function shapeOf(unsent: UnsentMessage): Message {
  const shape = shapes.get(unsent) ?? asMessage(unsent);
  shapes.set(unsent, shape);
  return shape;
}

/** Reads the day of a moment in a zone, remembering what it has read; formatting a date is dear. */
export function dayReader(timeZone: string): (moment: string) => string {
  const known = new Map<string, string>();
  const read = (key: string, moment: string) => {
    // What has no time stands at the beginning of all, and does not cost the thread.
    const day = known.get(key) ?? dayIn(timeZone, Date.parse(moment) || 0);
    known.set(key, day);
    return day;
  };
  // No zone changes its day within a quarter of an hour.
  const quarterOf = (moment: string) => `${moment.slice(0, 14)}${Math.floor(Number(moment.slice(14, 16)) / 15)}`;
  return (moment) => {
    const day = known.get(moment) ?? read(quarterOf(moment), moment);
    known.set(moment, day);
    return day;
  };
}
