import { Buffer } from "node:buffer";
import type { WASocket } from "@whiskeysockets/baileys";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { until } from "../../testing/fixtures.ts";
import { prefetchDevices } from "./prefetch.ts";

type Any = Record<string, unknown>;

/** A socket to a network that knows everybody with one device and a LID, and gives what it is asked for as `answers` says. */
function aSocket(answers: { tokens?: () => Promise<unknown> } = {}) {
  const asked: unknown[][] = [],
    tokens: Record<string, Any> = {},
    lists: Any = {},
    devices = new Map<string, unknown>();
  const lidOf = (jid: string) => `9${jid.split("@")[0]}@lid`;
  const sock = {
    authState: {
      creds: { me: { id: "5511000:3@s.whatsapp.net", lid: "95511000:3@lid" } },
      keys: {
        get: (_: string, ids: string[]) =>
          Object.fromEntries(ids.flatMap((id) => tokens[id] ? [[id, tokens[id]]] : [])),
        set(data: Record<string, Record<string, Any | null>>) {
          Object.assign(lists, data["device-list"]);
          for (const [id, value] of Object.entries(data.tctoken ?? {})) {
            if (value) tokens[id] = value;
            else delete tokens[id];
          }
        },
      },
    },
    ws: { isOpen: true },
    serverProps: { lidTrustedTokenIssueToLid: true },
    userDevicesCache: {
      mget: (users: string[]) => Object.fromEntries(users.map((user) => [user, devices.get(user)])),
      mset: (all: { key: string; value: unknown }[]) => all.forEach(({ key, value }) => devices.set(key, value)),
    },
    signalRepository: {
      lidMapping: {
        storeLIDPNMappings: (pairs: unknown[]) => void asked.push(["pairs", pairs.length]),
        getLIDForPN: lidOf,
        getPNForLID: () => null,
      },
    },
    executeUSyncQuery({ users }: { users: { id: string }[] }) {
      asked.push(["devices", ...users.map(({ id }) => id)]);
      const list = users.map(({ id }) => ({ id, lid: lidOf(id), devices: { deviceList: [{ id: 0 }] } }));
      return Promise.resolve({ list });
    },
    assertSessions: (jids: string[]) => Promise.resolve(void asked.push(["sessions", ...jids])),
    issuePrivacyTokens(jids: string[]) {
      asked.push(["tokens", ...jids]);
      return answers.tokens?.() ?? Promise.resolve();
    },
  };
  return { sock: sock as unknown as WASocket, asked, tokens, lists, devices };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const namesIn = ({ __index: list }: Record<string, Any>) => JSON.parse(String((list as { token: Buffer }).token));

const JOANA = "5511900000001@s.whatsapp.net", RUI = "5511900000002@s.whatsapp.net";

test("strangers are asked for together, and whom the library knows then is asked for no more", async () => {
  const { sock, asked, lists, devices } = aSocket();
  await prefetchDevices(sock, [JOANA, RUI]);
  expect(asked).toEqual([
    ["devices", JOANA, RUI],
    ["pairs", 2],
    ["sessions", JOANA, RUI],
    ["tokens", "95511900000001@lid", "95511900000002@lid"],
  ]);
  expect(lists).toEqual({ "5511900000001": ["0"], "5511900000002": ["0"] });
  expect(devices.get("5511900000002")).toMatchObject([{ user: "5511900000002", device: 0, server: "s.whatsapp.net" }]);
  asked.length = 0;
  await prefetchDevices(sock, [JOANA, RUI]);
  await prefetchDevices(sock, []);
  expect(asked).toEqual([]);
});

test("a token is given once, and what the library has noted of others stays", async () => {
  const { sock, asked, tokens } = aSocket();
  const old = { token: Buffer.from("x"), timestamp: "1", senderTimestamp: 5 };
  Object.assign(tokens, {
    "95511900000001@lid": old,
    __index: { token: Buffer.from(JSON.stringify(["95511900000001@lid"])) },
  });
  await prefetchDevices(sock, [JOANA, RUI]);
  expect(asked.at(-1)).toEqual(["tokens", "95511900000002@lid"]);
  expect(tokens["95511900000001@lid"]).toBe(old);
  expect(tokens["95511900000002@lid"]).toMatchObject({ senderTimestamp: expect.any(Number) });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(namesIn(tokens)).toEqual(["95511900000001@lid", "95511900000002@lid"]);
});

test("the list of all whose tokens there are is written once for many, and not for a line that is gone", async () => {
  const { sock, tokens } = aSocket();
  const written = vi.spyOn(sock.authState.keys, "set");
  await prefetchDevices(sock, [JOANA]);
  await vi.advanceTimersByTimeAsync(29_000);
  await prefetchDevices(sock, [RUI]);
  expect(tokens.__index).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(namesIn(tokens)).toEqual(["95511900000001@lid", "95511900000002@lid"]);
  expect(written.mock.calls.filter(([{ tctoken }]) => tctoken && "__index" in tctoken)).toHaveLength(1);
  const gone = aSocket();
  Object.assign(gone.sock.ws, { isOpen: false });
  await prefetchDevices(gone.sock, [JOANA]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(Object.keys(gone.tokens)).toEqual(["95511900000001@lid"]);
});

test("a network that does not take the tokens holds nothing up, they are given another time, and what others gave us stays", async () => {
  vi.useRealTimers();
  const refused = Promise.withResolvers<never>();
  const { sock, tokens, devices } = aSocket({ tokens: () => refused.promise });
  await prefetchDevices(sock, [JOANA, RUI]);
  expect([devices.size, Object.keys(tokens)]).toEqual([2, ["95511900000001@lid", "95511900000002@lid"]]);
  // Rui gives us his in the meantime.
  const his = { token: Buffer.from("x"), timestamp: "1" };
  Object.assign(tokens["95511900000002@lid"]!, his);
  refused.reject(new Error("timed out"));
  await until(() => !tokens["95511900000001@lid"]);
  expect(tokens["95511900000002@lid"]).toEqual(his);
});
