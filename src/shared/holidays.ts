import { dayAfter } from "./clock.ts";

export interface NationalHoliday {
  /** YYYY-MM-DD. */
  date: string;
  name: string;
  /** Many close, but the law does not ask it. */
  isOptional: boolean;
}

/** On the same day every year (Lei 662/1949, Lei 6.802/1980, Lei 10.607/2002, Lei 14.759/2023). */
const FIXED: readonly [day: string, name: string][] = [
  ["01-01", "Confraternização Universal"],
  ["04-21", "Tiradentes"],
  ["05-01", "Dia do Trabalho"],
  ["09-07", "Independência do Brasil"],
  ["10-12", "Nossa Senhora Aparecida"],
  ["11-02", "Finados"],
  ["11-15", "Proclamação da República"],
  ["11-20", "Dia da Consciência Negra"],
  ["12-25", "Natal"],
];

/** By days from Easter; only Good Friday is a holiday by law. */
const BY_EASTER: readonly [days: number, name: string, isOptional: boolean][] = [
  [-48, "Segunda-feira de Carnaval", true],
  [-47, "Terça-feira de Carnaval", true],
  [-2, "Paixão de Cristo", false],
  [60, "Corpus Christi", true],
];

/** Brazil's national holidays of a year, by date, with the days on which many close besides. */
export function brazilianHolidays(year: number): NationalHoliday[] {
  const easter = easterOf(year);
  // The Day of Black Consciousness is a national one only since the law of 2023.
  const fixed = FIXED.filter(([day]) => day !== "11-20" || year >= 2024);
  return [
    ...fixed.map(([day, name]) => ({ date: `${year}-${day}`, name, isOptional: false })),
    ...BY_EASTER.map(([days, name, isOptional]) => ({ date: dayAfter(easter, days), name, isOptional })),
  ].sort((one, other) => one.date.localeCompare(other.date));
}

/** The earliest day that Easter Sunday can be on. */
const EARLIEST_EASTER = "03-22";

/** Easter Sunday by the Gregorian calendar (the "anonymous" algorithm of 1876), YYYY-MM-DD. */
export function easterOf(year: number): string {
  const a = year % 19, b = Math.floor(year / 100), c = year % 100;
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - c % 4) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return dayAfter(`${year}-${EARLIEST_EASTER}`, h + l - 7 * m);
}
