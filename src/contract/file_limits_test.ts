import { expect, test } from "vitest";
import { largestFileAt } from "./file_limits.ts";

test.each(
  [
    ["linked", "video/mp4", Infinity],
    ["webchat", "application/pdf", Infinity],
    ["cloud", "image/jpeg", 5_000_000],
    ["cloud", "image/gif", Infinity],
    ["cloud", "video/mp4", 16_000_000],
    ["cloud", "video/quicktime", Infinity],
    ["cloud", "audio/ogg; codecs=opus", 16_000_000],
    ["cloud", "application/pdf", Infinity],
    ["facebook", "application/pdf", 25_000_000],
    ["instagram", "image/png", 8_000_000],
    ["instagram", "video/mp4", 25_000_000],
  ] as const,
)("by %s a file of %s may have %d bytes", (kind, mimetype, most) => {
  expect(largestFileAt(kind, mimetype)).toBe(most);
});
