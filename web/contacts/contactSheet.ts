import { LONGEST_CELL, SHEET, type SheetRow } from "../../src/contract/contacts.ts";
import { folded } from "../list/folded.ts";

export const FIELDS = ["name", "number", "email"] as const;
export type Field = (typeof FIELDS)[number];
/** In which column each field stands; -1 for none. */
export type Columns = Record<Field, number>;

/** A spreadsheet of contacts as it was read. */
export interface ContactSheet {
  /** What the columns are called; what their first row has where the file has no head. */
  titles: string[];
  rows: { line: number; cells: string[] }[];
  columns: Columns;
}

/** How columns are called in our three languages and in what other programs export, the surest first. */
const WORDS: Record<Field, string[]> = {
  email: ["e mail", "email", "mail", "correo", "correio"],
  number: [
    ...["whatsapp", "celular", "mobile", "movil", "telefone", "telefono", "phone", "fone", "cel", "tel"],
    ...["numero", "number"],
  ],
  name: ["nome", "name", "nombre", "cliente", "contato", "contacto", "contact", "customer", "razao social", "empresa"],
};

/** Takes the head of a file's rows off, and guesses which column is what; nothing when there are no rows. */
export function contactSheet(all: readonly string[][]): ContactSheet | undefined {
  const lines = all.map((cells, nth) => ({ line: nth + 1, cells })).filter(({ cells }) =>
    cells.some((cell) => cell !== "")
  );
  const [first] = lines;
  if (!first) return undefined;
  const hasHead = !first.cells.some((cell) => isNumber(cell) || isEmail(cell));
  const rows = hasHead ? lines.slice(1) : lines;
  return { titles: first.cells, rows, columns: hasHead ? byHead(first.cells, rows) : byContent(rows) };
}

function byHead(head: string[], rows: ContactSheet["rows"]): Columns {
  const heads = head.map((title) => ` ${folded(title).replace(/[^a-z0-9]+/g, " ").trim()} `);
  const columns: Columns = { name: -1, number: -1, email: -1 };
  // "Número do contato" is a number before it is a contact.
  for (const field of ["email", "number", "name"] as const) {
    const taken = Object.values(columns);
    const free = (fits: (title: string) => boolean) =>
      heads.findIndex((title, nth) => !taken.includes(nth) && fits(title));
    const found = WORDS[field].map((word) => free((title) => title === ` ${word} `))
      .concat(WORDS[field].map((word) => free((title) => title.includes(` ${word} `))));
    columns[field] = found.find((nth) => nth >= 0) ?? -1;
  }
  const content = byContent(rows);
  if (columns.number < 0 && !Object.values(columns).includes(content.number)) columns.number = content.number;
  return columns;
}

/** So many rows tell what a column holds. */
const LOOKED_AT = 50;

function byContent(rows: ContactSheet["rows"]): Columns {
  const some = rows.slice(0, LOOKED_AT);
  const best = (isSuch: (cell: string) => boolean, taken: number[]) => {
    const counts = (some[0]?.cells ?? []).map((_, nth) =>
      taken.includes(nth) ? 0 : some.filter(({ cells }) => isSuch(cells[nth] ?? "")).length
    );
    const most = Math.max(0, ...counts);
    return most > 0 ? counts.indexOf(most) : -1;
  };
  const number = best(isNumber, []), email = best(isEmail, [number]);
  return { number, email, name: best((cell) => /\p{L}{2}/u.test(cell) && !isEmail(cell), [number, email]) };
}

function isNumber(cell: string): boolean {
  return /^[+(]?[\d ().-]+$/.test(cell) && digitsOf(cell).length >= 8;
}

function isEmail(cell: string): boolean {
  return /^\S+@\S+\.\S+$/.test(cell);
}

/** Brazilian numbers as they are written within the country: an area and eight or nine digits (Anatel, resolution 749). */
function isWithoutCountry(cell: string): boolean {
  return !cell.startsWith("+") && /^0?[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(digitsOf(cell));
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

function digitsOf(cell: string): string {
  return cell.replace(/\D/g, "");
}
