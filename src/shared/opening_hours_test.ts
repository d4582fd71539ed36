import { describe, expect, test } from "vitest";
import { momentIn } from "./clock.ts";
import { closedPeriod, isOpen, neverOpens, nextClosing, nextOpening, type OpeningHours } from "./opening_hours.ts";
import { DEFAULT_SCHEDULES, type OpeningRange, type Weekday, WEEKDAY_NAMES } from "./week.ts";

const SAO_PAULO = "America/Sao_Paulo";
const range = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningRange => ({
  weekday: WEEKDAY_NAMES[weekdayEn],
  weekdayEn,
  startTime,
  endTime,
});

/** The bakery of the spec's default hours, which closes over Christmas. */
const bakery: OpeningHours = { schedules: DEFAULT_SCHEDULES, holidays: ["2026-12-25"], timeZone: SAO_PAULO };
/** A bar that is open at night, and on Tuesdays at noon, too. */
const bar: OpeningHours = {
  schedules: [
    range("tuesday", "11:30", "14:00"),
    range("tuesday", "18:00", "23:59"),
    range("friday", "18:00", "02:00"),
    range("saturday", "18:00", "00:00"),
    range("sunday", "00:00", "03:00"),
  ],
  holidays: ["2026-12-25", "2027-01-02"],
  timeZone: SAO_PAULO,
};
const always: OpeningHours = { schedules: [], holidays: ["2026-12-25"], timeZone: SAO_PAULO };
const never: OpeningHours = { schedules: [range("monday", "08:00", "08:00")], holidays: [], timeZone: SAO_PAULO };

const at = ({ timeZone }: OpeningHours, written: string) => momentIn(timeZone, written);

describe("somebody is there", () => {
  test.each([
    ["the bakery", bakery, "2026-11-23 07:59:59", false],
    ["the bakery", bakery, "2026-11-23 08:00", true],
    ["the bakery", bakery, "2026-11-23 17:59:59", true],
    ["the bakery", bakery, "2026-11-23 18:00", false],
    ["the bakery on Saturday morning", bakery, "2026-11-28 11:59", true],
    ["the bakery on Saturday afternoon", bakery, "2026-11-28 12:00", false],
    ["the bakery on Sunday, whose hours start when they end", bakery, "2026-11-29 00:00", false],
    ["the bakery on a Friday", bakery, "2026-12-18 10:00", true],
    ["the bakery on a Friday that is Christmas", bakery, "2026-12-25 10:00", false],
    ["the bar at noon", bar, "2026-11-24 12:00", true],
    ["the bar between its two ranges", bar, "2026-11-24 15:00", false],
    ["the bar in its second range", bar, "2026-11-24 18:00", true],
    ["the bar in the last minute before midnight, which nobody means to leave out", bar, "2026-11-24 23:59:30", true],
    ["the bar on Tuesday's midnight", bar, "2026-11-25 00:00", false],
    ["the bar after Friday's midnight", bar, "2026-11-28 01:59", true],
    ["the bar when Friday night is over", bar, "2026-11-28 02:00", false],
    ["the bar on Saturday at midnight, where one range ends and another begins", bar, "2026-11-29 00:00", true],
    ["the bar on the evening of Christmas", bar, "2026-12-25 19:00", false],
    ["the bar after the midnight that follows Christmas", bar, "2026-12-26 01:00", false],
    ["the bar after midnight, when the evening before was none of the holidays", bar, "2027-01-02 01:00", true],
    ["the bar on the evening of that holiday", bar, "2027-01-02 19:00", false],
    ["who has no hours, in the night", always, "2026-11-23 03:00", true],
    ["who has no hours, at Christmas", always, "2026-12-25 12:00", false],
    ["who has no hours, the minute after Christmas", always, "2026-12-26 00:00", true],
    ["who only has a closed day", never, "2026-11-24 12:00", false],
  ])("%s (%#)", (_, hours, moment, open) => {
    expect(isOpen(hours, at(hours, moment))).toBe(open);
  });
});

