import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { base32, codeAt, matchingStep, stepOf } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("%i s after 1970 the code is that of RFC 6238, appendix B", (seconds, code) => {
  expect(codeAt(SECRET, stepOf(seconds * 1000))).toBe(code);
});

test("a clock may be a step ahead or behind, and no code counts twice", () => {
  const now = 1_234_567_890_000, today = stepOf(now);
  const match = (step: number, lastStep = 0) => matchingStep(SECRET, codeAt(SECRET, step), { now, lastStep });
  expect([-2, -1, 0, 1, 2].map((off) => match(today + off) !== undefined)).toEqual([false, true, true, true, false]);
  expect(match(today, today)).toBeUndefined();
  expect(match(today - 1, today)).toBeUndefined();
  expect(match(today + 1, today)).toBe(today + 1);
  expect(["", "0", "5924", "0059240"].map((code) => matchingStep(SECRET, code, { now, lastStep: 0 }))).toEqual(
    Array(4).fill(undefined),
  );
});

test.each([["", ""], ["f", "MY"], ["fo", "MZXQ"], ["foo", "MZXW6"], ["foob", "MZXW6YQ"], ["foobar", "MZXW6YTBOI"]])(
  "%s in base 32 is that of RFC 4648, §10",
  (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  },
);
