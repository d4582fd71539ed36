// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Message } from "../../src/contract/messages.ts";
import { toastsAtom } from "../ui/toast.ts";
import { openTicket } from "./open.ts";
import { goToMessage, readOn } from "./reading.ts";
import { keptTicketsAtom, openedAtom } from "./opened.ts";
import { noteEndInView } from "./seen.ts";
import { aMessage, answerCalls, aTicket, emit, logIn, logOut } from "../tickets/testing.ts";
import { until } from "../testing_until.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);

const store = getDefaultStore();
const now = () => store.get(openedAtom);
const ids = () => now()!.thread!.messages.map(({ id }) => id);
const page = (...messages: Message[]) => ({ messages, moves: [], hasMore: false, hasNewer: false });
const nth = (id: number) => aMessage({ id, createdAt: `2026-11-20T12:${String(id).padStart(2, "0")}:00.000Z` });
const ticket = aTicket({ unreadMessages: 1 });

let reads = 0;
function answer(list: (() => unknown) | unknown, shown: unknown = ticket) {
  answerCalls({
    "GET /tickets/u/uuid-1": () => shown,
    "GET /messages/1": () => typeof list === "function" ? list() : list,
    "PUT /tickets/1/read": () => {
      reads++;
      return ticket;
    },
  });
}

beforeEach(() => {
  answerCalls({ "GET /tickets": () => ({ tickets: [], hasMore: false, count: 0 }) });
  logIn();
  reads = 0;
  history.replaceState(null, "", "/tickets/uuid-1");
});
afterEach(() => {
  openTicket(null, null);
  store.set(keptTicketsAtom, []);
  logOut();
  vi.unstubAllGlobals();
});

test("a ticket opens at its first unread message, and is read when its end is seen", async () => {
  answer(page(nth(1), nth(2)));
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  expect(now()!.thread!.line).toEqual({ before: 2, count: 1, seen: false });
  expect(reads).toBe(0);
  noteEndInView(true);
  expect(now()!.ticket!.unreadMessages).toBe(0);
  expect(now()!.thread!.line).toMatchObject({ seen: true });
  await until(() => reads === 1);
});

test.each(
  [
    ["of a colleague's ticket", { userId: 8 }],
    ["of a ticket that waits", { userId: null, status: "pending" }],
  ] as const,
)("the end %s is seen, and it stays unread for who serves it", async (_, change) => {
  const theirs = aTicket({ unreadMessages: 1, ...change });
  answer(page(nth(1), nth(2)), theirs);
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  noteEndInView(true);
  expect(now()!.ticket!.unreadMessages).toBe(1);
  emit("appMessage", { action: "create", message: nth(3), ticket: { ...theirs, unreadMessages: 2 }, live: true });
  expect(now()!.ticket!.unreadMessages).toBe(2);
  expect(reads).toBe(0);
  // Once it is theirs, what is before their eyes is read.
  emit("ticket", { action: "update", ticket: { ...ticket, unreadMessages: 2 } });
  await until(() => reads === 1);
  expect(now()!.ticket!.unreadMessages).toBe(0);
});

test("a message that comes while the thread is on its way is not lost", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answer(() => promise);
  openTicket("uuid-1", null);
  await until(() => now()?.ticket);
  emit("appMessage", { action: "create", message: nth(3), ticket, live: true });
  resolve(page(nth(1), nth(2)));
  await until(() => now()?.state === "ready");
  expect(ids()).toEqual([1, 2, 3]);
});

test.each([400, 403, 404])("a ticket that may not be seen (%i) leads back to the list", async (status) => {
  store.set(toastsAtom, []);
  answer(page(), [status, { error: "ERR_NO_PERMISSION" }]);
  openTicket("uuid-1", null);
  await until(() => location.pathname === "/tickets");
  expect(store.get(toastsAtom)).toMatchObject([{ tone: "danger", text: "Acesso não permitido" }]);
});

test("when the open ticket is deleted, its screen goes to the list", async () => {
  answer(page(nth(1)));
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  emit("ticket", { action: "delete", ticketId: 1 });
  expect(location.pathname).toBe("/tickets");
  expect(store.get(keptTicketsAtom)).toEqual([]);
});

test("a message that isn't loaded is gone to with its surroundings; the newer ones are read on from there", async () => {
  answer(page(nth(30), nth(31)));
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  answer({ ...page(nth(4), nth(5), nth(6)), hasMore: true, hasNewer: true });
  await goToMessage(5);
  expect(now()).toMatchObject({ goal: { to: 5 } });
  expect(ids()).toEqual([4, 5, 6]);
  answer(page(nth(7), nth(8)));
  await readOn("newer", "uuid-1");
  expect(ids()).toEqual([4, 5, 6, 7, 8]);
  expect(now()!.thread).toMatchObject({ hasNewer: false, hasOlder: true });
});

test("of two jumps the later one counts, whichever answer comes first, and what was written meanwhile is there", async () => {
  answer(page(nth(30), nth(31)));
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  const slow = Promise.withResolvers<unknown>(), quick = Promise.withResolvers<unknown>();
  answer(() => slow.promise);
  const first = goToMessage(5);
  answer(() => quick.promise);
  const second = goToMessage(20);
  emit("appMessage", { action: "create", message: nth(32), ticket, live: true });
  quick.resolve(page(nth(19), nth(20), nth(31)));
  await second;
  slow.resolve({ ...page(nth(4), nth(5)), hasNewer: true });
  await first;
  expect(now()!.goal).toEqual({ to: 20 });
  expect(ids()).toEqual([19, 20, 31, 32]);
});

test("a jump that fails leaves the thread as it is, and the next one works", async () => {
  answer(page(nth(30), nth(31)));
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  answer(() => Promise.reject(new TypeError("no line")));
  await goToMessage(5);
  expect(ids()).toEqual([30, 31]);
  answer({ ...page(nth(4), nth(5)), hasNewer: true });
  await goToMessage(5);
  expect(ids()).toEqual([4, 5]);
});

test("going back to a ticket shows at once what is known of it", async () => {
  answer(page(nth(1), nth(2)));
  openTicket("uuid-1", null);
  await until(() => now()?.state === "ready");
  openTicket(null, null);
  emit("appMessage", { action: "create", message: nth(3), ticket: { ...ticket, unreadMessages: 2 }, live: true });
  openTicket("uuid-1", null);
  expect(ids()).toEqual([1, 2, 3]);
});
