import { describe, expect, test } from "vitest";
import { momentIn } from "../clock.ts";
import { endOf, type Forecast } from "./forecast.ts";
import { averagePause, capOf, pauseAfter } from "./governor.ts";
import { type Calendar, closedUntil, type SendingHours, stretchesFrom } from "./hours.ts";

const SP = "America/Sao_Paulo";
const WEEK: SendingHours = { isOn: true, from: "08:00", to: "18:00", weekdays: [1, 2, 3, 4, 5], onHolidays: false };
const calendar = (hours: Partial<SendingHours> = {}, timeZone = SP, holidays: string[] = []): Calendar => ({
  hours: { ...WEEK, ...hours },
  holidays,
  timeZone,
});
const at = (written: string, timeZone = SP) => momentIn(timeZone, written);
const shown = (moment: number | undefined, timeZone = SP) =>
  moment === undefined || moment === Infinity
    ? String(moment)
    : new Date(moment).toLocaleString("sv-SE", { timeZone }).slice(0, 16);

describe("sending hours", () => {
  test.each([
    ["2026-11-23 09:00", undefined],
    ["2026-11-23 07:59", "2026-11-23 08:00"],
    ["2026-11-23 18:00", "2026-11-24 08:00"],
    ["2026-11-27 17:59", undefined],
    ["2026-11-27 18:00", "2026-11-30 08:00"],
    ["2026-11-28 12:00", "2026-11-30 08:00"],
    // Christmas Day is a Friday and a holiday.
    ["2026-12-24 19:00", "2026-12-28 08:00"],
  ])("%s → %s", (moment, expected) => {
    const until = closedUntil(calendar({}, SP, ["2026-12-25"]), at(moment));
    expect(until === undefined ? undefined : shown(until)).toBe(expected);
  });

  test("are not asked while they are off, and never come where no day is left", () => {
    expect(closedUntil(calendar({ isOn: false }), at("2026-11-28 03:00"))).toBe(undefined);
    expect([...stretchesFrom(calendar({ isOn: false }), 5)]).toEqual([{ from: 5, to: Infinity }]);
    expect(closedUntil({ ...calendar(), hours: { ...WEEK, weekdays: [] } }, 0)).toBe(Infinity);
  });

  test("that cross midnight go on into a day on which none begin", () => {
    const night = calendar({ from: "20:00", to: "02:00" });
    expect(closedUntil(night, at("2026-11-28 01:59"))).toBe(undefined);
    expect(shown(closedUntil(night, at("2026-11-28 02:00")))).toBe("2026-11-30 20:00");
  });

  test("the whole day is meant by two equal times", () => {
    expect(closedUntil(calendar({ from: "00:00", to: "00:00", weekdays: [6] }), at("2026-11-28 00:00"))).toBe(
      undefined,
    );
    expect(shown(closedUntil(calendar({ from: "00:00", to: "00:00", weekdays: [6] }), at("2026-11-29 00:00"))))
      .toBe("2026-12-05 00:00");
  });

  test("follow the clocks when those change", () => {
    // New York, 8 March 2026: 02:00 is 03:00.
    const spring = calendar({ from: "02:30", to: "04:00", weekdays: [0] }, "America/New_York");
    const [first] = stretchesFrom(spring, at("2026-03-08 00:00", "America/New_York"));
    expect(first!.to - first!.from).toBeLessThanOrEqual(3_600_000);
    expect(shown(first!.to, "America/New_York")).toBe("2026-03-08 04:00");
    // 1 November 2026: 01:00 to 02:00 comes twice, and so the stretch is an hour longer.
    const autumn = calendar({ from: "00:00", to: "06:00", weekdays: [0] }, "America/New_York");
    const [longer] = stretchesFrom(autumn, at("2026-11-01 00:00", "America/New_York"));
    expect(longer!.to - longer!.from).toBe(7 * 3_600_000);
  });
});

