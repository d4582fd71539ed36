// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerFrame } from "../src/contract/events.ts";
import { closeEvents, connectionAtom, onEvent, onResync, onReturn, openEvents, subscribe, subscribed } from "./live.ts";
import { FakeSocket } from "./testing_socket.ts";

const WELCOME: ServerFrame = { say: "welcome", at: "e.1", missed: "none" };
const latest = () => FakeSocket.all.at(-1)!;
const state = () => getDefaultStore().get(connectionAtom);
const ended = vi.fn();
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  ended.mockReset();
  localStorage.setItem("token", "t");
  openEvents(7, ended, () => {});
});
afterEach(() => {
  closeEvents();
  stops.splice(0).forEach((stop) => stop());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first word is hello with the token; after the welcome it announces itself", () => {
  latest().open(WELCOME);
  expect(latest().said).toEqual([{ say: "hello", token: "t" }, { say: "joinNotification" }, { say: "userStatus" }]);
});

test("an event of the own company reaches its hearers, another company's does not", () => {
  const handler = vi.fn();
  stops.push(onEvent("typing", handler));
  latest().open(WELCOME);
  latest().receive({ say: "event", name: "company-7-typing", payload: { ticketId: 1, typing: true }, at: "e.2" });
  latest().receive({ say: "event", name: "company-77-typing", payload: { ticketId: 2, typing: true }, at: "e.3" });
  expect(handler.mock.calls).toEqual([[{ ticketId: 1, typing: true }]]);
});

test("what the provider tells all reaches the hearers of every company", () => {
  const handler = vi.fn();
  stops.push(onEvent("announcement", handler));
  latest().open(WELCOME);
  latest().receive({ say: "event", name: "company-announcement", payload: { action: "delete", id: 3 }, at: "e.2" });
  expect(handler.mock.calls).toEqual([[{ action: "delete", id: 3 }]]);
});

test("a lost line is opened again, ever more slowly, and asks for what came after the last thing heard", () => {
  latest().open(WELCOME);
  latest().receive({ say: "event", name: "company-7-typing", payload: {}, at: "e.9" });
  latest().close();
  expect(state()).toBe("reconnecting");
  for (const [pause, sockets] of [[499, 1], [130, 2]]) {
    vi.advanceTimersByTime(pause!);
    expect(FakeSocket.all).toHaveLength(sockets!);
  }
  latest().close();
  vi.advanceTimersByTime(999);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(300);
  latest().open(WELCOME);
  expect(latest().said[0]).toEqual({ say: "hello", token: "t", after: "e.9" });
  expect(state()).toBe("online");
});

test("the network's return is not waited for", () => {
  latest().open(WELCOME);
  latest().close();
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
});

test("a new line by which nothing comes is given up, which is said, and another one opened", () => {
  const [first] = FakeSocket.all;
  vi.advanceTimersByTime(19_999);
  expect([state(), FakeSocket.all.length]).toEqual(["online", 1]);
  vi.advanceTimersByTime(1);
  expect([state(), first!.readyState]).toEqual(["reconnecting", 3]);
  vi.advanceTimersByTime(700);
  latest().open(WELCOME);
  expect([state(), FakeSocket.all.length]).toEqual(["online", 2]);
});

test("a network that goes while the line is being opened is missed at once, and its return not waited for", () => {
  const [first] = FakeSocket.all;
  dispatchEvent(new Event("offline"));
  expect([state(), first!.readyState]).toEqual(["reconnecting", 3]);
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
  // Nor is a line waited for that was begun in the network that was.
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all.map(({ readyState }) => readyState)).toEqual([3, 3, 0]);
  latest().open(WELCOME);
  expect(state()).toBe("online");
});

test("a network that goes and comes while the line is open costs it nothing if it answers", () => {
  latest().open(WELCOME);
  for (const what of ["offline", "online"]) {
    dispatchEvent(new Event(what));
    expect(latest().said.at(-1)).toEqual({ say: "ping" });
    latest().receive({ say: "pong" });
  }
  vi.advanceTimersByTime(17_000);
  expect([state(), FakeSocket.all.length]).toEqual(["online", 1]);
});

test("a socket that cannot be opened twice in a row gives way to a stream", async () => {
  const lines = [`data: ${JSON.stringify(WELCOME)}\n\nda`, `ta: ${JSON.stringify({ say: "pong" })}\n\n`];
  const fetched = vi.fn(async (..._: [string, RequestInit]) =>
    new Response(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()))
  );
  vi.stubGlobal("fetch", fetched);
  latest().close();
  await vi.advanceTimersByTimeAsync(700);
  latest().close();
  await vi.advanceTimersByTimeAsync(1300);
  expect(FakeSocket.all).toHaveLength(2);
  expect(fetched.mock.calls[0]![0]).toBe("/api/events");
  expect(new Headers(fetched.mock.calls[0]![1].headers).get("accept")).toBe("text/event-stream");
});

