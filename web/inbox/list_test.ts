// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Ticket } from "../../src/contract/tickets.ts";
import {
  type Desk,
  dropTicket,
  EMPTY_DESK,
  emptyDesk,
  latestContacts,
  LIST_NAMES,
  mergePage,
  neighbour,
  nextWaiting,
  placeAnswer,
  placeTicket,
  refreshAck,
  refreshContact,
  refreshQueue,
  refreshTag,
  resetUnread,
  type View,
} from "./list.ts";
import { aContact, aMessage, aMove, aTicket } from "../tickets/testing.ts";

const ana = { id: 7, profile: "user", super: false, queueIds: [3] } as const;
const admin = { id: 9, profile: "admin", super: false, queueIds: [] } as const;

function aView(change: Partial<View> = {}): View {
  return {
    person: { ...ana, queueIds: [...ana.queueIds] },
    showAll: false,
    queueIds: [],
    userIds: [],
    tagIds: [],
    ...change,
  };
}

function aDesk(...rows: Ticket[]): Desk {
  let desk = EMPTY_DESK;
  for (const name of LIST_NAMES) desk = { ...desk, [name]: { ...desk[name], state: "ready" } };
  return rows.reduce((sum, row) => placeTicket(sum, row, adminView), desk);
}

const adminView = aView({ person: { ...admin, queueIds: [] }, showAll: true });

const tag = (id: number) => ({ id, name: `tag ${id}`, color: "#b91c1c" });

/** Where ticket 1 stands, as a word. */
function place(desk: Desk): string {
  return LIST_NAMES.filter((name) => desk[name].rows.some((row) => row.id === 1)).join("+") || "nowhere";
}

describe("a changed ticket stands where it belongs to me", () => {
  const cases: [string, Partial<Ticket>, Partial<View>, string][] = [
    ["mine and open", {}, {}, "open"],
    ["waiting for anyone in my queue", { status: "pending", userId: null }, {}, "pending"],
    ["mine and closed", { status: "closed" }, {}, "closed"],
    ["a group, whatever its status", { isGroup: true, status: "pending", userId: null }, {}, "group"],
    ["a colleague's", { userId: 8 }, {}, "nowhere"],
    ["a colleague's, with show-all on", { userId: 8 }, { showAll: true }, "open"],
    ["of a queue that is not mine", { queueId: 4, userId: null, status: "pending" }, {}, "nowhere"],
    ["of a queue that is not mine, though show-all is on", { queueId: 4 }, { showAll: true }, "nowhere"],
    ["of any queue, for an administrator", { queueId: 4, userId: 8 }, adminView, "open"],
    ["without a queue, with the robot", { queueId: null, userId: null, status: "pending" }, {}, "nowhere"],
    ["without a queue, but mine", { queueId: null }, {}, "open"],
    ["of a queue that I have filtered away", {}, { queueIds: [5] }, "nowhere"],
    ["of the queue that I have chosen", {}, { queueIds: [3, 5] }, "open"],
    ["of an attendant that I have filtered away", {}, { userIds: [8] }, "nowhere"],
    ["with the chosen tags", { tags: [tag(1), tag(2)] }, { tagIds: [1, 2] }, "open"],
    ["with only one of the chosen tags", { tags: [tag(1)] }, { tagIds: [1, 2] }, "nowhere"],
    ["without a queue, while queues are chosen", { queueId: null }, { queueIds: [3] }, "nowhere"],
  ];
  test.each(cases)("%s", (_says, change, view, expected) => {
    expect(place(placeTicket(aDesk(), aTicket(change), aView(view)))).toBe(expected);
  });
});

