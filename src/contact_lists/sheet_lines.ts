import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet } from "xlsx";
import { LIST_SHEET, MOST_WIDTH } from "../contract/contact_lists.ts";
import { begins, COMPOUND, decoded, separatorOf, ZIP } from "../shared/sheet_text.ts";
import { BadSheet } from "./sheet_fault.ts";
import { unpackedSize } from "./zip_size.ts";

export type Cell = CellObject | undefined;
/** A line of a sheet, by its number there. */
export interface Line {
  line: number;
  cells: Cell[];
}

/**
 * The lines of the first sheet of a file that has any with something in them. Throws a BadSheet for what is no sheet, or too
 * large.
 */
export function linesIn(bytes: Uint8Array): Line[] {
  return linesOf(bookOf(bytes));
}

function bookOf(bytes: Uint8Array): WorkBook {
  const { mostRows, mostUnpacked } = LIST_SHEET;
  // One more than may be, and the head, so that too many are noticed.
  const options = { dense: true, sheetRows: mostRows + 2, cellHTML: false, cellStyles: false, bookVBA: false } as const;
  try {
    if (begins(bytes, ZIP)) {
      const size = unpackedSize(bytes);
      if (size === undefined) throw new BadSheet("ERR_SHEET_UNREADABLE");
      if (size > mostUnpacked) throw new BadSheet("ERR_SHEET_TOO_LARGE");
    }
    if (begins(bytes, ZIP) || begins(bytes, COMPOUND)) {
      return read(bytes, { ...options, type: "array", cellFormula: true, cellNF: true, dateNF: "dd/mm/yyyy" });
    }
    const text = decoded(bytes);
    if (text.includes("\0")) throw new BadSheet("ERR_SHEET_UNREADABLE");
    const FS = /^\s*</.test(text) ? undefined : separatorOf(text);
    return read(text, { ...options, type: "string", raw: true, cellFormula: false, FS });
  } catch (error) {
    throw error instanceof BadSheet ? error : new BadSheet("ERR_SHEET_UNREADABLE");
  }
}

function linesOf({ SheetNames, Sheets }: WorkBook): Line[] {
  for (const name of SheetNames) {
    const sheet = Sheets[name];
    if (!sheet?.["!ref"]) continue;
    const lines = filledLines(sheet);
    // The head is a line more.
    if (lines.length > LIST_SHEET.mostRows + 1) throw new BadSheet("ERR_SHEET_TOO_LARGE");
    if (lines.length > 0) return lines;
  }
  return [];
}

function filledLines(sheet: WorkSheet): Line[] {
  const { s } = utils.decode_range(sheet["!ref"]!);
  const data = (sheet["!data"] ?? []) as (Cell[] | undefined)[];
  const lines: Line[] = [];
  for (const [row, all = []] of data.entries()) {
    // A row of the library may lack cells, and then has holes.
    const cells = Array.from(all.slice(s.c, s.c + MOST_WIDTH), (cell) => cell);
    if (cells.some((cell) => textIn(cell) !== "" || cell?.f)) lines.push({ line: row + 1, cells });
  }
  return lines;
}

/** What a cell says. Numbers with all their digits, and as Brazil writes them; dates by day, month, year. */
export function textIn(cell: Cell): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === "e") return "";
  if (cell.t !== "n") return unquoted(String(cell.t === "b" ? (cell.v ? "1" : "0") : cell.v));
  const value = cell.v as number, format = String(cell.z ?? "General");
  if (SSF.is_date(format)) return cell.w ?? String(value);
  const shown = cell.w?.trim() ?? "";
  // However it is shown, a long number is meant with all its digits.
  return format === "General" || shown === "" || /\dE[+-]/i.test(shown) ? plain(value) : ofBrazil(shown);
}

function plain(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value).replace(".", ",");
}

/** The library writes 1,234.50 as in English. */
function ofBrazil(text: string): string {
  return text.replace(/[.,]/g, (sign) => sign === "," ? "." : ",");
}

/** Without what keeps a text from being taken for a number or a formula: `'…`, `="…"`. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^="(.*)"$/.exec(trimmed)?.[1] ?? trimmed.replace(/^'(?=\s*[=+\-@\d])/, "");
}
