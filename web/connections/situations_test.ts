import { expect, test } from "vitest";
import { ACTIONS, actionsOf, wordsOf } from "./situations.ts";

test("each status offers what the specification names (2 §4)", () => {
  expect(ACTIONS).toEqual({
    DISCONNECTED: ["start", "relink"],
    OPENING: ["connecting"],
    qrcode: ["showCode"],
    CONNECTED: ["stop"],
    PAIRING: ["stop"],
    TIMEOUT: ["stop"],
  });
});

test("only what goes on trying is said to go on trying", () => {
  expect(wordsOf({ situation: "unreachable", status: "TIMEOUT" }).reason!.message).toBe("tentando de novo");
  expect(wordsOf({ situation: "unreachable", status: "DISCONNECTED" }).reason!.message).toBe("a rede não respondeu");
  expect(wordsOf({ situation: "banned", status: "DISCONNECTED" }).word.message).toBe("Bloqueado");
});

test("an account at Meta offers no code to scan, and a new token first where only that helps", () => {
  for (const kind of ["cloud", "facebook", "instagram"] as const) {
    expect(actionsOf({ kind, status: "CONNECTED", situation: "connected" })).toEqual(["stop", "account"]);
    expect(actionsOf({ kind, status: "DISCONNECTED", situation: "disconnected_by_admin" })).toEqual([
      "start",
      "account",
    ]);
    for (const situation of ["token_missing", "token_refused"] as const) {
      expect(actionsOf({ kind, status: "DISCONNECTED", situation })).toEqual(["account", "start"]);
    }
    const { advice } = wordsOf({ kind, status: "DISCONNECTED", situation: "disconnected_by_admin" });
    expect(advice.message).not.toMatch(/QR/);
  }
  expect(actionsOf({ kind: "linked", status: "DISCONNECTED", situation: "new" })).toEqual(["start", "relink"]);
});
