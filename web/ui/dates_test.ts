import { i18n } from "@lingui/core";
import { beforeEach, expect, test } from "vitest";
import { messages } from "../i18n/pt.po";
import { dateText, dateTimeText, dayLabel, daysUntil, fieldTime, shortDateTime, timeOrDate } from "./dates.ts";

const SAO_PAULO = "America/Sao_Paulo";
const now = "2025-11-21T15:00:00Z";

beforeEach(() => i18n.loadAndActivate({ locale: "pt", messages }));

test("a moment of today in the company's zone is a time, any other a date", () => {
  expect(timeOrDate("2025-11-21T14:33:00Z", SAO_PAULO, now)).toBe("11:33");
  expect(timeOrDate("2025-11-21T02:30:00Z", SAO_PAULO, now)).toBe("20/11/2025");
});

test("dates are written day first with a 24-hour clock in every language", () => {
  for (const locale of ["pt", "en", "es"]) {
    i18n.loadAndActivate({ locale, messages });
    expect(shortDateTime("2025-11-21T03:05:00Z", SAO_PAULO)).toBe("21/11/25 00:05");
    expect(dateTimeText("2025-11-21T21:05:00Z", SAO_PAULO)).toBe("21/11/2025 18:05");
    expect(dateText("2025-11-05")).toBe("05/11/2025");
  }
});

test("days are counted in the company's zone", () => {
  expect(daysUntil("2025-11-24", SAO_PAULO, now)).toBe(3);
  expect(daysUntil("2025-11-20", SAO_PAULO, "2025-11-21T01:00:00Z")).toBe(0);
});

test("a thread's days have names", () => {
  expect(dayLabel("2025-11-21T10:00:00Z", SAO_PAULO, now)).toBe("Hoje");
  expect(dayLabel("2025-11-20T10:00:00Z", SAO_PAULO, now)).toBe("Ontem");
  expect(dayLabel("2025-11-17T10:00:00Z", SAO_PAULO, now)).toBe("segunda-feira, 17 de novembro de 2025");
});

test("a field holds the time as the company's clocks show it", () => {
  expect(fieldTime("2026-11-21T13:05:59.000Z", SAO_PAULO)).toBe("2026-11-21T10:05");
  expect(fieldTime(Date.UTC(2026, 0, 1, 1, 30), SAO_PAULO)).toBe("2025-12-31T22:30");
});
