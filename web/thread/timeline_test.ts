// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/contract/messages.ts";
import { NOTHING_BESIDE, type UnsentMessage } from "../composer/sending/unsent.ts";
import { aMessage, aMove } from "../tickets/testing.ts";
import { appendMessage, mergePage, startAt, type Thread } from "./thread.ts";
import { dayReader, type Row, rowsAbove, timelineOf } from "./timeline.ts";

const dayOf = (moment: string) => moment.slice(0, 10);

function aThread(...messages: Message[]): Thread {
  return startAt({ messages, moves: [], hasMore: false, hasNewer: false });
}

function draw(thread: Thread, unsent: UnsentMessage[] = [], isTyping = false): Row[] {
  return timelineOf(thread, { unsent, isTyping, dayOf });
}

function words(rows: Row[]): string[] {
  return rows.map((row) =>
    row.type === "message" ? `${row.isFirst ? "[" : ""}${row.message.body}${row.isLast ? "]" : ""}` : row.type
  );
}

function at(time: string, body: string, change: Partial<Message> = {}): Message {
  return aMessage({ id: Number(time.replace(/\D/g, "")), createdAt: `2026-11-20T${time}:00.000Z`, body, ...change });
}

test("each day has its line, and moves stand where they happened", () => {
  const thread: Thread = {
    ...aThread(at("12:00", "ontem", { id: 1, createdAt: "2026-11-19T12:00:00.000Z" }), at("09:00", "hoje")),
    moves: [
      aMove({ id: 1, at: "2026-11-19T12:30:00.000Z" }),
      aMove({ id: 2, at: "2026-11-20T08:00:00.000Z" }),
      aMove({ id: 3, at: "2026-11-20T10:00:00.000Z" }),
    ],
  };
  expect(words(draw(thread))).toEqual(["day", "[ontem]", "move", "day", "move", "[hoje]", "move"]);
});

test("a ticket begins before its first message, whatever the phone's clock says", () => {
  const thread = {
    ...aThread(at("12:00", "oi")),
    moves: [aMove({ action: "create", at: "2026-11-20T12:00:00.400Z" })],
  };
  expect(words(draw(thread))).toEqual(["day", "move", "[oi]"]);
});

test("where a thread was read on into an earlier ticket, a line marks where each begins, and the way up stands first", () => {
  const ticket = {
    id: 3,
    uuid: "uuid-3",
    status: "closed" as const,
    user: null,
    queue: null,
    createdAt: "2026-11-18T12:00:00.000Z",
    closedAt: null,
  };
  const now = { ...aThread(at("09:00", "hoje")), before: ticket };
  expect(words(draw(now))).toEqual(["above", "day", "[hoje]"]);
  const old = at("09:00", "outrora", { id: 1, createdAt: "2026-11-19T12:00:00.000Z" });
  const moves = [aMove({ id: 5, at: "2026-11-19T13:00:00.000Z" })];
  const both = draw({ ...now, earlier: [{ ticket, messages: [old], moves, hasOlder: false, before: null }] });
  expect(words(both)).toEqual(["begin", "day", "[outrora]", "move", "begin", "day", "[hoje]"]);
  expect(rowsAbove(draw(now), both)).toBe(4);
  expect(new Set(both.map(({ key }) => key)).size).toBe(both.length);
});

describe("messages stand together", () => {
  const own = { fromMe: true };
  const cases: [string, Message[], string[]][] = [
    ["of one speaker within minutes", [at("12:00", "a"), at("12:01", "b"), at("12:02", "c")], ["[a", "b", "c]"]],
    ["not of two", [at("12:00", "a"), at("12:01", "b", own)], ["[a]", "[b]"]],
    ["not of two colleagues", [
      at("12:00", "a", { ...own, user: { id: 7, name: "Ana" } }),
      at("12:01", "b", { ...own, user: { id: 8, name: "Bruno" } }),
    ], ["[a]", "[b]"]],
    ["not of two people in a group", [
      at("12:00", "a", { participant: "Bia" }),
      at("12:01", "b", { participant: "Leo" }),
    ], ["[a]", "[b]"]],
    ["not an hour apart", [at("12:00", "a"), at("13:00", "b")], ["[a]", "[b]"]],
  ];
  test.each(cases)("%s", (_says, messages, expected) => {
    expect(words(draw(aThread(...messages)).slice(1))).toEqual(expected);
  });
});

test("the line of new messages stands before the first of them and parts the group", () => {
  const thread = appendMessage(aThread(at("12:00", "a")), at("12:01", "b"), false);
  expect(words(draw(thread))).toEqual(["day", "[a]", "unread", "[b]"]);
});

test("what is being sent stands last, in the group of its writer, and keeps its key when it is confirmed", () => {
  const unsent: UnsentMessage = {
    localId: "L",
    ticketId: 1,
    userId: 7,
    body: "b",
    typed: "b",
    quoted: null,
    ...NOTHING_BESIDE,
    state: "waiting",
    failure: null,
    progress: 0,
    at: "2026-11-20T12:01:00.000Z",
    leaves: null,
  };
  const ana = { fromMe: true, user: { id: 7, name: "Ana" } };
  const before = draw(aThread(at("12:00", "a", ana)), [unsent], true);
  expect(words(before)).toEqual(["day", "[a", "b]", "typing"]);
  const after = draw(aThread(at("12:00", "a", ana), at("12:01", "b", { ...ana, localId: "L" })));
  expect(after[2]!.key).toBe(before[2]!.key);
});

test("an older page is told from a new message by what stands above", () => {
  const thread = aThread(at("12:00", "a"), at("12:01", "b"));
  const older = mergePage(
    thread,
    { messages: [at("11:00", "x")], moves: [], hasMore: false, hasNewer: false },
    "older",
  );
  expect(rowsAbove(draw(thread), draw(older))).toBe(1);
  expect(rowsAbove(draw(thread), draw(appendMessage(thread, at("12:02", "c"), true)))).toBe(0);
  expect(rowsAbove([], draw(thread))).toBe(0);
});

test("ten thousand messages are laid out at once", () => {
  const many = Array.from(
    { length: 10_000 },
    (_, i) => aMessage({ id: i + 1, createdAt: new Date(1.7e12 + i * 6e4).toISOString() }),
  );
  const thread = aThread(...many);
  const started = performance.now();
  draw(thread);
  expect(performance.now() - started).toBeLessThan(1000);
});

describe("the day of a moment where the company is", () => {
  const cases: [string, string, string][] = [
    ["America/Sao_Paulo", "2026-11-21T02:59:59.000Z", "2026-11-20"],
    ["America/Sao_Paulo", "2026-11-21T03:00:00.000Z", "2026-11-21"],
    ["Asia/Kathmandu", "2026-11-20T18:14:00.000Z", "2026-11-20"],
    ["Asia/Kathmandu", "2026-11-20T18:15:00.000Z", "2026-11-21"],
  ];
  test.each(cases)("%s %s", (zone, moment, day) => {
    const read = dayReader(zone);
    expect([read(moment), read(moment)]).toEqual([day, day]);
  });
});
