export type Cell = string | number | null;

/** A table as Excel reads it in Brazil: `;` between the cells, a byte order mark so that accents stay what they are. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cellText).join(";")).join("\r\n")}\r\n`;
}

/** The same as a file. */
export function csvFile(rows: readonly (readonly Cell[])[]): Blob {
  return new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" });
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell).replace(".", ",");
  const safe = isFormula(cell) ? `'${cell}` : cell;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A customer's name must not be computed on the administrator's machine (OWASP, CSV injection). A phone number may stand. */
function isFormula(text: string): boolean {
  return /^[\s]*[=+\-@\t\r]/.test(text) && !PHONE_NUMBER.test(text);
}

/** `+55 11 98765-4321`, which no spreadsheet takes for a sum as it would `+1-2345678`, or digits alone. */
const PHONE_NUMBER = /^\+\d{1,3} \d[\d -]{4,16}\d$|^\+\d{8,15}$/;
