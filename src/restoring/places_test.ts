import { expect, onTestFinished, test } from "vitest";
import { asides, newAsidePlace } from "./places.ts";

test("what was put aside last is the newest, also when the clock was set back by an hour", async () => {
  const folder = await Deno.makeTempDir(), now = Date.now(), HOUR = 3_600_000;
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  const put = async (companyId: number, at: number) => {
    const place = newAsidePlace(folder, companyId, at);
    await Deno.mkdir(place, { recursive: true });
    return place;
  };
  expect(await put(2, now)).toBe(`${folder}/aside/2.${now}`);
  const other = await put(3, now + HOUR), later = await put(2, now - HOUR), last = await put(2, now - HOUR);
  expect(asides(folder).filter(({ companyId }) => companyId === 2).map(({ path }) => path)).toEqual([
    last,
    later,
    `${folder}/aside/2.${now}`,
  ]);
  expect(other).toBe(`${folder}/aside/3.${now + HOUR}`);
});
