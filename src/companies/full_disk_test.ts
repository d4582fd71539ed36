import { expect, onTestFinished, test } from "vitest";
import { aDataFolder } from "../testing/fixtures.ts";
import { onDisk, sizeOf } from "../testing/small_disk.ts";

test("a company that there is no room for is not there, and its name is free", async () => {
  const data = await aDataFolder(), home = await Deno.makeTempDir(), disk = `${home}/disk`;
  onTestFinished(async () => {
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  });
  await Deno.mkdir(disk);
  const used = Math.ceil(sizeOf(data) / 1_048_576);
  // A command that opens them leaves the log of provider.db; then there is room for some of a company's file.
  const add = `cp -r '${data}'/. '${disk}' && balcao company list --data '${disk}' > '${home}/list'; ` +
    `left=$(df --output=avail -k '${disk}' | tail -1); head -c $(( (left - 700) * 1024 )) /dev/zero > '${disk}/rest'; ` +
    `balcao company add Cheia --data '${disk}'; rm '${disk}/rest'; ls '${disk}'; ` +
    `balcao company list --data '${disk}'; balcao company add Cheia --data '${disk}'`;
  const { out, said } = await onDisk(disk, used + 8, add);
  expect(said).toContain("The disk is full: make room, then try again");
  const lines = out.trim().split("\n");
  expect(lines.filter((line) => line.includes("Cheia"))).toEqual([expect.stringMatching(/^\d\tCheia$/)]);
  expect(lines).not.toContain("4");
}, 60_000);
