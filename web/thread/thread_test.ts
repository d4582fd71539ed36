// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/contract/messages.ts";
import { aMessage, aMove } from "../tickets/testing.ts";
import {
  addAbove,
  addMove,
  appendMessage,
  catchUp,
  changeEarlier,
  changeMessage,
  laterAck,
  markSeen,
  mergePage,
  nextAbove,
  openThread,
  type Page,
  startAt,
  type Thread,
} from "./thread.ts";

const LOCAL = "5e1e1c5e-0000-4000-8000-000000000001";

/** Message n of the day, at minute n. */
function nth(n: number, change: Partial<Message> = {}): Message {
  return aMessage({ id: n, createdAt: `2026-11-20T12:${String(n % 60).padStart(2, "0")}:00.000Z`, ...change });
}

function aPage(from: number, to: number, change: Partial<Page> = {}): Page {
  const messages = Array.from({ length: to - from + 1 }, (_, i) => nth(from + i));
  return { messages, moves: [], hasMore: false, hasNewer: false, ...change };
}

function ids(thread: Thread): number[] {
  return thread.messages.map((message) => message.id);
}

describe("the line stands before the first unread message", () => {
  const own = { fromMe: true };
  const cases: [string, Message[], number, number | undefined][] = [
    ["none unread", [nth(1), nth(2)], 0, undefined],
    ["the last two", [nth(1), nth(2), nth(3)], 2, 2],
    ["own messages in between don't count", [nth(1), nth(2), nth(3, own), nth(4)], 2, 2],
    ["more than are loaded", [nth(1, own), nth(2), nth(3)], 9, 2],
    ["only own messages", [nth(1, own)], 1, undefined],
  ];
  test.each(cases)("%s", (_says, messages, unread, before) => {
    expect(openThread({ ...aPage(1, 0), messages }, unread).line?.before).toBe(before);
  });
});

describe("reading on into earlier tickets", () => {
  const past = (id: number) => ({
    id,
    uuid: `uuid-${id}`,
    status: "closed" as const,
    user: null,
    queue: null,
    createdAt: "2026-11-19T12:00:00.000Z",
    closedAt: null,
  });
  const OPEN = 9;

  test("older messages come first, then the end of the ticket before, and so on to the first", () => {
    let thread = startAt(aPage(50, 52, { hasMore: true }));
    expect(nextAbove(thread, OPEN)).toEqual({ ticketId: OPEN, before: 50 });
    thread = addAbove(thread, aPage(47, 49, { earlier: past(8) }), undefined);
    expect([ids(thread), nextAbove(thread, OPEN)]).toEqual([
      [47, 48, 49, 50, 51, 52],
      { ticketId: 8, opens: past(8) },
    ]);
    thread = addAbove(thread, aPage(30, 32, { hasMore: true }), past(8));
    expect(nextAbove(thread, OPEN)).toEqual({ ticketId: 8, before: 30 });
    thread = addAbove(thread, aPage(27, 29, { earlier: past(7) }), undefined);
    thread = addAbove(thread, aPage(10, 11), past(7));
    expect(nextAbove(thread, OPEN)).toBeNull();
    const seen = thread.earlier.map(({ ticket, messages }) => [ticket.id, messages.map(({ id }) => id)]);
    expect(seen).toEqual([[7, [10, 11]], [8, [27, 28, 29, 30, 31, 32]]]);
    expect(ids(thread)).toEqual([47, 48, 49, 50, 51, 52]);
  });

  test("what changes in an earlier ticket changes where it is shown", () => {
    const thread = addAbove(startAt(aPage(50, 52, { earlier: past(8) })), aPage(30, 32), past(8));
    const changed = changeEarlier(thread, nth(31, { body: "Mudou" }));
    expect(changed.earlier[0]!.messages.map(({ body }) => body)).toEqual(["Oi", "Mudou", "Oi"]);
    expect(changeEarlier(thread, nth(77))).toBe(thread);
  });

  test("a short absence does not forget what lies above", () => {
    const thread = addAbove(startAt(aPage(50, 52, { earlier: past(8) })), aPage(30, 32), past(8));
    const caught = catchUp(thread, aPage(51, 54, { hasMore: true }));
    expect([caught.before, caught.earlier]).toEqual([past(8), thread.earlier]);
  });
});

