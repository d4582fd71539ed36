import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { areOnOneDisk, liesIn, nearestThere } from "./where_folders_lie.ts";

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
])("%s", async (_, path, isIn) => {
  expect(await liesIn(`${home}/${path}`, `${home}/data`)).toBe(isIn);
  expect(await liesIn(`${home}/${path}`, `${home}/link`)).toBe(isIn);
});

test("a folder that is not there has nothing in it", async () => {
  expect(await liesIn(`${home}/data`, `${home}/unmounted`)).toBe(false);
});

test("the nearest that is there", () => {
  expect(nearestThere(`${home}/data/9/media`)).toBe(`${home}/data`);
  expect(nearestThere(`${home}/data/2`)).toBe(`${home}/data/2`);
});

test("two folders on one disk, on two, and one that is not there", async () => {
  const other = await Deno.makeTempDir({ dir: "/dev/shm" });
  onTestFinished(() => Deno.removeSync(other));
  expect(await areOnOneDisk(`${home}/data`, `${home}/link`)).toBe(true);
  expect(await areOnOneDisk(`${home}/data`, other)).toBe(false);
  expect(await areOnOneDisk(`${home}/data`, `${home}/unmounted`)).toBe(false);
});

test("a disk that does not answer holds nobody up, and only one question waits for it", async () => {
  const stat = vi.spyOn(Deno, "stat").mockImplementation(() => new Promise(() => {}));
  onTestFinished(() => stat.mockRestore());
  expect(await Promise.all([1, 2].map(() => areOnOneDisk(`${home}/data`, "/hangs")))).toEqual([false, false]);
  expect(await areOnOneDisk(`${home}/data`, "/hangs")).toBe(false);
  expect(stat).toHaveBeenCalledTimes(2);
});
