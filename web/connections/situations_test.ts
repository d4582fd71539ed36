import { expect, test } from "vitest";
import { ACTIONS, numberText, wordsOf } from "./situations.ts";

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

test.each([
  ["551134567800", "+55 11 3456-7800"],
  ["5511987654321", "+55 11 98765-4321"],
  ["14155550100", "+14155550100"],
])("%s is written %s", (number, written) => expect(numberText({ number })).toBe(written));
