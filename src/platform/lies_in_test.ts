import { afterAll, beforeAll, expect, test } from "vitest";
import { liesIn, nearestThere } from "./lies_in.ts";

let home: string;
beforeAll(async () => {
  home = await Deno.makeTempDir({ prefix: "balcao-lies-" });
  Deno.mkdirSync(`${home}/data/2`, { recursive: true });
  Deno.mkdirSync(`${home}/data-of-others`);
  Deno.symlinkSync(`${home}/data`, `${home}/link`);
});
afterAll(async () => await Deno.remove(home, { recursive: true }));

test.each([
  ["the folder itself", "data", true],
  ["what is there in it", "data/2", true],
  ["what is not there yet", "data/9/media", true],
  ["by a link", "link/9", true],
  ["out of it again", "data/../data-of-others/9", false],
  ["a folder whose name begins alike", "data-of-others", false],
  ["the one above it", "", false],
])("%s", (_, path, isIn) => {
  expect(liesIn(`${home}/${path}`, `${home}/data`)).toBe(isIn);
  expect(liesIn(`${home}/${path}`, `${home}/link`)).toBe(isIn);
});

test("the nearest that is there", () => {
  expect(nearestThere(`${home}/data/9/media`)).toBe(`${home}/data`);
  expect(nearestThere(`${home}/data/2`)).toBe(`${home}/data/2`);
});
