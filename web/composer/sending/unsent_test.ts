// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import {
  asMessage,
  changeUnsent,
  dropUnsent,
  isRefusedForGood,
  nextToSend,
  NOTHING_BESIDE,
  restored,
  unconfirmed,
  type UnsentMessage,
} from "./unsent.ts";
import { aMessage } from "../../tickets/testing.ts";

function anUnsent(localId: string, change: Partial<UnsentMessage> = {}): UnsentMessage {
  return {
    localId,
    ticketId: 1,
    userId: 7,
    body: "Oi",
    typed: "Oi",
    quoted: null,
    ...NOTHING_BESIDE,
    state: "waiting",
    failure: null,
    progress: 0,
    at: "2026-11-20T12:00:00.000Z",
    leaves: null,
    ...change,
  };
}

describe("messages of one ticket leave one after the other", () => {
  const cases: [string, UnsentMessage[], string | undefined][] = [
    ["the oldest first", [anUnsent("a"), anUnsent("b")], "a"],
    ["none while one is on its way", [anUnsent("a", { state: "sending" }), anUnsent("b")], undefined],
    ["a failed one holds nobody up", [anUnsent("a", { state: "failed" }), anUnsent("b")], "b"],
    ["what waited for the network keeps its turn", [anUnsent("a", { state: "held" }), anUnsent("b")], "a"],
    ["another ticket's don't count", [anUnsent("a", { ticketId: 2, state: "sending" }), anUnsent("b")], "b"],
    ["what may still be taken back holds the rest up", [
      anUnsent("a", { leaves: "2026-11-20T12:00:02.000Z" }),
      anUnsent("b"),
    ], undefined],
    ["what may no longer", [anUnsent("a", { leaves: "2026-11-20T12:00:01.000Z" })], "a"],
    ["nothing left", [anUnsent("a", { state: "failed" })], undefined],
  ];
  test.each(cases)(
    "%s",
    (_says, all, localId) => expect(nextToSend(all, 1, new Date("2026-11-20T12:00:01.000Z"))?.localId).toBe(localId),
  );
});

test("a message is shown once: as unsent until the thread holds it, whoever tells first", () => {
  const all = [anUnsent("a"), anUnsent("b")];
  expect(unconfirmed(all, 1, [aMessage({ localId: "a" })]).map((one) => one.localId)).toEqual(["b"]);
  expect(unconfirmed(all, 1, [aMessage()])).toHaveLength(2);
});

test.each([
  ["ERR_FILE_TYPE", true],
  ["ERR_FILE_TOO_LARGE", true],
  ["ERR_META_FILE", true],
  ["ERR_STORAGE_LIMIT", false],
  ["ERR_TICKET_NOT_OPEN", false],
  ["ERR_INTERNAL", false],
  ["ERR_NOT_SENT", false],
  [null, false],
])("what failed with %s is refused for good: %s", (failure, isForGood) => {
  expect(isRefusedForGood({ failure })).toBe(isForGood);
});

test("trying again keeps the local id, so that it isn't sent twice", () => {
  const all = changeUnsent([anUnsent("a", { state: "failed", failure: "ERR_INTERNAL" })], "a", {
    state: "waiting",
  });
  expect(all[0]).toMatchObject({ localId: "a", state: "waiting" });
  expect(dropUnsent(all, "a")).toEqual([]);
});

describe("what an earlier page load left behind", () => {
  const now = new Date("2026-11-20T12:05:00.000Z");
  const cases: [string, Partial<UnsentMessage>, UnsentMessage["state"] | undefined][] = [
    ["goes out again when it is recent", { state: "sending" }, "waiting"],
    ["asks first when it is old", { at: "2026-11-20T09:00:00.000Z" }, "failed"],
    ["stays failed", { state: "failed" }, "failed"],
    ["isn't sent in somebody else's name", { userId: 8 }, undefined],
  ];
  test.each(cases)("%s", (_says, change, state) => {
    expect(restored([anUnsent("a", change)], 7, now)[0]?.state).toBe(state);
  });
});

describe("the bubble of an unsent message", () => {
  test("shows the clock, and turns red when it fails", () => {
    expect(asMessage(anUnsent("a"))).toMatchObject({ ack: 0, fromMe: true, localId: "a" });
    expect(asMessage(anUnsent("a", { state: "failed", failure: "ERR_TICKET_NOT_OPEN" }))).toMatchObject({ ack: -1 });
  });

  const kinds: [string, string][] = [
    ["image/png", "image"],
    ["video/mp4", "video"],
    ["audio/ogg", "audio"],
    ["application/pdf", "document"],
    ["", "document"],
  ];
  test.each(kinds)("a file of type %j is shown as %s", (type, kind) => {
    expect(asMessage(anUnsent("a", { file: new File(["x"], "f", { type }) })).kind).toBe(kind);
  });
});
