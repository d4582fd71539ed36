import { type ChosenColumns, MOST_COLUMNS, type SheetLook } from "../../src/contract/contact_lists.ts";
import type { FieldColumns } from "../../src/shared/sheet_columns.ts";

/** What a person says of a sheet's columns: which is what, and which of the others are not wanted. */
export interface Choice {
  columns: FieldColumns;
  leftOut: readonly number[];
}

export const NO_CHOICE: Choice = { columns: { name: -1, number: -1, email: -1 }, leftOut: [] };

/** What the server takes the columns for. */
export function guessedChoice({ guessed: { name, number, email } }: SheetLook): Choice {
  return { columns: { name: name ?? -1, number: number ?? -1, email: email ?? -1 }, leftOut: [] };
}

/** The same for the server; nothing while what nobody can be imported without is not chosen. */
export function chosenOf({ columns: { name, number, email }, leftOut }: Choice): ChosenColumns | undefined {
  if (name < 0 || number < 0) return undefined;
  return { name, number, email: email < 0 ? null : email, leftOut: [...leftOut] };
}

/** A column that can become a variable, and whether it will. */
export interface Variable {
  nth: number;
  title: string;
  samples: readonly string[];
  isTaken: boolean;
}

/** Every titled column that is nothing else. Of those that are wanted the first MOST_COLUMNS are taken. */
export function variablesOf({ columns: all }: SheetLook, { columns, leftOut }: Choice): Variable[] {
  const taken = Object.values(columns);
  let room = MOST_COLUMNS;
  return all.flatMap(({ title, samples }, nth) => {
    if (title === "" || taken.includes(nth)) return [];
    const isTaken = !leftOut.includes(nth) && room > 0;
    if (isTaken) room--;
    return [{ nth, title, samples, isTaken }];
  });
}
