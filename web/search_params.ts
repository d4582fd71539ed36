import { isDay } from "../src/shared/clock.ts";

/** What an address says after its "?". Anybody can type there: what has another shape than asked for counts as not said. */
export interface Said {
  /** Empty when not said. */
  text(name: string): string;
  number(name: string): number | undefined;
  /** Ids between commas. */
  numbers(name: string): number[];
  flag(name: string): boolean | undefined;
  /** YYYY-MM-DD. */
  day(name: string): string | undefined;
  oneOf<V extends string>(name: string, values: readonly V[]): V | undefined;
}

export function readParams(search: string): Said {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? "";
  const numbers = (name: string) => text(name).split(",").filter((each) => /^\d{1,9}$/.test(each)).map(Number);
  return {
    text,
    numbers,
    number: (name) => numbers(name)[0],
    flag: (name) => params.has(name) ? text(name) === "1" : undefined,
    day: (name) => isDay(text(name)) ? text(name) : undefined,
    oneOf: (name, values) => values.find((value) => value === params.get(name)),
  };
}

type Sayable = string | number | boolean | readonly number[] | null | undefined;

/** The address of a page that says this; what is empty is left out. */
export function placeWith(path: string, values: Record<string, Sayable>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === "boolean" ? String(Number(value)) : String(value ?? "");
    if (text) params.set(name, text);
  }
  return params.size ? `${path}?${params}` : path;
}
