import { expect, test } from "vitest";
import { lidCache } from "./lid_cache.ts";

test("who is who is remembered of the last thousands alone, and no timer is set for anybody", () => {
  const cache = lidCache();
  for (let nth = 0; nth < 10_000; nth++) cache.set(`pn:${nth}`, `${nth}`);
  expect([0, 5999, 6000, 9999].map((nth) => cache.get(`pn:${nth}`))).toEqual([undefined, undefined, "6000", "9999"]);
  cache.set("pn:6000", "other");
  cache.set("pn:new", "1");
  expect([cache.get("pn:6000"), cache.get("pn:6001")]).toEqual(["other", undefined]);
  cache.clear();
  expect(cache.get("pn:9999")).toBeUndefined();
});