describe("a ticket leaves its list when it moves", () => {
  const moves: [string, Partial<Ticket>, Partial<Ticket>, string][] = [
    ["accepted", { status: "pending", userId: null }, { status: "open" }, "open"],
    ["returned", {}, { status: "pending", userId: null }, "pending"],
    ["resolved", {}, { status: "closed" }, "closed"],
    ["reopened", { status: "closed" }, { status: "open" }, "open"],
    ["transferred to Carla", {}, { userId: 8 }, "nowhere"],
    ["transferred to a queue that I don't serve", {}, { queueId: 4, userId: null, status: "pending" }, "nowhere"],
  ];
  test.each(moves)("%s", (_says, before, after, expected) => {
    const desk = aDesk(aTicket(before));
    const moved = placeTicket(desk, aTicket({ ...after, updatedAt: "2026-11-20T12:05:00.000Z" }), aView());
    expect(place(moved)).toBe(expected);
    const total = LIST_NAMES.reduce((sum, name) => sum + moved[name].count, 0);
    expect(total).toBe(expected === "nowhere" ? 0 : 1);
  });
});

test("a new message takes the ticket to the top with its unread count", () => {
  const desk = aDesk(
    aTicket({ id: 1, updatedAt: "2026-11-20T10:00:00.000Z" }),
    aTicket({ id: 2, updatedAt: "2026-11-20T11:00:00.000Z" }),
  );
  const after = placeTicket(
    desk,
    aTicket({ id: 1, unreadMessages: 2, updatedAt: "2026-11-20T12:00:00.000Z" }),
    aView(),
  );
  expect(after.open.rows.map((row) => [row.id, row.unreadMessages])).toEqual([[1, 2], [2, 0]]);
  expect(after.open.count).toBe(2);
});

test("a late answer doesn't undo a newer event", () => {
  const desk = aDesk(aTicket({ status: "closed", updatedAt: "2026-11-20T12:05:00.000Z" }));
  expect(placeAnswer(desk, aTicket({ status: "open" }), aView())).toBe(desk);
});

test("events come in their order, also when a phone's clock dates one a little back", () => {
  const desk = aDesk(aTicket({ status: "closed", updatedAt: "2026-11-20T12:05:00.800Z" }));
  const written = aTicket({ status: "pending", userId: null, updatedAt: "2026-11-20T12:05:00.000Z" });
  expect(place(placeTicket(desk, written, aView()))).toBe("pending");
});

test("deleted and removed tickets are gone, and the others stay the same objects", () => {
  const desk = aDesk(aTicket({ id: 1 }), aTicket({ id: 2 }));
  const after = dropTicket(desk, 1);
  expect(place(after)).toBe("nowhere");
  expect(after.open.count).toBe(1);
  expect(after.open.rows[0]).toBe(desk.open.rows.find((row) => row.id === 2));
  expect(dropTicket(after, 99)).toBe(after);
});

test("reading resets the unread count of that ticket only", () => {
  const desk = aDesk(aTicket({ id: 1, unreadMessages: 3 }), aTicket({ id: 2, unreadMessages: 1 }));
  const unread = resetUnread(desk, 1).open.rows.map((row) => [row.id, row.unreadMessages]);
  expect(Object.fromEntries(unread)).toEqual({ 1: 0, 2: 1 });
});

describe("a receipt shows in the row of the ticket whose last message it is about", () => {
  const row = aTicket({ lastMessageId: 50, lastMessageFromMe: true, lastMessageAck: 1 });
  const cases: [string, Parameters<typeof aMessage>[0], number][] = [
    ["its own", { id: 50, fromMe: true, ack: 3 }, 3],
    ["an earlier message's of the same words", { id: 49, body: row.lastMessage, fromMe: true, ack: 3 }, 1],
    ["a late one", { id: 50, fromMe: true, ack: 0 }, 1],
    ["the customer's", { id: 50, fromMe: false, ack: 3 }, 1],
  ];
  test.each(cases)("%s", (_says, message, ack) => {
    expect(refreshAck(aDesk(row), aMessage(message)).open.rows[0]!.lastMessageAck).toBe(ack);
  });
});

