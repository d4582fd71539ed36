import type { ReactNode } from "react";
import type { Value } from "../../src/shared/order.ts";

export interface Column<Row> {
  id: string;
  title: string;
  /** A track of the CSS grid that every row is: `120px`, `minmax(0, 2fr)`. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** What the rows of a list that is here as a whole are sorted by; the server sorts those that come by pages. */
  sortBy?: (row: Row) => Value;
  /** Names the row: read first, and never left out. */
  isHeader?: boolean;
  align?: "end";
  /** Where it goes on a phone's card; without a place it is left out there. */
  card?: "title" | "corner" | "main" | "side";
  /** Left out below 1040 px, where there is no room for all. */
  isSpare?: boolean;
}

/** `soon` and `late` are about a day that comes or has passed, `danger` is what is worst. */
export type RowTone = "soon" | "late" | "danger";

/** No column is made narrower than this (px): its head would say nothing. */
export const NARROWEST = 64;
export const WIDEST = 2000;

/** What a person may do with a column. What names a row and what acts on it is always there, and where it came. */
export function freedomOf({ id, isHeader }: Pick<Column<never>, "id" | "isHeader">) {
  const acts = id === "actions";
  return { enableHiding: !acts && !isHeader, enableResizing: !acts };
}
