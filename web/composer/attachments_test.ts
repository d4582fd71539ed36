// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { LARGEST_FILE } from "../../src/shared/limits.ts";
import { sortOut } from "./attachments.ts";

function files(count: number, size = 1): File[] {
  return Array.from(
    { length: count },
    (_, i) => Object.defineProperty(new File([], `${i}.jpg`), "size", { value: size }),
  );
}

describe("what does not fit is told before it is sent", () => {
  const cases: [chosen: number, added: File[], taken: number, tooLarge: number, tooMany: number][] = [
    [0, files(3), 3, 0, 0],
    [28, files(5), 2, 0, 3],
    [30, files(1), 0, 0, 1],
    [0, files(100), 30, 0, 70],
    [0, files(2, LARGEST_FILE + 1), 0, 2, 0],
    [0, files(1, LARGEST_FILE), 1, 0, 0],
    [29, [...files(1, LARGEST_FILE + 1), ...files(1)], 1, 1, 0],
  ];
  test.each(cases)("%#", (chosen, added, taken, tooLarge, tooMany) => {
    const result = sortOut(chosen, added);
    expect([result.taken.length, result.tooLarge.length, result.tooMany]).toEqual([taken, tooLarge, tooMany]);
  });
});