test("a renamed contact is renamed in every row", () => {
  const desk = aDesk(aTicket({ id: 1 }), aTicket({ id: 2, status: "closed" }));
  const after = refreshContact(desk, aContact({ name: "Mariana S. Lima" }));
  expect(after.open.rows[0]!.contact.name).toBe("Mariana S. Lima");
  expect(after.closed.rows[0]!.contact.name).toBe("Mariana S. Lima");
});

test("a tag that is renamed or deleted changes in the rows that carry it, and the others stay the same objects", () => {
  const vip = { id: 5, name: "VIP", color: "#b91c1c" }, other = { id: 6, name: "Festa", color: "#15803d" };
  const desk = aDesk(aTicket({ id: 1, tags: [vip, other] }), aTicket({ id: 2, status: "closed", tags: [other] }));
  const renamed = refreshTag(desk, { action: "update", record: { ...vip, name: "Ouro" } });
  expect(renamed.open.rows[0]!.tags).toEqual([{ ...vip, name: "Ouro" }, other]);
  expect(renamed.closed.rows[0]).toBe(desk.closed.rows[0]);
  expect(refreshTag(desk, { action: "delete", id: 5 }).open.rows[0]!.tags).toEqual([other]);
});

test("a queue that is renamed or deleted changes in the rows that stand in it, and the others stay the same objects", () => {
  const queue = { id: 3, name: "Bolos", color: "#be185d" };
  const desk = aDesk(aTicket({ id: 1 }), aTicket({ id: 2, status: "closed", queueId: null, queue: null }));
  const row = { ...queue, greetingMessage: "Oi", outOfHoursMessage: "" };
  const renamed = refreshQueue(desk, { action: "update", record: row });
  expect(renamed.open.rows[0]!.queue).toEqual(queue);
  expect(renamed.closed.rows[0]).toBe(desk.closed.rows[0]);
  expect(refreshQueue(desk, { action: "update", record: { ...row, id: 4 } }).open.rows[0]).toBe(desk.open.rows[0]);
  const deleted = refreshQueue(desk, { action: "delete", id: 3 });
  expect(deleted.open.rows[0]).toEqual({ ...desk.open.rows[0], queueId: null, queue: null });
});

describe("pages", () => {
  const forty = Array.from(
    { length: 40 },
    (_, i) => aTicket({ id: 100 - i, updatedAt: `2026-11-20T11:${String(59 - i).padStart(2, "0")}:00.000Z` }),
  );
  const first = mergePage(EMPTY_DESK.open, { tickets: forty, hasMore: true, count: 90 }, 1);

  test("a second page goes below, and what moved up in between isn't shown twice", () => {
    const second = mergePage(first, {
      tickets: [forty[39]!, aTicket({ id: 5, updatedAt: "2026-11-19" })],
      hasMore: false,
      count: 91,
    }, 2);
    expect(second.rows).toHaveLength(41);
    expect(second.rows.at(-1)!.id).toBe(5);
    expect(second).toMatchObject({ count: 91, hasMore: false, nextPage: 3 });
  });

  test("after a row has left, the next page is asked where the gap is", () => {
    const desk = dropTicket({ ...EMPTY_DESK, open: first }, 100);
    expect(desk.open).toMatchObject({ nextPage: 1, count: 89 });
  });

  test("a row that leaves while a page is on its way has that page asked for once more, and no oftener", () => {
    const second = Array.from({ length: 40 }, (_, i) => aTicket({ id: 50 - i, updatedAt: "2026-11-19" }));
    const short = dropTicket({ ...EMPTY_DESK, open: first }, 100).open;
    const late = mergePage(short, { tickets: second, hasMore: true, count: 89 }, 2);
    expect([late.rows.length, late.nextPage]).toEqual([79, 2]);
    const again = mergePage(late, { tickets: second, hasMore: true, count: 89 }, 2);
    expect([again.rows.length, again.nextPage]).toEqual([79, 3]);
  });

  test("an old ticket of a page not loaded yet waits for its page", () => {
    const desk = { ...EMPTY_DESK, open: first };
    const after = placeTicket(desk, aTicket({ id: 5, updatedAt: "2026-11-01T00:00:00.000Z" }), aView());
    expect(after.open.rows).toHaveLength(40);
  });

  test("a ticket that wasn't loaded is counted again only when it has come from another list", () => {
    const desk = { ...EMPTY_DESK, open: first };
    const later = { updatedAt: "2026-11-20T12:30:00.000Z" };
    expect(placeTicket(desk, aTicket({ id: 5, ...later }), aView()).open.count).toBe(90);
    expect(placeTicket(desk, aTicket({ id: 5, ...later }), aView(), aMove()).open.count).toBe(91);
  });
});

