import { utils } from "xlsx";
import { Email, FEWEST_DIGITS, MOST_DIGITS } from "../contract/contacts.ts";
import {
  type ChosenColumns,
  type Columns,
  type FoundColumns,
  MOST_COLUMNS,
  type RowReason,
  type SheetLook,
} from "../contract/contact_lists.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import {
  digitsOf,
  type Field,
  type FieldColumns,
  type GuessedColumns,
  guessedColumns,
  isRounded,
  isWithoutCountry,
} from "../shared/sheet_columns.ts";
import { BadSheet } from "./sheet_fault.ts";
import { type Cell, type Line, linesIn, textIn } from "./sheet_lines.ts";

/** A row as it was understood. */
export interface PersonRow {
  /** Counted from 1, as the sheet's own program counts. */
  line: number;
  name: string;
  /** As it was written. */
  written: string;
  /** Canonical digits. */
  number: string;
  email: string;
  columns: Columns;
  reason?: RowReason;
  detail?: string;
}

export interface PeopleSheet {
  found: FoundColumns;
  rows: PersonRow[];
}

/**
 * The people of a file's first sheet that has any rows: .xlsx, .xlsm, .xls, .ods, .csv, whatever its name says. Formulas are
 * not reckoned, macros and links to other files not looked at. Throws BadSheet.
 */
export function peopleOf(bytes: Uint8Array, chosen?: ChosenColumns): PeopleSheet {
  const { head, body, guessed } = understood(bytes);
  const columns = chosen ? { ...chosen, email: chosen.email ?? -1 } : guessed.columns;
  const isUsed = (nth: number) => !chosen?.leftOut.includes(nth);
  const further = furtherColumns(head?.cells.map(textIn) ?? [], columns).filter(({ nth }) => isUsed(nth))
    .slice(0, MOST_COLUMNS);
  const titles = (nth: number) => nth < 0 ? null : head ? textIn(head.cells[nth]) : utils.encode_col(nth);
  const found = {
    ...{ name: titles(columns.name), number: titles(columns.number), email: titles(columns.email) },
    further: further.map(({ name }) => name),
  };
  return { found, rows: peopleIn(body, { ...columns, spare: guessed.spare.filter(isUsed) }, further) };
}

/** So many of its cells show what a column holds, and so much of each. */
const SAMPLES = 3, SAMPLE = 40;

/** What columns there are in a file's first sheet that has any rows, and what they are taken for. Throws BadSheet. */
export function lookOf(bytes: Uint8Array): SheetLook {
  const { head, body, guessed } = understood(bytes);
  const width = Math.max(...[...head ? [head] : [], ...body.slice(0, WIDE_ENOUGH)].map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, nth) => ({
    title: head ? textIn(head.cells[nth]).slice(0, SAMPLE) : "",
    letter: utils.encode_col(nth),
    samples: samplesOf(body, nth),
  }));
  const orNone = (nth: number) => nth < 0 ? null : nth;
  const { name, number, email } = guessed.columns;
  return {
    ...{ hasHead: head !== undefined, rows: body.length, columns },
    guessed: { name: orNone(name), number: orNone(number), email: orNone(email) },
  };
}

/** So many lines say how many columns there are. */
const WIDE_ENOUGH = 1000;

