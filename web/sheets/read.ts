import { read, utils, type WorkBook } from "xlsx";
import { begins, COMPOUND, decoded, separatorOf, ZIP } from "../../src/shared/sheet_text.ts";

/** More columns than this are not looked at: a sheet may claim sixteen thousand of them. */
const MOST_COLUMNS = 50;

/**
 * The rows of a file's first sheet that has any, each cell as a text; .xlsx, .xls, .ods, .csv, or a table of HTML that calls
 * itself .xls. At most `mostRows`; those at the end that are empty are left out. Throws for what is no spreadsheet.
 */
export function rowsOf(bytes: Uint8Array, mostRows: number): string[][] {
  const { SheetNames, Sheets } = bookOf(bytes, mostRows);
  for (const name of SheetNames) {
    const sheet = Sheets[name]!;
    if (!sheet["!ref"]) continue;
    const { s, e } = utils.decode_range(sheet["!ref"]);
    const range = {
      s: { r: 0, c: s.c },
      e: { r: Math.min(e.r, mostRows - 1), c: Math.min(e.c, s.c + MOST_COLUMNS - 1) },
    };
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: "", blankrows: true, range })
      .map((row) => row.map(textOf));
    while (rows.at(-1)?.every((cell) => cell === "")) rows.pop();
    if (rows.length > 0) return rows;
  }
  return [];
}

function bookOf(bytes: Uint8Array, sheetRows: number): WorkBook {
  // A zip archive (.xlsx, .ods) or a compound file (.xls); anything else that is no text is a picture or a program.
  if (begins(bytes, ZIP) || begins(bytes, COMPOUND)) {
    return read(bytes, { type: "array", sheetRows, cellFormula: false, cellHTML: false, cellStyles: false });
  }
  const text = decoded(bytes);
  if (text.includes("\0")) throw new Error("This is no spreadsheet");
  return read(text, { type: "string", raw: true, sheetRows, FS: /^\s*</.test(text) ? undefined : separatorOf(text) });
}

/** Numbers with all their digits; without the apostrophe that keeps a text from being a formula. */
function textOf(cell: unknown): string {
  if (typeof cell === "number") return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
  return typeof cell === "string" ? cell.trim().replace(/^'(?=\s*[=+\-@])/, "") : "";
}
