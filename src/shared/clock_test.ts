import { differenceInMinutes } from "date-fns/differenceInMinutes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  dayAfter,
  dayIn,
  daysBetween,
  firstOfMonth,
  hourIn,
  isDay,
  type Moment,
  momentIn,
  shownIn,
  startOfDay,
} from "./clock.ts";

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

// A person's computer is set to where they are, which need not be where the company is.
describe.each(["UTC", "America/Sao_Paulo", "Pacific/Apia"])("on a machine in %s, the odd days of the world", (zone) => {
  const own = Deno.env.get("TZ");
  beforeAll(() => Deno.env.set("TZ", zone));
  afterAll(() => own === undefined ? Deno.env.delete("TZ") : Deno.env.set("TZ", own));

  test("the machine is where it says", () => {
    expect(new Date(2026, 0, 1).getTime()).toBe(startOfDay(zone, "2026-01-01"));
  });

  test.each([
    // The usual day, and zones that are not set off by whole hours.
    ["America/Sao_Paulo", "2026-11-21", "2026-11-21T03:00:00.000Z", "00:00", 24],
    ["Asia/Kathmandu", "2026-11-21", "2026-11-20T18:15:00.000Z", "00:00", 24],
    // Kathmandu went from 5:30 to 5:45 ahead at the beginning of 1986.
    ["Asia/Kathmandu", "1986-01-01", "1985-12-31T18:30:00.000Z", "00:15", 23.75],
    // São Paulo's clocks went from midnight to 01:00, and back from midnight to 23:00 of the day before.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "01:00", 23],
    ["America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00.000Z", "00:00", 25],
    ["America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00.000Z", "00:00", 24],
    // Lord Howe changes by half an hour.
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", "00:00", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", "00:00", 23.5],
    // Casablanca is an hour behind for Ramadan.
    ["Africa/Casablanca", "2026-02-15", "2026-02-14T23:00:00.000Z", "00:00", 25],
    ["Africa/Casablanca", "2026-03-22", "2026-03-22T00:00:00.000Z", "00:00", 23],
    // Havana's clocks go forward at midnight, and back from 01:00 to midnight: that day's first hour comes twice.
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z", "01:00", 23],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", "00:00", 25],
    // So do Gaza's and the Azores', by which a TZDate that was set would begin with the second of the two.
    ["Asia/Gaza", "2004-10-01", "2004-09-30T21:00:00.000Z", "00:00", 25],
    ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z", "00:00", 25],
    // Santiago's clocks go back from midnight: the day before is the long one.
    ["America/Santiago", "2026-04-04", "2026-04-04T03:00:00.000Z", "00:00", 25],
    // Apia left out 30 December 2011 and went over the date line.
    ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", "00:00", 24],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", "00:00", 24],
  ])("in %s %s begins at %s, at %s by its clocks, and has %d hours", (timeZone, day, start, clock, hours) => {
    const at = startOfDay(timeZone, day);
    expect(new Date(at).toISOString()).toBe(start);
    expect([dayIn(timeZone, at), shownIn(timeZone, at, "HH:mm"), hourIn(timeZone, at)])
      .toEqual([day, clock, Number(clock.slice(0, 2))]);
    expect(dayIn(timeZone, at - 1) < day).toBe(true);
    expect(differenceInMinutes(startOfDay(timeZone, dayAfter(day)), at) / 60).toBe(hours);
  });

  test("a day that never was begins and ends when the next begins", () => {
    const [never, next] = ["2011-12-30", "2011-12-31"].map((day) => startOfDay("Pacific/Apia", day));
    expect(never).toBe(next);
    expect(momentIn("Pacific/Apia", "2011-12-30 10:00")).toBe(momentIn("Pacific/Apia", "2011-12-31 10:00"));
    // The calendar knows it all the same.
    expect([dayAfter("2011-12-29"), daysBetween("2011-12-29", "2011-12-31")]).toEqual(["2011-12-30", 2]);
  });

  test("an hour that comes twice is twice the same hour of the day", () => {
    const at = startOfDay("America/Havana", "2026-11-01");
    expect([0, 59, 60, 119, 120].map((minutes) => hourIn("America/Havana", at + minutes * 60_000)))
      .toEqual([0, 0, 0, 0, 1]);
  });
});

test.each<[Moment, string]>([
  ["2026-11-21T02:05:09Z", "20/11/2026 23:05:09"],
  [new Date("2026-11-21T02:05:09Z"), "20/11/2026 23:05:09"],
  [Date.UTC(2026, 11, 31, 23), "31/12/2026 20:00:00"],
])("São Paulo's clocks show %s as %s", (moment, shown) => {
  expect(shownIn("America/Sao_Paulo", moment, "dd/MM/yyyy HH:mm:ss")).toBe(shown);
});

test.each([
  ["2026-11-21", 1, "2026-11-22"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-03-01", -1, "2026-02-28"],
  ["2026-11-21", 0, "2026-11-21"],
  ["2024-03-31", 365, "2025-03-31"],
  ["2018-11-04", -8, "2018-10-27"],
])("%s and %i days is %s", (day, by, other) => {
  expect(dayAfter(day, by)).toBe(other);
  expect(daysBetween(day, other)).toBe(by || 0);
});

test.each([["2026-11-21", "2026-11-01"], ["2026-11-01", "2026-11-01"], ["2028-02-29", "2028-02-01"]])(
  "the month of %s begins on %s",
  (day, first) => expect(firstOfMonth(day)).toBe(first),
);

test.each([["2028-02-29", true], ["2027-02-29", false], ["2026-13-01", false], ["2026-11", false], ["ontem", false]])(
  "%s is a day: %s",
  (written, is) => expect(isDay(written)).toBe(is),
);
