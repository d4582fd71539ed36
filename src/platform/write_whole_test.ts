import { expect, test } from "vitest";
import { writeWhole } from "./write_whole.ts";

test("a name without a folder is written where one works", () => {
  const folder = Deno.makeTempDirSync(), before = Deno.cwd();
  Deno.chdir(folder);
  try {
    writeWhole("key", new Uint8Array([1, 2, 3]));
  } finally {
    Deno.chdir(before);
  }
  expect([...Deno.readDirSync(folder)].map(({ name }) => name)).toEqual(["key"]);
  expect([...Deno.readFileSync(`${folder}/key`)]).toEqual([1, 2, 3]);
  Deno.removeSync(folder, { recursive: true });
});