describe("how many strangers a number may write to in a day", () => {
  const day = 86_400_000;
  const cap = (days: number, strangers = 0, answered = 0, dayCap: number | null = null, newNumberCap = 20) =>
    capOf({ since: 0, now: days * day, strangers, answered }, { newNumberCap, dayCap });

  test("begins with few, doubles every week, and has no end once the number is old", () => {
    expect([0, 6, 7, 14, 28].map((days) => cap(days).perDay)).toEqual([20, 20, 40, 80, 320]);
    expect(cap(84)).toMatchObject({ perDay: Infinity, why: "none" });
    expect(cap(-3)).toMatchObject({ perDay: 20, days: 0 });
  });

  test("falls when few answer and rises when many do, once there are enough to say", () => {
    expect(cap(7, 49, 0)).toMatchObject({ perDay: 40, why: "age", replyRate: null });
    expect(cap(7, 100, 2)).toMatchObject({ perDay: 20, why: "few_answers", replyRate: 0.02 });
    expect(cap(7, 100, 25)).toMatchObject({ perDay: 60, why: "age" });
    expect(cap(0, 100, 0, null, 1).perDay).toBe(1);
  });

  test("is what a person says, if they say so", () => {
    expect(cap(0, 100, 0, 500)).toMatchObject({ perDay: 500, why: "person" });
    expect(cap(0, 0, 0, 0)).toMatchObject({ perDay: Infinity, why: "person" });
    expect(cap(0, 0, 0, null, 0)).toMatchObject({ perDay: Infinity, why: "none" });
  });
});

describe("the pauses", () => {
  const pauses = { messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 60 };

  test("are random, and longer after so many messages", () => {
    let inRow = 0;
    const lengths = Array.from({ length: 6 }, () => {
      const next = pauseAfter(pauses, inRow, () => 0.5);
      inRow = next.inRow;
      return next.pause;
    });
    expect(lengths).toEqual([10_000, 10_000, 60_000, 10_000, 10_000, 60_000]);
    expect(averagePause(pauses)).toBe(80_000 / 3);
  });

  test("of nothing are none", () => {
    expect(pauseAfter({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 60 }, 500, () => 1)).toEqual({
      pause: 0,
      inRow: 501,
    });
    expect(averagePause({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 60 })).toBe(0);
  });
});

describe("the forecast", () => {
  const monday = at("2026-11-23 08:00");
  const end = (asked: Partial<Forecast>) =>
    endOf({
      calendar: calendar(),
      from: monday,
      today: "2026-11-23",
      strangers: 0,
      known: 0,
      perMessage: 60_000,
      lines: [{ isUp: true, strangersOn: () => Infinity }],
      ...asked,
    });

  test("counts pauses, hours, weekends and what a day allows", () => {
    expect(shown(end({ known: 61 }))).toBe("2026-11-23 09:00");
    // 600 fit into a day of ten hours.
    expect(shown(end({ known: 601 }))).toBe("2026-11-24 08:00");
    expect(shown(end({ known: 3001 }))).toBe("2026-11-30 08:00");
    expect(shown(end({ strangers: 21, lines: [{ isUp: true, strangersOn: () => 20 }] }))).toBe("2026-11-24 08:00");
  });

  test("of one that begins on another day counts what that day allows, and not what is left of today", () => {
    const lines = [{ isUp: true, strangersOn: (day: number) => day === 0 ? 0 : 20 }];
    expect(shown(end({ strangers: 20, from: at("2026-11-24 08:00"), lines }))).toBe("2026-11-24 08:19");
  });

  test("shares among connections by what each may send", () => {
    const young = { isUp: true, strangersOn: () => 10 }, old = { isUp: true, strangersOn: () => Infinity };
    expect(shown(end({ strangers: 130, lines: [young, old] }))).toBe("2026-11-23 09:59");
    expect(shown(end({ known: 122, lines: [old, old] }))).toBe("2026-11-23 09:00");
    expect(shown(end({ known: 61, lines: [{ ...old, isUp: false }, old] }))).toBe("2026-11-23 09:00");
  });

  test("says nothing where nobody can say", () => {
    expect(end({ known: 1, lines: [{ isUp: false, strangersOn: () => 1 }] })).toBe(undefined);
    expect(end({ strangers: 1, lines: [{ isUp: true, strangersOn: () => 0 }] })).toBe(undefined);
    expect(end({ known: 1, calendar: calendar({ weekdays: [] }) })).toBe(undefined);
    expect(end({})).toBe(monday);
  });

  test("a campaign without pauses and hours ends at once", () => {
    expect(end({ known: 20_000, perMessage: 0, calendar: calendar({ isOn: false }) })).toBe(monday);
  });
});
