// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Me } from "../../src/contract/access.ts";
import type { Message } from "../../src/contract/messages.ts";
import { type Desk, EMPTY_DESK, type TicketList } from "../inbox/list.ts";
import type { OpenedTicket } from "../thread/opened.ts";
import { openThread, type Thread } from "../thread/thread.ts";
import { aMessage, aMove, aTicket } from "../tickets/testing.ts";
import { keptDesk, type KeptThread, keptThread, mayKeep, seenAtOf, toldStill, tooMany } from "./keeping.ts";

const DAY = 86_400_000, NOW = Date.UTC(2026, 10, 23);
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);

function aList(count: number, change: Partial<TicketList> = {}): TicketList {
  const rows = upTo(count).map((id) => aTicket({ id }));
  return { ...EMPTY_DESK.open, rows, count, state: "ready", nextPage: 9, ...change };
}

describe("of each list", () => {
  const kept = (desk: Partial<Desk>, before?: Partial<Desk>) =>
    keptDesk({ ...EMPTY_DESK, ...desk }, before && { ...EMPTY_DESK, ...before }, NOW);

  test("the first fifty are kept; the rest is asked for when there is a way to it", () => {
    const { open, closed } = kept({ open: aList(51), closed: aList(40, { count: 90, hasMore: true }) });
    expect(open.rows.map(({ id }) => id)).toEqual(upTo(50));
    expect(open).toMatchObject({ count: 51, nextPage: 1, hasMore: true, state: "failed" });
    expect(closed.rows).toHaveLength(40);
    expect(closed).toMatchObject({ count: 90, nextPage: 1, hasMore: true, state: "failed" });
  });

  test("that is there as a whole nobody is told that a rest of it did not come", () => {
    const { open, pending } = kept({ open: aList(50), pending: aList(1) });
    expect([open.rows.length, pending.rows.length]).toEqual([50, 1]);
    for (const list of [open, pending]) expect(list).toMatchObject({ nextPage: 1, hasMore: false, state: "ready" });
  });

  test("that nobody looked at this time what was kept before stays; one that is empty by now is kept as empty", () => {
    const asOf = NOW - DAY,
      before = { open: aList(3, { asOf }), closed: aList(2, { asOf }), group: aList(4, { asOf }) };
    const { open, closed, group } = kept({ open: aList(0), group: aList(0, { state: "failed" }) }, before);
    expect([open, closed, group].map(({ rows }) => rows.length)).toEqual([0, 2, 4]);
    expect(open).toMatchObject({ state: "ready", hasMore: false });
  });

  test("it is known of when it is: what was read this time is of now, the rest of when it was read last, or never was", () => {
    const before = { open: aList(3, { asOf: NOW - DAY }), closed: aList(2, { asOf: NOW - DAY }) };
    // As the page has shown it without a network, and not read anew yet.
    const shown = aList(5, { asOf: NOW - 2 * DAY });
    const desk = kept({ pending: aList(1), open: shown }, before);
    const hours = [desk.pending, desk.open, desk.closed, desk.group].map(({ asOf }) => asOf);
    expect(hours).toEqual([NOW, NOW - DAY, NOW - DAY, undefined]);
    expect(desk.group).toMatchObject({ rows: [], state: "failed" });
    expect(seenAtOf(desk)).toBe(NOW);
    expect(seenAtOf(EMPTY_DESK)).toBeUndefined();
  });

  test("nothing is shown, nor kept on, that is a week old, while the rest still is", () => {
    const before = { open: aList(3, { asOf: NOW - DAY }), closed: aList(2, { asOf: NOW - 8 * DAY }) };
    const { open, closed } = toldStill({ ...EMPTY_DESK, ...before }, NOW);
    expect([open.rows.length, closed.rows.length]).toEqual([3, 0]);
    expect(kept({ open: aList(1) }, before).closed).toMatchObject({ rows: [], state: "failed" });
  });
});

