import { folded } from "./folded.ts";

export type Order = "asc" | "desc";

/** What a row is sorted by; null where there is nothing, which stands last in either order. */
export type Value = string | number | null;

/** Compares rows by what they have in a column: texts as searches fold them, what is the same by id. */
export function compareBy<Row extends { id: number }>(
  valueOf: (row: Row) => Value,
  order: Order = "asc",
): (one: Row, other: Row) => number {
  const sign = order === "desc" ? -1 : 1;
  return (one, other) => {
    const a = valueOf(one), b = valueOf(other);
    if (a === null || b === null) return Number(a === null) - Number(b === null) || sign * (one.id - other.id);
    return sign * (compareValues(a, b) || one.id - other.id);
  };
}

export function compareValues(one: string | number, other: string | number): number {
  const [a, b] = [one, other].map((value) => typeof value === "string" ? folded(value) : value);
  return a === b ? 0 : a! < b! ? -1 : 1;
}
