import { expect, test } from "vitest";
import { allZones, zoneToday } from "./time_zones.ts";

test.each([
  ["America/Sao_Paulo", "America/Sao_Paulo"],
  ["america/sao_paulo", "America/Sao_Paulo"],
  ["Brazil/East", "America/Sao_Paulo"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Europe/Kiev", "Europe/Kyiv"],
])("the time zone %s is called %s today", (written, name) => expect(zoneToday(written)).toBe(name));

test("each time zone is listed once, by a name that clocks know", () => {
  const zones = allZones();
  expect(zones).toContain("America/Argentina/Buenos_Aires");
  expect(zones).not.toContain("America/Buenos_Aires");
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.map(zoneToday)).toEqual(zones);
});

test("what is no time zone is refused", () => expect(() => zoneToday("Mars/Phobos")).toThrow(RangeError));
