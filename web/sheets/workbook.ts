import { utils, write } from "xlsx";
import type { Cell } from "./csv.ts";

export interface Sheet {
  /** At most 31 characters, none of them `[]:*?/\` (ECMA-376 and Excel). */
  name: string;
  /** The first is the head. */
  rows: readonly (readonly Cell[])[];
}

/** A workbook (.xlsx). Every text is stored as a text, so that none of them is a formula. */
export function workbookOf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  for (const { name, rows } of sheets) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
    sheet["!cols"] = widthsOf(rows);
    utils.book_append_sheet(book, sheet, name);
  }
  return new Uint8Array(write(book, { type: "array", bookType: "xlsx", compression: true }));
}

/** In characters; a longer text is cut on the screen, not in its cell. */
const NARROWEST = 8, WIDEST = 40;

function widthsOf(rows: Sheet["rows"]): { wch: number }[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [nth, cell] of row.entries()) {
      widths[nth] = Math.max(widths[nth] ?? NARROWEST, Math.min(String(cell ?? "").length + 1, WIDEST));
    }
  }
  return widths.map((wch) => ({ wch }));
}
