// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import {
  asMessage,
  changeOutgoing,
  dropOutgoing,
  nextToSend,
  NOTHING_BESIDE,
  type Outgoing,
  restored,
  unconfirmed,
} from "./outgoing.ts";
import { aMessage } from "../../tickets/testing.ts";

function anOutgoing(localId: string, change: Partial<Outgoing> = {}): Outgoing {
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
  const cases: [string, Outgoing[], string | undefined][] = [
    ["the oldest first", [anOutgoing("a"), anOutgoing("b")], "a"],
    ["none while one is on its way", [anOutgoing("a", { state: "sending" }), anOutgoing("b")], undefined],
    ["a failed one holds nobody up", [anOutgoing("a", { state: "failed" }), anOutgoing("b")], "b"],
    ["what waited for the network keeps its turn", [anOutgoing("a", { state: "held" }), anOutgoing("b")], "a"],
    ["another ticket's don't count", [anOutgoing("a", { ticketId: 2, state: "sending" }), anOutgoing("b")], "b"],
    ["what may still be taken back holds the rest up", [
      anOutgoing("a", { leaves: "2026-11-20T12:00:02.000Z" }),
      anOutgoing("b"),
    ], undefined],
    ["what may no longer", [anOutgoing("a", { leaves: "2026-11-20T12:00:01.000Z" })], "a"],
    ["nothing left", [anOutgoing("a", { state: "failed" })], undefined],
  ];
  test.each(cases)(
    "%s",
    (_says, all, localId) => expect(nextToSend(all, 1, new Date("2026-11-20T12:00:01.000Z"))?.localId).toBe(localId),
  );
});

test("a message is shown once: as outgoing until the thread holds it, whoever tells first", () => {
  const all = [anOutgoing("a"), anOutgoing("b")];
  expect(unconfirmed(all, 1, [aMessage({ localId: "a" })]).map((one) => one.localId)).toEqual(["b"]);
  expect(unconfirmed(all, 1, [aMessage()])).toHaveLength(2);
});

test("trying again keeps the local id, so that it isn't sent twice", () => {
  const all = changeOutgoing([anOutgoing("a", { state: "failed", failure: "ERR_INTERNAL" })], "a", {
    state: "waiting",
  });
  expect(all[0]).toMatchObject({ localId: "a", state: "waiting" });
  expect(dropOutgoing(all, "a")).toEqual([]);
});

describe("what an earlier page load left behind", () => {
  const now = new Date("2026-11-20T12:05:00.000Z");
  const cases: [string, Partial<Outgoing>, Outgoing["state"] | undefined][] = [
    ["goes out again when it is recent", { state: "sending" }, "waiting"],
    ["asks first when it is old", { at: "2026-11-20T09:00:00.000Z" }, "failed"],
    ["stays failed", { state: "failed" }, "failed"],
    ["isn't sent in somebody else's name", { userId: 8 }, undefined],
  ];
  test.each(cases)("%s", (_says, change, state) => {
    expect(restored([anOutgoing("a", change)], 7, now)[0]?.state).toBe(state);
  });
});

describe("the bubble of an outgoing message", () => {
  test("shows the clock, and turns red when it fails", () => {
    expect(asMessage(anOutgoing("a"))).toMatchObject({ ack: 0, fromMe: true, localId: "a" });
    expect(asMessage(anOutgoing("a", { state: "failed", failure: "ERR_TICKET_NOT_OPEN" }))).toMatchObject({ ack: -1 });
  });

  const kinds: [string, string][] = [
    ["image/png", "image"],
    ["video/mp4", "video"],
    ["audio/ogg", "audio"],
    ["application/pdf", "document"],
    ["", "document"],
  ];
  test.each(kinds)("a file of type %j is shown as %s", (type, kind) => {
    expect(asMessage(anOutgoing("a", { file: new File(["x"], "f", { type }) })).kind).toBe(kind);
  });
});
