import { folded } from "./folded.ts";

/** What every row of people says of them. */
export const FIELDS = ["name", "number", "email"] as const;
export type Field = (typeof FIELDS)[number];
/** In which column each field stands; -1 for none. */
export type FieldColumns = Record<Field, number>;

/** A row of a sheet, and which line it is, counted from 1. */
export interface SheetLine {
  line: number;
  cells: string[];
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

/** By these a number that stands there is a telephone's; "número" alone may be a house's. */
const TELEPHONES = WORDS.number.filter((word) => word !== "numero" && word !== "number");

/** Among so many lines the head is looked for: above it may stand what the sheet is called, and when it was made. */
const ABOVE = 10;

/** What a sheet's columns are taken for. */
export interface GuessedColumns {
  /** How many of the lines come before the people: the head, and what stands above it. */
  before: number;
  /** Which of the lines is the head; -1 for none. */
  headAt: number;
  columns: FieldColumns;
  /** Where a number is looked for, in this order, when its own column is empty. */
  spare: number[];
}

/** Which of these lines is the head, and which column is what. */
export function guessedColumns(lines: readonly SheetLine[]): GuessedColumns {
  const headAt = headOf(lines);
  if (headAt < 0) return { before: 0, headAt, columns: byContent(lines), spare: [] };
  const titles = lines[headAt]!.cells.map(titleOf), others = lines.slice(headAt + 1);
  const columns = byHead(titles, others);
  return { before: headAt + 1, headAt, columns, spare: spareOf(titles, columns.number) };
}

/**
 * The line whose titles name the most of what we know, the first of several; else the first line, unless it has somebody's
 * number or address. What comes after the first person is no head.
 */
function headOf(lines: readonly SheetLine[]): number {
  const above = lines.slice(0, ABOVE), person = above.findIndex(({ cells }) => cells.some(isSomebodys));
  const known = (person < 0 ? above : above.slice(0, person)).map(({ cells }) => {
    const columns = byTitles(cells.map(titleOf));
    return FIELDS.filter((field) => columns[field] >= 0).length;
  });
  const most = Math.max(0, ...known);
  if (most > 0) return known.indexOf(most);
  return person === 0 || lines.length === 0 ? -1 : 0;
}

/** A column may be called by a day, 20240101: that is too short for anybody's number. */
function isSomebodys(cell: string): boolean {
  return (isNumber(cell) && digitsOf(cell).length >= 10) || isEmail(cell);
}

function titleOf(cell: string): string {
  return ` ${folded(cell).replace(/[^a-z0-9]+/g, " ").trim()} `;
}

function byTitles(titles: string[]): FieldColumns {
  const columns: FieldColumns = { name: -1, number: -1, email: -1 };
  // "Número do contato" is a number before it is a contact.
  for (const field of ["email", "number", "name"] as const) {
    const taken = Object.values(columns);
    const free = (fits: (title: string) => boolean) =>
      titles.findIndex((title, nth) => !taken.includes(nth) && fits(title));
    const found = WORDS[field].map((word) => free((title) => title === ` ${word} `))
      .concat(WORDS[field].map((word) => free((title) => title.includes(` ${word} `))));
    columns[field] = found.find((nth) => nth >= 0) ?? -1;
  }
  return columns;
}

function byHead(titles: string[], rows: readonly SheetLine[]): FieldColumns {
  const columns = byTitles(titles), content = byContent(rows);
  if (columns.number < 0 && !Object.values(columns).includes(content.number)) columns.number = content.number;
  return columns;
}

/** The other columns of telephones, the surest first. */
function spareOf(titles: string[], number: number): number[] {
  const sure = (title: string) => TELEPHONES.findIndex((word) => title.includes(` ${word} `));
  return titles.map((title, nth) => ({ nth, at: sure(title) })).filter(({ nth, at }) => at >= 0 && nth !== number)
    .sort((one, other) => one.at - other.at).map(({ nth }) => nth);
}

/** So many rows tell what a column holds. */
const LOOKED_AT = 50;

function byContent(rows: readonly SheetLine[]): FieldColumns {
  const some = rows.slice(0, LOOKED_AT);
  const best = (isSuch: (cell: string) => boolean | number, taken: number[]) => {
    const counts = (some[0]?.cells ?? []).map((_, nth) =>
      taken.includes(nth) ? 0 : some.reduce((sum, { cells }) => sum + Number(isSuch(cells[nth] ?? "")), 0)
    );
    const most = Math.max(0, ...counts);
    return most > 0 ? counts.indexOf(most) : -1;
  };
  const number = best(likeNumber, []), email = best(isEmail, [number]);
  return { number, email, name: best((cell) => /\p{L}{2}/u.test(cell) && !isEmail(cell), [number, email]) };
}

function isNumber(cell: string): boolean {
  return isRounded(cell) || (/^[+(]?[\d ().-]+$/.test(cell) && digitsOf(cell).length >= 8);
}

/** How much a cell looks like a telephone number: a person's or a firm's number at the tax office (CPF, CNPJ) does not. */
function likeNumber(cell: string): number {
  if (!isNumber(cell) || isTaxNumber(cell)) return 0;
  return isWithoutCountry(cell) || /^\+|^55[1-9][1-9][2-9]/.test(cell.replace(/[ ().-]/g, "")) ? 2 : 1;
}

/** Written as one, or with the right check digits of one (Receita Federal, modulo 11). */
function isTaxNumber(cell: string): boolean {
  if (/^\d{3}\.\d{3}\.\d{3}-\d\d$|^\d\d\.\d{3}\.\d{3}\/?\d{4}-\d\d$/.test(cell.trim())) return true;
  const digits = [...digitsOf(cell)].map(Number);
  if (digits.length !== 11) return false;
  const check = (count: number) => {
    const sum = digits.slice(0, count).reduce((total, digit, nth) => total + digit * (count + 1 - nth), 0);
    return sum * 10 % 11 % 10;
  };
  return check(9) === digits[9] && check(10) === digits[10];
}

function isEmail(cell: string): boolean {
  return /^\S+@\S+\.\S+$/.test(cell);
}

/** What Excel makes of a long number when it writes a .csv: most of its digits are lost. */
export function isRounded(cell: string): boolean {
  return /^\d([.,]\d+)?e\+?\d+$/i.test(cell.trim());
}

/** Brazilian numbers as they are written within the country: an area and eight or nine digits (Anatel, resolution 749). */
export function isWithoutCountry(cell: string): boolean {
  return !cell.startsWith("+") && /^0?[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(digitsOf(cell));
}

export function digitsOf(cell: string): string {
  return cell.replace(/\D/g, "");
}
