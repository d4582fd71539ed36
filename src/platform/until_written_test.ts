import { expect, test } from "vitest";
import { untilWritten } from "./until_written.ts";

test("what was read is remembered until its file is written, and what was missing is looked for each time", () => {
  const file = { writes: 0 }, remembered = untilWritten<string | undefined>();
  let reads = 0;
  const read = (answer?: string) => remembered(file, "ana", () => (reads++, answer));
  expect([read(), read("Ana"), read("Anna"), reads]).toEqual([undefined, "Ana", "Ana", 2]);
  file.writes++;
  expect([read("Anna"), reads]).toEqual(["Anna", 3]);
});