test("whoever has a stream gets a socket again once there are sockets", async () => {
  let say: (frame: ServerFrame) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      say = (frame) => stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`));
    },
  });
  vi.stubGlobal("fetch", vi.fn(async () => new Response(body)));
  latest().close();
  await vi.advanceTimersByTimeAsync(700);
  latest().close();
  await vi.advanceTimersByTimeAsync(1300);
  say({ ...WELCOME, at: "e.4" });
  const wait = async (minutes: number) => {
    for (let ms = 0; ms < minutes * 60_000; ms += 15_000) {
      await vi.advanceTimersByTimeAsync(15_000);
      say({ say: "pong" });
    }
  };
  await wait(4);
  expect([state(), FakeSocket.all.length]).toEqual(["online", 2]);
  await wait(1);
  latest().close();
  await wait(5);
  expect([state(), FakeSocket.all.length]).toEqual(["online", 4]);
  latest().open();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all.map(({ readyState }) => readyState)).toEqual([3, 3, 3, 3, 0]);
  latest().open(WELCOME);
  expect(latest().said[0]).toEqual({ say: "hello", token: "t", after: "e.4" });
  expect(state()).toBe("online");
});

test("what cannot be opened without a network is no sign that there are no sockets", () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  for (let nth = 0; nth < 4; nth++) {
    latest().close();
    vi.advanceTimersByTime(15_000);
  }
  expect([FakeSocket.all.length, fetched.mock.calls.length]).toEqual([5, 0]);
  vi.restoreAllMocks();
});

test("a line that is just being opened is left alone when somebody looks, an old one begun anew", () => {
  const look = () => document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(4_000);
  look();
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  look();
  expect(FakeSocket.all.map(({ readyState }) => readyState)).toEqual([3, 0]);
});

test("a silence is asked about before the line is given up, for hidden tabs ping late", () => {
  vi.spyOn(globalThis, "setInterval").mockReturnValue(0 as never);
  latest().open(WELCOME);
  vi.restoreAllMocks();
  vi.advanceTimersByTime(45_000);
  expect([state(), latest().said.at(-1)]).toEqual(["online", { say: "ping" }]);
  latest().receive({ say: "pong" });
  vi.advanceTimersByTime(45_000 + 7_999);
  expect(state()).toBe("online");
  vi.advanceTimersByTime(1);
  expect([state(), FakeSocket.all.length]).toEqual(["reconnecting", 1]);
});

test("a ping that nobody answers means that the line is dead", () => {
  latest().open(WELCOME);
  vi.advanceTimersByTime(18_000);
  expect(latest().said.at(-1)).toEqual({ say: "ping" });
  vi.advanceTimersByTime(8_000);
  expect(state()).toBe("reconnecting");
});

test("when too much was missed everything is read anew", () => {
  const resync = vi.fn();
  stops.push(onResync(resync));
  latest().open(WELCOME);
  expect(resync).not.toHaveBeenCalled();
  latest().close();
  vi.advanceTimersByTime(700);
  latest().open({ ...WELCOME, missed: "all" });
  expect(resync).toHaveBeenCalledTimes(1);
});

test("when the way back is found, and only then, what did not come may be asked for again", () => {
  const asked = vi.fn();
  stops.push(onReturn(asked));
  latest().open(WELCOME);
  latest().close();
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(700);
  latest().open({ ...WELCOME, missed: "replayed" });
  expect(asked).toHaveBeenCalledTimes(1);
});

test("what is only replayed after a gap needs no reading anew", () => {
  const resync = vi.fn();
  stops.push(onResync(resync));
  latest().open(WELCOME);
  vi.advanceTimersByTime(5_000);
  latest().close();
  vi.advanceTimersByTime(700);
  latest().open({ ...WELCOME, missed: "replayed" });
  expect(resync).not.toHaveBeenCalled();
});

test("lists wait for the line but not for long, and are read anew when it came too late for them", async () => {
  const resync = vi.fn();
  stops.push(onResync(resync));
  let isReady = false;
  subscribed().then(() => isReady = true);
  await vi.advanceTimersByTimeAsync(600);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isReady).toBe(true);
  latest().open(WELCOME);
  expect(resync).toHaveBeenCalledTimes(1);
});

test("where the place in the stream is known, lists wait for nothing, and nothing is read twice", async () => {
  const resync = vi.fn();
  stops.push(onResync(resync));
  openEvents(7, ended, () => {}, "e.41");
  let isReady = false;
  subscribed().then(() => isReady = true);
  await vi.advanceTimersByTimeAsync(0);
  expect(isReady).toBe(true);
  // However late the line is: what was published meanwhile is repeated.
  await vi.advanceTimersByTimeAsync(5_000);
  latest().open({ say: "welcome", at: "e.44", missed: "replayed" });
  expect(latest().said[0]).toEqual({ say: "hello", token: "t", after: "e.41" });
  expect(resync).not.toHaveBeenCalled();
});

test("a session that the server does not know ends; nothing is tried again", () => {
  latest().open({ say: "refused", error: "ERR_SESSION_EXPIRED" });
  expect(ended).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a token that has run out is renewed, and the line opened with the new one", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ token: "new", user: {} })));
  latest().open({ say: "refused", error: "ERR_TOKEN_EXPIRED" });
  await vi.advanceTimersByTimeAsync(10);
  latest().open();
  expect(latest().said).toEqual([{ say: "hello", token: "new" }]);
});

test("a list that is looked at is joined with the place in the stream, after every return, and left", () => {
  const handler = vi.fn();
  stops.push(onEvent("ContactListItem", handler));
  latest().open(WELCOME);
  const leave = subscribe({ say: "joinContactList", contactListId: 5 });
  expect(latest().said.at(-1)).toEqual({ say: "joinContactList", contactListId: 5, after: "e.1" });
  const payload = { action: "delete", id: 9, contactListId: 5 };
  latest().receive({ say: "event", name: "company-7-ContactListItem-5", payload, at: "e.2" });
  expect(handler.mock.calls).toEqual([[payload]]);
  latest().close();
  vi.advanceTimersByTime(2000);
  latest().open({ say: "welcome", at: "e.2", missed: "none" });
  expect(latest().said.at(-1)).toEqual({ say: "joinContactList", contactListId: 5, after: "e.2" });
  leave();
  expect(latest().said.at(-1)).toEqual({ say: "leaveContactList", contactListId: 5 });
});
