import { expect, test } from "vitest";
import { dayIn, momentIn, startOfDay } from "./clock.ts";

const iso = (timeZone: string, written: string) => new Date(momentIn(timeZone, written)).toISOString();

test.each([
  ["America/Sao_Paulo", "2026-11-21 10:00:00", "2026-11-21T13:00:00.000Z"],
  ["America/Sao_Paulo", "2026-11-21T23:59", "2026-11-22T02:59:00.000Z"],
  ["America/Noronha", "2026-11-21 10:00", "2026-11-21T12:00:00.000Z"],
  ["Asia/Kathmandu", "2026-11-21 10:00:30", "2026-11-21T04:15:30.000Z"],
  ["UTC", "2026-11-21 10:00:00", "2026-11-21T10:00:00.000Z"],
  ["America/Sao_Paulo", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"],
  ["America/Sao_Paulo", "2026-11-21T10:00:00+01:00", "2026-11-21T09:00:00.000Z"],
  // Another day in UTC.
  ["America/Sao_Paulo", "2028-02-29T23:30:00.500-03:00", "2028-03-01T02:30:00.500Z"],
  ["America/Sao_Paulo", "2027-03-01 00:30+02:00", "2027-02-28T22:30:00.000Z"],
  // The clocks of Lisbon go forward at 01:00 on 28 March 2027 and back at 02:00 on 31 October.
  ["Europe/Lisbon", "2027-03-28 00:59:00", "2027-03-28T00:59:00.000Z"],
  ["Europe/Lisbon", "2027-03-28 01:30:00", "2027-03-28T01:30:00.000Z"],
  ["Europe/Lisbon", "2027-03-28 02:00:00", "2027-03-28T01:00:00.000Z"],
  ["Europe/Lisbon", "2027-10-31 01:30:00", "2027-10-31T00:30:00.000Z"],
])("clocks in %s show %s at %s", (timeZone, written, moment) => {
  expect(iso(timeZone, written)).toBe(moment);
});

test.each([
  "2031-02-30 10:00",
  "2031-13-01 10:00",
  "2031-01-01 25:00",
  "soon",
  "2027-02-30T10:00:00Z",
  "2027-02-29T10:00:00.000Z",
  "2027-02-30 10:00:00-03:00",
  "2027-04-31T23:30:00-03:00",
  "2027-06-31T00:30:00+02:00",
  "2027-13-01T10:00:00Z",
  "2027-01-01T24:00:00Z",
])("%s is no time", (written) => {
  expect(momentIn("America/Sao_Paulo", written)).toBeNaN();
});

test("a day begins when the clocks of its zone show it", () => {
  const start = startOfDay("America/Sao_Paulo", "2026-11-21");
  expect(new Date(start).toISOString()).toBe("2026-11-21T03:00:00.000Z");
  expect([dayIn("America/Sao_Paulo", new Date(start - 1)), dayIn("America/Sao_Paulo", new Date(start))]).toEqual([
    "2026-11-20",
    "2026-11-21",
  ]);
});