test("the next to accept is who has waited longest, the robot's own last", () => {
  const waiting = [
    aTicket({ id: 1, waitingSince: "2026-11-20T12:00:00.000Z" }),
    // Wrote again just now, and still was the first to come.
    aTicket({ id: 2, waitingSince: "2026-11-20T11:00:00.000Z", updatedAt: "2026-11-20T12:30:00.000Z" }),
    aTicket({ id: 3, waitingSince: "2026-11-20T10:00:00.000Z", chatbot: true }),
  ];
  expect(nextWaiting(waiting)?.id).toBe(2);
  expect(nextWaiting([])).toBeUndefined();
});

describe("j and k go to the next and previous ticket that opens", () => {
  const rows = [aTicket({ id: 1, status: "pending" }), aTicket({ id: 2 }), aTicket({ id: 3 })];
  const cases: [string | undefined, 1 | -1, number | undefined][] = [
    [undefined, 1, 2],
    [undefined, -1, 3],
    ["uuid-2", 1, 3],
    ["uuid-2", -1, undefined],
    ["uuid-3", 1, undefined],
  ];
  test.each(cases)("from %s by %i", (from, step, id) => expect(neighbour(rows, from, step)?.id).toBe(id));
});

test("the longest unanswered stand first, below what was just handed over, and events keep them so", () => {
  const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`;
  const waits = aTicket({ id: 1, waitingSince: at(10), updatedAt: at(50) });
  const unanswered = aTicket({ id: 2, unansweredSince: at(5), updatedAt: at(40) });
  const answered = aTicket({ id: 3, updatedAt: at(30) });
  const desk = {
    ...EMPTY_DESK,
    open: mergePage(emptyDesk(true).open, { tickets: [answered, waits, unanswered], hasMore: false, count: 3 }, 1),
  };
  const idsOf = (desk: Desk) => desk.open.rows.map(({ id }) => id);
  expect(idsOf(desk)).toEqual([2, 1, 3]);
  const wroteAgain = placeTicket(desk, { ...waits, updatedAt: at(59) }, adminView);
  expect(idsOf(wroteAgain)).toEqual([2, 1, 3]);
  const handed = { ...answered, handover: { by: null, note: null, at: at(59) } };
  expect(idsOf(placeTicket(wroteAgain, handed, adminView))).toEqual([3, 2, 1]);
});

test("whom one forwards to is looked for among the latest chats first, each person once, and no group", () => {
  const chat = (id: number, name: string, minute: number, change: Partial<Ticket> = {}) =>
    aTicket({
      id,
      contactId: name.length,
      contact: aContact({ id: name.length, name }),
      updatedAt: `2026-11-20T12:0${minute}:00.000Z`,
      ...change,
    });
  const desk = aDesk(
    chat(1, "Ana", 1),
    chat(2, "Bela", 5, { status: "closed" }),
    chat(3, "Carlos", 3, { status: "pending", userId: null, user: null }),
    chat(4, "Ana", 4, { status: "closed" }),
    chat(5, "Família", 6, { isGroup: true }),
  );
  expect(latestContacts(desk).map(({ name }) => name)).toEqual(["Bela", "Ana", "Carlos"]);
});