function samplesOf(lines: Line[], nth: number): string[] {
  const samples: string[] = [];
  for (const { cells } of lines.slice(0, WIDE_ENOUGH)) {
    const text = textIn(cells[nth]);
    if (text) samples.push(text.slice(0, SAMPLE));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

/** The head of a file, its lines of people, and which of its columns is what by their titles and contents. */
function understood(bytes: Uint8Array): { head: Line | undefined; body: Line[]; guessed: GuessedColumns } {
  const lines = linesIn(bytes);
  if (lines.length === 0) throw new BadSheet("ERR_SHEET_EMPTY");
  const guessed = guessedColumns(lines.map(({ line, cells }) => ({ line, cells: cells.map(textIn) })));
  return { head: lines[guessed.headAt], body: lines.slice(guessed.before), guessed };
}

interface Further {
  name: string;
  nth: number;
}

/** Every further column with a title, by it; of two that are called the same the first counts. */
function furtherColumns(titles: string[], { name, number, email }: FieldColumns): Further[] {
  const further = new Map<string, Further>();
  for (const [nth, title] of titles.entries()) {
    const called = title.replace(/[{}|]/g, "").trim().slice(0, 40);
    if (![name, number, email].includes(nth) && called && !further.has(called)) {
      further.set(called, { name: called, nth });
    }
  }
  return [...further.values()];
}

/** Where a person's cells stand; those that are spare have a number, too. */
type Places = FieldColumns & { spare: number[] };

function peopleIn(lines: Line[], columns: Places, further: Further[]): PersonRow[] {
  const lineOf = new Map<string, number>();
  return lines.map((line) => {
    const row = personIn(line, columns, further);
    if (row.reason) return row;
    const before = lineOf.get(row.number);
    if (before !== undefined) return { ...row, reason: "repeated" as const, detail: String(before) };
    lineOf.set(row.number, row.line);
    return row;
  });
}

/** As many characters of a cell are kept for the report. */
const WRITTEN = 60;

function personIn({ line, cells }: Line, at: Places, further: Further[]): PersonRow {
  const cellOf = (field: Field): Cell =>
    at[field] < 0 ? undefined : cells[field === "number" ? numberAt(cells, at) : at[field]];
  const [name, written, email] = (["name", "number", "email"] as const).map((field) => textIn(cellOf(field)));
  const number = numberOf(written!);
  const columns: Columns = {};
  for (const { name, nth } of further) {
    const text = textIn(cells[nth]).slice(0, 500);
    if (text) columns[name] = text;
  }
  const row = { line, name: name!, written: written!.slice(0, WRITTEN), number, email: email!, columns };
  const used = [cellOf("name"), cellOf("email"), ...further.map(({ nth }) => cells[nth])];
  const reason = isFormula(cellOf("number"), written!) || used.some(hasLostValue) ? "formula" : reasonOf(row, written!);
  if (!reason) return row;
  return { ...row, name: row.name.slice(0, WRITTEN), reason };
}

/** In which column a person's number stands: "Telefone" where "Celular" is empty. */
function numberAt(cells: Cell[], { number, spare }: Places): number {
  const isEmpty = (nth: number) => textIn(cells[nth]) === "" && !cells[nth]?.f;
  return isEmpty(number) ? spare.find((nth) => !isEmpty(nth)) ?? number : number;
}

/** A number that is reckoned may be anything tomorrow. */
function isFormula(cell: Cell, text: string): boolean {
  return cell?.f !== undefined || text.startsWith("=");
}

function hasLostValue(cell: Cell): boolean {
  return cell?.f !== undefined && (cell.v === undefined || cell.v === null || cell.t === "e");
}

/** Canonical digits. Numbers as they are written within Brazil get their country. */
function numberOf(written: string): string {
  // A number that another program has taken for a fraction: 5511987654321.0.
  const whole = written.replace(/^(\d{8,15})[.,]0+$/, "$1");
  const digits = digitsOf(whole).replace(/^00(?=[1-9])/, "");
  return canonicalNumber(isWithoutCountry(whole) ? `55${digits.replace(/^0/, "")}` : digits);
}

function reasonOf({ name, number, email }: PersonRow, written: string): RowReason | undefined {
  if (isRounded(written)) return "rounded";
  if (number === "") return "no_number";
  if (number.length < FEWEST_DIGITS) return "too_short";
  if (number.length > MOST_DIGITS) return "too_long";
  const length = [...name].length;
  if (length < 2) return "no_name";
  if (length > 50) return "name_too_long";
  return Email.safeParse(email).success ? undefined : "bad_email";
}