describe("it opens and closes next", () => {
  test.each(
    [
      [bakery, "2026-11-23 07:00", "2026-11-23 08:00", null],
      [bakery, "2026-11-23 10:00", null, "2026-11-23 18:00"],
      [bakery, "2026-11-28 12:00", "2026-11-30 08:00", null],
      [bakery, "2026-12-24 19:00", "2026-12-26 08:00", null],
      [bar, "2026-11-24 14:00", "2026-11-24 18:00", null],
      [bar, "2026-11-27 23:00", null, "2026-11-28 02:00"],
      [bar, "2026-11-28 20:00", null, "2026-11-29 03:00"],
      [always, "2026-11-23 10:00", null, "2026-12-25 00:00"],
      [always, "2026-12-25 10:00", "2026-12-26 00:00", null],
      [never, "2026-11-23 10:00", null, null],
      [{ ...always, holidays: [] }, "2026-11-23 10:00", null, null],
    ] as const,
  )("after %#", (hours, moment, opens, closes) => {
    const now = at(hours, moment);
    expect([nextOpening(hours, now), nextClosing(hours, now)])
      .toEqual([opens && at(hours, opens), closes && at(hours, closes)]);
  });
});

describe("a closed period", () => {
  const of = (hours: OpeningHours, moment: string) => closedPeriod(hours, at(hours, moment));

  test("has one name from evening to morning and over the weekend, and another name the next evening", () => {
    expect(of(bakery, "2026-11-23 18:00")).toBe(of(bakery, "2026-11-24 07:59"));
    expect(of(bakery, "2026-11-28 12:00")).toBe(of(bakery, "2026-11-29 23:00"));
    expect(of(bakery, "2026-11-23 19:00")).not.toBe(of(bakery, "2026-11-24 19:00"));
    expect(of(bakery, "2026-11-23 10:00")).toBeNull();
  });

  test("that never ends has a name, too", () => {
    expect(of(never, "2026-11-23 10:00")).toBe(of(never, "2027-11-23 10:00"));
    expect([neverOpens(never.schedules), neverOpens(bakery.schedules), neverOpens([])]).toEqual([true, false, false]);
  });
});

describe("when the clocks change", () => {
  // São Paulo went from 23:59 on 3 November 2018 to 01:00, and on 17 February 2018 from 23:59 back to 23:00.
  const night = (schedules: OpeningRange[], timeZone = SAO_PAULO) => ({ schedules, holidays: [], timeZone });
  const utc = (moment: string) => Date.parse(`${moment}Z`);

  test("a shift that ends in the hour that is left out ends when that hour would have begun", () => {
    const hours = night([range("saturday", "18:00", "00:00")]);
    expect(nextClosing(hours, utc("2018-11-03T22:00:00"))).toBe(utc("2018-11-04T03:00:00"));
    expect(isOpen(hours, utc("2018-11-04T03:00:00"))).toBe(false);
  });

  test("a shift over the hour that is left out is shorter, and over the one that is repeated longer", () => {
    const hours = night([range("saturday", "22:00", "02:00")]);
    expect([isOpen(hours, utc("2018-11-04T03:59:00")), isOpen(hours, utc("2018-11-04T04:00:00"))]).toEqual([
      true,
      false,
    ]);
    expect([isOpen(hours, utc("2018-02-18T04:59:00")), isOpen(hours, utc("2018-02-18T05:00:00"))]).toEqual([
      true,
      false,
    ]);
  });

  test("a day that begins at 01:00 is open all day for who has no hours", () => {
    expect(isOpen(night([]), utc("2018-11-04T03:00:00"))).toBe(true);
    expect(isOpen(night([]), utc("2018-11-04T02:59:59"))).toBe(true);
  });

  test("New York opens at nine by its own clocks, in winter and in summer", () => {
    const hours = night([range("sunday", "09:00", "17:00"), range("monday", "09:00", "17:00")], "America/New_York");
    expect(nextOpening(hours, utc("2026-03-08T05:00:00"))).toBe(utc("2026-03-08T13:00:00"));
    expect(nextOpening(hours, utc("2026-11-01T04:00:00"))).toBe(utc("2026-11-01T14:00:00"));
  });

  test("New York's shift that starts in the hour that is left out starts an hour later", () => {
    const hours = night([range("sunday", "02:30", "05:00")], "America/New_York");
    expect(nextOpening(hours, utc("2026-03-08T05:00:00"))).toBe(utc("2026-03-08T07:30:00"));
  });

  test("New York's shift from 01:30 is open through both of the repeated hours", () => {
    const hours = night([range("sunday", "01:30", "03:00")], "America/New_York");
    const open = ["05:29", "05:30", "06:15", "07:59", "08:00"].map((time) =>
      isOpen(hours, utc(`2026-11-01T${time}:00`))
    );
    expect(open).toEqual([false, true, true, true, false]);
  });
});
