import { expect, test } from "vitest";
import { dueDateAfter, type Recurrence } from "./recurrence.ts";

test.each<[string, Recurrence, number | undefined, string]>([
  ["2026-11-22", "MENSAL", undefined, "2026-12-22"],
  ["2026-12-10", "BIMESTRAL", undefined, "2027-02-10"],
  ["2026-11-30", "TRIMESTRAL", undefined, "2027-02-28"],
  ["2026-08-31", "SEMESTRAL", undefined, "2027-02-28"],
  ["2024-02-29", "ANUAL", undefined, "2025-02-28"],
  // The 31st comes back after a short month.
  ["2027-02-28", "MENSAL", 31, "2027-03-31"],
  ["2027-04-30", "MENSAL", 31, "2027-05-31"],
  ["2027-02-28", "ANUAL", 29, "2028-02-29"],
])("%s, paid %s on day %s, is due again on %s", (date, recurrence, day, then) => {
  expect(dueDateAfter(date, recurrence, day)).toBe(then);
});
