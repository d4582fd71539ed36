import { LONGEST_CELL, SHEET, type SheetRow } from "../../src/contract/contacts.ts";
import {
  digitsOf,
  type Field,
  type FieldColumns,
  FIELDS,
  guessedColumns,
  isWithoutCountry,
} from "../../src/shared/sheet_columns.ts";

export type { Field };
export type Columns = FieldColumns;

/** A spreadsheet of contacts as it was read. */
export interface ContactSheet {
  /** What the columns are called; what their first row has where the file has no head. */
  titles: string[];
  rows: { line: number; cells: string[] }[];
  columns: Columns;
}

/** Takes the head of a file's rows off, and guesses which column is what; nothing when there are no rows. */
export function contactSheet(all: readonly string[][]): ContactSheet | undefined {
  const lines = all.map((cells, nth) => ({ line: nth + 1, cells })).filter(({ cells }) =>
    cells.some((cell) => cell !== "")
  );
  const [first] = lines;
  if (!first) return undefined;
  const { headAt, before, columns } = guessedColumns(lines);
  return { titles: (lines[headAt] ?? first).cells, rows: lines.slice(before), columns };
}

/** How many rows have a number that lacks the country. */
export function withoutCountry({ rows }: ContactSheet, { number }: Columns): number {
  return rows.filter(({ cells }) => isWithoutCountry(cells[number] ?? "")).length;
}

/** The rows as the server takes them; `addsCountry` puts 55 before Brazilian numbers that lack it. */
export function rowsToSend({ rows }: ContactSheet, columns: Columns, addsCountry: boolean): SheetRow[] {
  return rows.map(({ line, cells }) => {
    const [name = "", number = "", email = ""] = FIELDS.map((field) => cells[columns[field]] ?? "");
    const whole = addsCountry && isWithoutCountry(number) ? `+55${digitsOf(number).replace(/^0/, "")}` : number;
    return { line, name: cut(name), number: cut(whole), email: cut(email) };
  });
}

/** What is longer than any field is refused by the server, however it is cut. */
function cut(cell: string): string {
  return cell.slice(0, LONGEST_CELL);
}

export function portionsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const portions: SheetRow[][] = [];
  for (let from = 0; from < rows.length; from += SHEET.portion) portions.push(rows.slice(from, from + SHEET.portion));
  return portions;
}
