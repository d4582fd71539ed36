// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connections } from "../src/contract/connections.ts";
import { messages } from "../src/contract/messages.ts";
import { tickets } from "../src/contract/tickets.ts";
import { call, CallError } from "./call.ts";
import { noteComeback } from "./comebacks.ts";
import { listenToSession } from "./refresh.ts";
import { requestOf } from "./request.ts";

const ME = { id: 1 };
let asked: { path: string; token: string | null }[];
let answers: Record<string, (token: string | null) => [status: number, body: unknown] | Promise<never>>;
let ended: CallError[];

beforeEach(() => {
  localStorage.setItem("token", "old");
  asked = [];
  ended = [];
  listenToSession({ refreshed() {}, ended: (why) => ended.push(why), owes() {} });
  answers = {
    "/api/auth/refresh_token": () => [200, { token: "new", user: ME }],
    "/api/whatsapp/": (token) => token === "Bearer new" ? [200, []] : [403, { error: "ERR_TOKEN_EXPIRED" }],
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const token = new Headers(init.headers).get("authorization");
    asked.push({ path: address, token });
    const [status, body] = await answers[address]!(token);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a token that has run out is renewed once, and the call is made again with the new one", async () => {
  expect(await call(connections.list)).toEqual([]);
  expect(asked.map(({ path }) => path)).toEqual(["/api/whatsapp/", "/api/auth/refresh_token", "/api/whatsapp/"]);
  expect(localStorage.getItem("token")).toBe("new");
});

test("calls that run out at the same time share one renewal", async () => {
  await Promise.all([call(connections.list), call(connections.list), call(connections.list)]);
  expect(asked.filter(({ path }) => path.endsWith("refresh_token"))).toHaveLength(1);
});

test("a token that another tab has renewed meanwhile is taken without asking the server", async () => {
  answers["/api/whatsapp/"] = (token) => {
    if (token === "Bearer new") return [200, []];
    localStorage.setItem("token", "new");
    return [403, { error: "ERR_TOKEN_EXPIRED" }];
  };
  await call(connections.list);
  expect(asked.map(({ path }) => path)).toEqual(["/api/whatsapp/", "/api/whatsapp/"]);
});

test("a 403 that is no run-out token is not tried again", async () => {
  answers["/api/whatsapp/"] = () => [403, { error: "ERR_NO_PERMISSION" }];
  await expect(call(connections.list)).rejects.toMatchObject({ code: "ERR_NO_PERMISSION", status: 403 });
  expect(asked).toHaveLength(1);
  expect(ended).toHaveLength(0);
});

test("an ended session is told, whether the call or its renewal hears of it", async () => {
  answers["/api/whatsapp/"] = () => [401, { error: "ERR_SESSION_EXPIRED" }];
  await expect(call(connections.list)).rejects.toMatchObject({ code: "ERR_SESSION_EXPIRED" });
  expect(ended).toHaveLength(1);

  answers["/api/whatsapp/"] = () => [403, { error: "ERR_TOKEN_EXPIRED" }];
  answers["/api/auth/refresh_token"] = () => [401, { error: "ERR_SESSION_EXPIRED" }];
  await expect(call(connections.list)).rejects.toMatchObject({ status: 401 });
  expect(ended).toHaveLength(2);
});

test.each(
  [
    ["no network", () => Promise.reject(new TypeError("Failed to fetch")), "ERR_OFFLINE"],
    ["a proxy without a server behind it", () => [502, "<html>Bad gateway</html>"], "ERR_OFFLINE"],
    ["an answer that is not ours", () => [500, "oops"], "ERR_UNKNOWN"],
    ["a page in the place of an answer", () => [200, "<!doctype html>"], "ERR_UNKNOWN"],
    ["a refusal of ours", () => [409, { error: "ERR_OTHER_OPEN_TICKET" }], "ERR_OTHER_OPEN_TICKET"],
    ["a refusal in plain words", () => [400, '"Nome em uso"'], "Nome em uso"],
  ] as const,
)("%s has a code", async (_, answer, code) => {
  answers["/api/whatsapp/"] = answer as never;
  await expect(call(connections.list)).rejects.toMatchObject({ code });
});

test("an input is spread over path, query and body", () => {
  expect(requestOf(tickets.list, { queueIds: [1, 2], showAll: true, status: undefined })).toEqual({
    address: "/api/tickets?showAll=true&queueIds=%5B1%2C2%5D",
    body: undefined,
  });
  expect(requestOf(tickets.change, { id: 5, status: "open", userId: null })).toEqual({
    address: "/api/tickets/5",
    body: { status: "open", userId: null },
  });
  expect(requestOf(tickets.showByUuid, { uuid: "a/b" })).toEqual({ address: "/api/tickets/u/a%2Fb", body: undefined });
  expect(requestOf(messages.send, { ticketId: 3, body: "Olá" })).toEqual({
    address: "/api/messages/3",
    body: { body: "Olá" },
  });
});

test("a question that was lost with a line that has come back by now is asked once more, an order is not", async () => {
  const lost = vi.fn(() => {
    noteComeback();
    return Promise.reject(new TypeError("fetch failed"));
  });
  answers["/api/whatsapp/"] = () => lost.mock.calls.length < 1 ? lost() : [200, []];
  expect(await call(connections.list)).toEqual([]);
  expect(lost).toHaveBeenCalledTimes(1);
  answers["/api/whatsapp/"] = lost;
  await expect(call(connections.list)).rejects.toMatchObject({ code: "ERR_OFFLINE" });
  expect(lost).toHaveBeenCalledTimes(3);
  answers["/api/tickets/7/read"] = lost;
  await expect(call(tickets.markRead, { id: 7 })).rejects.toMatchObject({ code: "ERR_OFFLINE" });
  expect(lost).toHaveBeenCalledTimes(4);
});

test("a question that fails while the line is away is left to whoever asks again", async () => {
  answers["/api/whatsapp/"] = () => Promise.reject(new TypeError("fetch failed"));
  await expect(call(connections.list)).rejects.toMatchObject({ code: "ERR_OFFLINE" });
  expect(asked).toHaveLength(1);
});