describe("pages", () => {
  test("an older page goes above, without doubles", () => {
    const thread = mergePage(startAt(aPage(5, 8, { hasMore: true })), aPage(3, 6, { hasMore: true }), "older");
    expect(ids(thread)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(thread.hasOlder).toBe(true);
  });

  test("newer pages lead from a found message to the present", () => {
    const opened = startAt(aPage(5, 8, { hasMore: true, hasNewer: true }));
    const thread = mergePage(opened, aPage(9, 12, { hasMore: true }), "newer");
    expect(ids(thread)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(thread).toMatchObject({ hasOlder: true, hasNewer: false });
  });

  test("after a short absence the newest page closes the gap", () => {
    const thread = catchUp(startAt(aPage(1, 4, { hasMore: true })), aPage(3, 7, { hasMore: true }));
    expect(ids(thread)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(thread.hasOlder).toBe(true);
  });

  test("after a long absence the thread starts afresh, rather than with a hole", () => {
    expect(ids(catchUp(startAt(aPage(1, 4)), aPage(20, 24, { hasMore: true })))).toEqual([20, 21, 22, 23, 24]);
  });

  test("the moves of a page come with it, once", () => {
    const thread = startAt(aPage(1, 2, { moves: [aMove({ id: 2 })] }));
    const merged = mergePage(thread, aPage(1, 1, { moves: [aMove({ id: 1 }), aMove({ id: 2 })] }), "older");
    expect(merged.moves.map((move) => move.id)).toEqual([1, 2]);
    expect(addMove(merged, aMove({ id: 2 })).moves).toHaveLength(2);
  });
});

describe("a message that comes in", () => {
  const thread = startAt(aPage(1, 3));

  test("is simply there for who watches the end", () => {
    expect(appendMessage(thread, nth(4), true)).toMatchObject({ below: 0, line: null });
  });

  test("is announced to who reads above", () => {
    const after = appendMessage(appendMessage(thread, nth(4), false), nth(5), false);
    expect(after).toMatchObject({ below: 2, line: { before: 4, count: 2, seen: false } });
  });

  test("moves the line only after the earlier ones were seen", () => {
    const seen = markSeen(appendMessage(thread, nth(4), false));
    expect(seen).toMatchObject({ below: 0, line: { before: 4, count: 1, seen: true } });
    expect(appendMessage(seen, nth(5), false).line).toEqual({ before: 5, count: 1, seen: false });
    expect(appendMessage(seen, nth(5), true).line).toEqual(seen.line);
  });

  test("is never news when it is our own", () => {
    expect(appendMessage(thread, nth(4, { fromMe: true }), false)).toMatchObject({ below: 0, line: null });
  });

  test("takes its place by time, late as it may be", () => {
    const late = appendMessage(startAt({ ...aPage(1, 2), messages: [nth(1), nth(9)] }), nth(5), true);
    expect(ids(late)).toEqual([1, 5, 9]);
  });

  test("is only counted where the thread is open at an old message", () => {
    const old = startAt(aPage(1, 3, { hasNewer: true }));
    const after = appendMessage(old, nth(9), false);
    expect(ids(after)).toEqual([1, 2, 3]);
    expect(after.below).toBe(1);
  });

  test("isn't there twice when the event and the answer both bring it", () => {
    const sent = nth(4, { fromMe: true, localId: LOCAL });
    const twice = appendMessage(appendMessage(thread, sent, true), { ...sent, ack: 1 }, true);
    expect(ids(twice)).toEqual([1, 2, 3, 4]);
    expect(twice.messages.at(-1)!.ack).toBe(1);
  });
});

describe("a message that changes", () => {
  const thread = startAt({ ...aPage(1, 0), messages: [nth(1, { fromMe: true, ack: 2, localId: LOCAL }), nth(2)] });

  test("keeps its mark against a late receipt, and its local id", () => {
    const after = changeMessage(thread, nth(1, { fromMe: true, ack: 1 }));
    expect(after.messages[0]).toMatchObject({ ack: 2, localId: LOCAL });
    expect(after.messages[1]).toBe(thread.messages[1]);
  });

  test("keeps what came while an older answer was on its way", () => {
    const reactions = [{ emoji: "👍", fromMe: false }];
    const heard = aMessage({ id: 5, fromMe: true, ack: 2, reactions, asOf: 12 });
    const answer = aMessage({ id: 5, fromMe: true, ack: 0, localId: "own", asOf: 11 });
    const { messages: [shown] } = appendMessage(startAt({ ...aPage(1, 4), messages: [heard] }), answer, true);
    expect(shown).toMatchObject({ ack: 2, reactions, localId: "own" });
  });

  test("stays deleted", () => {
    const deleted = changeMessage(thread, nth(2, { isDeleted: true }));
    expect(changeMessage(deleted, nth(2)).messages[1]!.isDeleted).toBe(true);
  });

  test("of a page that isn't loaded changes nothing", () => {
    expect(changeMessage(thread, nth(50))).toBe(thread);
  });
});

describe("delivery marks, in whatever order they arrive", () => {
  const cases: [before: number, after: number, shown: number][] = [
    [0, 1, 1],
    [1, 3, 3],
    [3, 2, 3],
    [4, 3, 4],
    [0, -1, -1],
    [1, -1, -1],
    [2, -1, 2],
    [-1, 0, 0],
    [-1, 2, 2],
  ];
  test.each(cases)("%i then %i shows %i", (before, after, shown) => expect(laterAck(before, after)).toBe(shown));
});
