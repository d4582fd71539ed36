// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Ticket } from "../../src/contract/tickets.ts";
import { deskAtom, loadMore, lookThrough, showTab } from "./desk.ts";
import { typingAtom } from "./typing.ts";
import { aContact, aMessage, aMove, answerCalls, aTicket, emit, logIn, logOut } from "../tickets/testing.ts";
import { until } from "../testing_until.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);

const desk = () => getDefaultStore().get(deskAtom);
const ids = (name: "pending" | "open" | "group" | "closed") => desk()[name].rows.map(({ id }) => id);
const page = (...tickets: ReturnType<typeof aTicket>[]) => ({ tickets, hasMore: false, count: tickets.length });

afterEach(() => {
  logOut();
  vi.unstubAllGlobals();
});

test("an event that comes while a list is on its way is newer than the list", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answerCalls({ "GET /tickets": () => promise });
  logIn();
  const later = "2026-11-20T13:00:00.000Z";
  emit("ticket", { action: "update", ticket: aTicket({ id: 1, status: "closed", updatedAt: later }), move: aMove() });
  emit("appMessage", {
    action: "create",
    message: aMessage({ ticketId: 9 }),
    ticket: aTicket({ id: 9, unreadMessages: 1, updatedAt: later }),
    live: true,
  });
  resolve(page(aTicket({ id: 1 }), aTicket({ id: 2 })));
  await until(() => desk().open.state === "ready");
  expect(ids("open")).toEqual([9, 2]);
});

test("other filters start the lists afresh, and answers to the former are let go", async () => {
  const first = Promise.withResolvers<unknown>();
  let asked = 0;
  answerCalls({ "GET /tickets": () => asked++ < 3 ? first.promise : page(aTicket({ id: 5 })) });
  logIn();
  await until(() => asked === 3);
  lookThrough({ showAll: undefined, queueIds: [3], userIds: [], tagIds: [] });
  showTab("open");
  await until(() => desk().open.state === "ready");
  first.resolve(page(aTicket({ id: 1 })));
  await first.promise;
  await Promise.resolve();
  expect(ids("open")).toEqual([5]);
});

test("a failed list says so and can be asked again", async () => {
  let isAway = true;
  answerCalls({ "GET /tickets": () => isAway ? [500, { error: "ERR_INTERNAL" }] : page(aTicket({ userId: null })) });
  logIn();
  await until(() => desk().open.state === "failed");
  isAway = false;
  await loadMore("open");
  expect(ids("open")).toEqual([1]);
});

test("the next person on this computer finds an empty desk", async () => {
  answerCalls({ "GET /tickets": () => page(aTicket()) });
  logIn();
  await loadMore("closed");
  expect(ids("closed")).toEqual([1]);
  logOut();
  expect(ids("closed")).toEqual([]);
});

describe("live list rules (spec 1 §4.2): Ana, of queue 3, has tickets 1 and 2 open, 1 with two unread messages", () => {
  const later = "2026-11-20T13:00:00.000Z";
  const update = (change: Partial<Ticket>) => ({ action: "update", ticket: aTicket({ updatedAt: later, ...change }) });
  const message = (change: Partial<Ticket>, live = true) => ({
    action: "create",
    message: aMessage({ ticketId: change.id ?? 1 }),
    ticket: aTicket({ updatedAt: later, ...change }),
    live,
  });
  const cases: [string, "ticket" | "appMessage" | "contact", unknown, string[]][] = [
    ["an update replaces its row, and takes it up", "ticket", update({ id: 2, unreadMessages: 0 }), ["2:0", "1:2"]],
    ["an update without an owner is inserted", "ticket", update({ id: 5, userId: null }), ["5:0", "1:2", "2:0"]],
    ["an update of one's own is inserted", "ticket", update({ id: 5 }), ["5:0", "1:2", "2:0"]],
    ["a colleague's is not, while show-all is off", "ticket", update({ id: 5, userId: 8 }), ["1:2", "2:0"]],
    ["a row that went to a colleague is removed", "ticket", update({ id: 1, userId: 8 }), ["2:0"]],
    ["a row whose queue is not selected is removed", "ticket", update({ id: 1, queueId: 4 }), ["2:0"]],
    ["one of a queue that is not selected is not inserted", "ticket", update({ id: 5, queueId: 4 }), ["1:2", "2:0"]],
    ["delete removes it", "ticket", { action: "delete", ticketId: 1 }, ["2:0"]],
    ["removeFromList removes it", "ticket", { action: "removeFromList", ticketId: 1 }, ["2:0"]],
    ["updateUnread resets the counter", "ticket", { action: "updateUnread", ticketId: 1 }, ["1:0", "2:0"]],
    ["updateUnread of another leaves it", "ticket", { action: "updateUnread", ticketId: 2 }, ["1:2", "2:0"]],
    ["a new message takes it to the top, unread", "appMessage", message({ id: 2, unreadMessages: 1 }), ["2:1", "1:2"]],
    ["a message of a new ticket inserts it", "appMessage", message({ id: 5, unreadMessages: 1 }), [
      "5:1",
      "1:2",
      "2:0",
    ]],
    ["a message for a colleague does not", "appMessage", message({ id: 5, userId: 8 }), ["1:2", "2:0"]],
    ["a contact's update leaves the order", "contact", { action: "update", record: aContact() }, ["1:2", "2:0"]],
  ];
  test.each(cases)("%s", async (_, name, event, rows) => {
    const mine = [aTicket({ id: 1, unreadMessages: 2, updatedAt: "2026-11-20T12:30:00.000Z" }), aTicket({ id: 2 })];
    answerCalls({ "GET /tickets": () => page(...mine) });
    logIn();
    lookThrough({ showAll: undefined, queueIds: [3], userIds: [], tagIds: [] });
    showTab("open");
    await until(() => desk().open.state === "ready");
    emit(name, event as never);
    expect(desk().open.rows.map(({ id, unreadMessages }) => `${id}:${unreadMessages}`)).toEqual(rows);
  });

  test("a contact's new name stands in its rows", async () => {
    answerCalls({ "GET /tickets": () => page(aTicket({ id: 1 })) });
    logIn();
    lookThrough({ showAll: undefined, queueIds: [], userIds: [], tagIds: [] });
    showTab("open");
    await until(() => desk().open.state === "ready");
    emit("contact", { action: "update", record: aContact({ name: "Mariana Lima" }) });
    expect(desk().open.rows[0]!.contact.name).toBe("Mariana Lima");
  });
});

test("typing ends with the message, whether or not its end is told", () => {
  answerCalls({ "GET /tickets": () => page() });
  logIn();
  emit("typing", { ticketId: 4, typing: true });
  expect(getDefaultStore().get(typingAtom).has(4)).toBe(true);
  emit("appMessage", { action: "create", message: aMessage({ ticketId: 4 }), ticket: aTicket({ id: 4 }), live: true });
  expect(getDefaultStore().get(typingAtom).has(4)).toBe(false);
});
