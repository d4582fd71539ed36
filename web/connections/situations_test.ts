import { expect, test } from "vitest";
import { ACTIONS, wordsOf } from "./situations.ts";

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
