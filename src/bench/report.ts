/** One line of the bench's table. */
export interface Figure {
  what: string;
  measured: string;
  wanted: string;
  isMet: boolean;
}

export function atLeast(what: string, value: number, least: number, unit = ""): Figure {
  return { what, measured: `${round(value)}${unit}`, wanted: `≥ ${least}${unit}`, isMet: value >= least };
}

export function atMost(what: string, value: number, most: number, unit = ""): Figure {
  return { what, measured: `${round(value)}${unit}`, wanted: `≤ ${most}${unit}`, isMet: value <= most };
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);
}

export function print(figures: Figure[]): void {
  const rows = figures.map(({ what, measured, wanted, isMet }) => [what, measured, wanted, isMet ? "met" : "MISSED"]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("   "));
}

/** The value below which `part` (0 to 1) of all lie. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
