// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshToken } from "./refresh.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem("token", "old");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refresh that a dead network has swallowed is given up, and asked for anew by whoever comes next", async () => {
  const swallowed = Promise.withResolvers<Response>();
  const fetched = vi.fn(() => swallowed.promise);
  vi.stubGlobal("fetch", fetched);
  const asked = refreshToken("old"), shared = refreshToken("old");
  const outcomes = Promise.allSettled([asked, shared]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcomes).toMatchObject([0, 1].map(() => ({ status: "rejected", reason: { code: "ERR_OFFLINE" } })));
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ token: "new", user: {} })));
  expect(await refreshToken("old")).toBe("new");
  expect([fetched.mock.calls.length, localStorage.getItem("token")]).toEqual([2, "new"]);
});
