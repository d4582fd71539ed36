// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket } from "../testing_socket.ts";
import { Live } from "./live.ts";

const heard = vi.fn(), up = vi.fn(), down = vi.fn();
const latest = () => FakeSocket.all.at(-1)!;
const sockets = () => FakeSocket.all.map(({ readyState }) => readyState);
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  [heard, up, down].forEach((one) => one.mockReset());
  live = new Live({ path: "/live", visitor: "v", heard, up, down });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says who is there, tells what it hears, and gives signs of life", () => {
  latest().open({ say: "welcome" });
  latest().receive({ say: "typing", typing: true });
  vi.advanceTimersByTime(25_000);
  expect(latest().said).toEqual([{ say: "hello", visitor: "v" }, { say: "ping" }]);
  expect([up.mock.calls.length, heard.mock.calls, down.mock.calls.length])
    .toEqual([1, [[{ say: "typing", typing: true }]], 0]);
});

test("a sign of life that nobody answers means that the line is dead: another one is opened", () => {
  latest().open({ say: "welcome" });
  for (let nth = 0; nth < 3; nth++) {
    vi.advanceTimersByTime(25_000);
    latest().receive({ say: "pong" });
  }
  expect(down).not.toHaveBeenCalled();
  vi.advanceTimersByTime(25_000 + 8000);
  expect([down.mock.calls.length, sockets()]).toEqual([1, [3]]);
  vi.advanceTimersByTime(700);
  latest().open({ say: "welcome" });
  expect([up.mock.calls.length, sockets()]).toEqual([2, [3, 1]]);
});

test("a new line by which nothing comes is given up for another one", () => {
  vi.advanceTimersByTime(20_000);
  expect([down.mock.calls.length, sockets()]).toEqual([1, [3]]);
  vi.advanceTimersByTime(700);
  expect(sockets()).toEqual([3, 0]);
});

test("a network that goes while the line is being opened is missed at once, and its return not waited for", () => {
  dispatchEvent(new Event("offline"));
  expect([down.mock.calls.length, sockets()]).toEqual([1, [3]]);
  dispatchEvent(new Event("online"));
  expect(sockets()).toEqual([3, 0]);
  vi.advanceTimersByTime(5000);
  expect(sockets()).toEqual([3, 0]);
});

test("a network that goes and comes while the line is open costs it nothing if it answers", () => {
  latest().open({ say: "welcome" });
  for (const what of ["offline", "online"]) {
    dispatchEvent(new Event(what));
    expect(latest().said.at(-1)).toEqual({ say: "ping" });
    latest().receive({ say: "pong" });
  }
  vi.advanceTimersByTime(20_000);
  expect([down.mock.calls.length, sockets()]).toEqual([0, [1]]);
});

test("a line that closes is opened again, ever more slowly; one that was let go is not", () => {
  latest().close();
  vi.advanceTimersByTime(630);
  latest().close();
  vi.advanceTimersByTime(740);
  expect(sockets()).toEqual([3, 3]);
  vi.advanceTimersByTime(520);
  expect(sockets()).toEqual([3, 3, 0]);
  live.close();
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event("online"));
  expect([sockets(), down.mock.calls.length]).toEqual([[3, 3, 3], 2]);
});
