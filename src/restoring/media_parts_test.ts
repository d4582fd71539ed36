import { expect, onTestFinished, test, vi } from "vitest";
import type { Clock } from "../app/job.ts";
import { removeLeftovers } from "../app/leftovers.ts";
import { TIDYING } from "../app/tidying.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { Tenants } from "../platform/tenants.ts";
import { forgetMediaParts } from "./media_parts.ts";

const HOUR = 3_600_000;

async function aFolder() {
  const data = await aDataFolder(), tenants = new Tenants(data), media = `${data}/2/media`;
  onTestFinished(async () => {
    tenants.close();
    await Deno.remove(data, { recursive: true });
  });
  return { data, tenants, media, left: () => [...Deno.readDirSync(media)].map(({ name }) => name).sort() };
}

test("half a file that a killed command has left goes after an hour, also under the old time of what it is a name of", async () => {
  const { data, tenants, media, left } = await aFolder();
  await Deno.writeTextFile(`${media}/whole`, "whole");
  await Deno.utime(`${media}/whole`, 1, 1);
  await Deno.link(`${media}/whole`, `${media}/whole.part`);
  await Deno.writeTextFile(`${media}/half.part`, "ha");
  // A company whose folder of media somebody has deleted keeps back no other.
  await Deno.remove(`${data}/1/media`, { recursive: true });
  await forgetMediaParts(tenants, Date.now());
  expect(left()).toEqual(["half.part", "whole", "whole.part"]);
  await forgetMediaParts(tenants, Date.now() + HOUR + 1000);
  expect(left()).toEqual(["whole"]);
});

test("it goes by night, and no start waits until all folders of media were read", async () => {
  const { tenants, media, left } = await aFolder(), later = Date.now() + 2 * HOUR;
  vi.useFakeTimers({ toFake: ["Date"], now: later });
  onTestFinished(() => void vi.useRealTimers());
  await Deno.writeTextFile(`${media}/half.part`, "ha");
  await removeLeftovers(tenants);
  expect(left()).toEqual(["half.part"]);
  const night = TIDYING.find(({ name }) => name.startsWith("delete what was left in folders of media"))!;
  await night.run({ tenants } as Clock, new Date(later));
  expect(left()).toEqual([]);
});
