import { describe, expect, test } from "vitest";
import { clockText, lengthText, sizeText } from "./sizes.ts";

describe("sizes as people read them", () => {
  const cases: [number, string][] = [
    [0, "0 B"],
    [999, "999 B"],
    [184_300, "184 kB"],
    [1_800_000, "1,8 MB"],
    [64 * 1024 * 1024, "67,1 MB"],
    [250_000_000, "250 MB"],
    [2_400_000_000, "2,4 GB"],
  ];
  test.each(cases)("%i bytes", (bytes, text) => expect(sizeText(bytes, "pt-BR")).toBe(text.replace(" ", "\u00a0")));
});

describe("lengths", () => {
  test.each([[0, "0:00"], [9.7, "0:09"], [61, "1:01"], [3600, "60:00"]])("%d s", (seconds, text) => {
    expect(lengthText(seconds)).toBe(text);
  });

  test.each([[0, "00:00"], [61, "01:01"], [600, "10:00"]])("%d s on a clock", (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
});
