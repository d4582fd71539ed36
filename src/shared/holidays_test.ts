import { expect, test } from "vitest";
import { brazilianHolidays, easterOf } from "./holidays.ts";

test.each([
  [1818, "1818-03-22"],
  [2000, "2000-04-23"],
  [2024, "2024-03-31"],
  [2025, "2025-04-20"],
  [2026, "2026-04-05"],
  [2038, "2038-04-25"],
])("Easter of %i is on %s", (year, day) => expect(easterOf(year)).toBe(day));

test("2026 has ten holidays by law and three days on which many close", () => {
  const days = brazilianHolidays(2026);
  expect(days.filter(({ isOptional }) => !isOptional).map(({ date }) => date)).toEqual([
    "2026-01-01",
    "2026-04-03",
    "2026-04-21",
    "2026-05-01",
    "2026-09-07",
    "2026-10-12",
    "2026-11-02",
    "2026-11-15",
    "2026-11-20",
    "2026-12-25",
  ]);
  expect(days.filter(({ isOptional }) => isOptional).map(({ date, name }) => [date, name])).toEqual([
    ["2026-02-16", "Segunda-feira de Carnaval"],
    ["2026-02-17", "Terça-feira de Carnaval"],
    ["2026-06-04", "Corpus Christi"],
  ]);
});

test("in 2023 the 20th of November was not yet a national one", () => {
  expect(brazilianHolidays(2023).map(({ date }) => date)).not.toContain("2023-11-20");
});
