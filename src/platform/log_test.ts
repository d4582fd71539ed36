import { expect, test } from "vitest";
import { sentenceOf } from "./log.ts";

test("whoever sits in front of a command reads sentences", () => {
  const line = (more: object) => JSON.stringify({ level: "warn", time: "2026-11-26T12:00:00.000Z", ...more });
  expect(sentenceOf(line({ msg: "A backup is late" }))).toBe("warn: A backup is late");
  expect(sentenceOf(line({ company: 2, error: "no room", at: "x", msg: "It was not kept" })))
    .toBe("warn: It was not kept: no room (company 2)");
});