describe("of each thread", () => {
  const at = (nth: number) => new Date(Date.UTC(2026, 10, 20) + nth * 60_000).toISOString();
  const messages = (count: number): Message[] => upTo(count).map((id) => aMessage({ id, createdAt: at(id) }));
  function opened(count: number, thread: Partial<Thread> = {}, change: Partial<OpenedTicket> = {}): OpenedTicket {
    const page = { messages: messages(count), moves: [], hasMore: false, hasNewer: false };
    const whole = { ...openThread(page, 0), ...thread };
    return {
      ...{ uuid: "uuid-1", ticket: aTicket(), thread: whole, state: "ready", error: null },
      ...{ fetching: null, round: 1, goal: null },
      ...change,
    };
  }

  test("the newest fifty messages are kept, the moves among them, and that there are older ones", () => {
    const moves = [10, 11, 40].map((nth) => aMove({ id: nth, at: at(nth) }));
    const { thread } = keptThread(opened(60, { moves }))!;
    expect(thread!.messages.map(({ id }) => id)).toEqual(upTo(60).slice(10));
    expect(thread!.moves.map(({ id }) => id)).toEqual([11, 40]);
    expect(thread!.hasOlder).toBe(true);
  });

  test("all is kept of a short one, and nothing says that there was more", () => {
    const moves = [aMove({ id: 1, at: at(0) })];
    expect(keptThread(opened(50, { moves }))!.thread).toMatchObject({ hasOlder: false, moves });
    expect(keptThread(opened(50))!.thread!.messages).toHaveLength(50);
  });

  test("what belongs to the moment is left out: earlier tickets, the line, the place that was read", () => {
    const line = { before: 1, count: 2, seen: false };
    const kept = keptThread(opened(3, { line, below: 4 }, { fetching: "older", goal: { to: 1 } }))!;
    expect(kept).toMatchObject({ fetching: null, goal: null, thread: { line: null, below: 0, earlier: [] } });
  });

  test.each<[string, OpenedTicket]>([
    ["stands at old messages", opened(3, { hasNewer: true })],
    ["is still being read", opened(3, {}, { state: "loading" })],
    ["did not come", opened(3, {}, { state: "failed" })],
    ["has no messages yet", opened(3, {}, { thread: null })],
    ["has no ticket yet", opened(3, {}, { ticket: null })],
  ])("nothing is kept of one that %s", (_, one) => expect(keptThread(one)).toBeUndefined());
});

test("twenty threads are kept, and those go first that were left alone for longest", () => {
  const thread = (at: number) => [`2-1/${at}`, { at } as KeptThread] as const;
  const threads = [7, 22, 3, 1, 14, 2, 18, 5, 9, 11, 20, 4, 16, 6, 8, 10, 12, 13, 15, 17, 19, 21].map(thread);
  expect(threads).toHaveLength(22);
  expect(new Set(tooMany(new Map(threads)))).toEqual(new Set(["2-1/1", "2-1/2"]));
  expect(tooMany(new Map(threads.slice(0, 20)))).toEqual([]);
});

test.each([
  ["a moment ago", NOW, false],
  ["six days ago", NOW - 6 * DAY, false],
  ["a minute less than a week ago", NOW - 7 * DAY + 60_000, false],
  ["a week ago", NOW - 7 * DAY, true],
  ["at a time that is no number", NaN, true],
  ["never", undefined, true],
])("whether what was seen %s is too old", (_, asOf, old) => {
  const { open } = toldStill({ ...EMPTY_DESK, open: aList(1, { asOf }) }, NOW);
  expect(open.rows.length === 0).toBe(old);
});

const ana = { hasSecondFactor: false, company: { settings: [] as { key: string; value: string }[] } } as unknown as Me;
test.each<[string, Partial<Me>, boolean]>([
  ["somebody for themselves", {}, true],
  ["the provider's person in their name", { actedBy: "Sue" }, false],
  ["somebody who owes a bill", { company: { ...ana.company, isOverdue: true } }, false],
  [
    "somebody who owes a second factor",
    { company: { ...ana.company, settings: [{ key: "secondFactor", value: "required" }] } },
    false,
  ],
])("whether what %s reads is kept", (_, change, may) => expect(mayKeep({ ...ana, ...change })).toBe(may));
