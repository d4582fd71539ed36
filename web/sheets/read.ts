import { read, utils, type WorkBook } from "xlsx";

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
  if (begins(bytes, [0x50, 0x4b, 3, 4]) || begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return read(bytes, { type: "array", sheetRows, cellFormula: false, cellHTML: false, cellStyles: false });
  }
  const text = decoded(bytes);
  if (text.includes("\0")) throw new Error("This is no spreadsheet");
  return read(text, { type: "string", raw: true, sheetRows, FS: /^\s*</.test(text) ? undefined : separatorOf(text) });
}

/** UTF-8 with or without its mark, UTF-16 with one, else what Excel for Windows writes in Europe and America. */
export function decoded(bytes: Uint8Array): string {
  if (begins(bytes, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(bytes);
  if (begins(bytes, [0xfe, 0xff])) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What stands most often between the cells of the first line, outside of quotation marks. */
function separatorOf(text: string): string {
  const [head = ""] = text.replace(/"(?:[^"]|"")*"/g, "").trimStart().split(/\r\n?|\n/, 1);
  const count = (sign: string) => head.split(sign).length - 1;
  return [";", ",", "\t", "|"].reduce((best, sign) => count(sign) > count(best) ? sign : best);
}

function begins(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, nth) => bytes[nth] === byte);
}

/** Numbers with all their digits; without the apostrophe that keeps a text from being a formula. */
function textOf(cell: unknown): string {
  if (typeof cell === "number") return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
  return typeof cell === "string" ? cell.trim().replace(/^'(?=\s*[=+\-@])/, "") : "";
}
