import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { deskAtom, loadMore, lookThrough, showTab, typingAtom } from "./desk.ts";
import { aMessage, aMove, answerCalls, aTicket, logIn, logOut, tell } from "./testing.ts";

vi.mock("../live.ts", async () => (await import("./testing.ts")).aLine);

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
  tell("ticket", { action: "update", ticket: aTicket({ id: 1, status: "closed", updatedAt: later }), move: aMove() });
  tell("appMessage", {
    action: "create",
    message: aMessage({ ticketId: 9 }),
    ticket: aTicket({ id: 9, unreadMessages: 1, updatedAt: later }),
    live: true,
  });
  resolve(page(aTicket({ id: 1 }), aTicket({ id: 2 })));
  await vi.waitUntil(() => desk().open.state === "ready");
  expect(ids("open")).toEqual([9, 2]);
});

test("other filters start the lists afresh, and answers to the former are let go", async () => {
  const first = Promise.withResolvers<unknown>();
  let asked = 0;
  answerCalls({ "GET /tickets": () => asked++ < 3 ? first.promise : page(aTicket({ id: 5 })) });
  logIn();
  await vi.waitUntil(() => asked === 3);
  lookThrough({ showAll: undefined, queueIds: [3], userIds: [] });
  showTab("open");
  await vi.waitUntil(() => desk().open.state === "ready");
  first.resolve(page(aTicket({ id: 1 })));
  await first.promise;
  await Promise.resolve();
  expect(ids("open")).toEqual([5]);
});

test("a failed list says so and can be asked again", async () => {
  let isAway = true;
  answerCalls({ "GET /tickets": () => isAway ? [500, { error: "ERR_INTERNAL" }] : page(aTicket({ userId: null })) });
  logIn();
  await vi.waitUntil(() => desk().open.state === "failed");
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

test("typing ends with the message, whether or not its end is told", () => {
  answerCalls({ "GET /tickets": () => page() });
  logIn();
  tell("typing", { ticketId: 4, typing: true });
  expect(getDefaultStore().get(typingAtom).has(4)).toBe(true);
  tell("appMessage", { action: "create", message: aMessage({ ticketId: 4 }), ticket: aTicket({ id: 4 }), live: true });
  expect(getDefaultStore().get(typingAtom).has(4)).toBe(false);
});
