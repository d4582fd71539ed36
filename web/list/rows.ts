import type { Change } from "../../src/contract/events.ts";

/** A list as far as it has been read. */
export interface Rows<Row> {
  rows: readonly Row[];
  /** The last page that was read; 0 before the first answer. */
  page: number;
  hasMore: boolean;
  /** `loading` is the first page, `more` a further one; a list that failed keeps the rows it had. */
  state: "loading" | "more" | "ready" | "failed";
  error?: unknown;
}

export const NOTHING_YET: Rows<never> = { rows: [], page: 0, hasMore: false, state: "loading" };

/** The list with one more page. Rows that moved between two requests arrive twice; the newer copy wins. */
export function withPage<Row extends { id: number }>(
  list: Rows<Row>,
  page: number,
  { rows, hasMore }: { rows: readonly Row[]; hasMore: boolean },
): Rows<Row> {
  const before = page === 1 ? [] : list.rows;
  return { rows: withoutDoubles([...before, ...rows]), page, hasMore, state: "ready" };
}

/** Keeps each row's first place with its last content. */
function withoutDoubles<Row extends { id: number }>(rows: readonly Row[]): Row[] {
  const byId = new Map<number, Row>();
  for (const row of rows) byId.set(row.id, row);
  return [...byId.values()];
}

/** The rows after a change: the changed row stays where it is, a new one comes first or where `compare` puts it. */
export function applyChange<Row extends { id: number }>(
  rows: readonly Row[],
  change: Change<Row>,
  compare?: (one: Row, other: Row) => number,
): readonly Row[] {
  if (change.action === "delete") return rows.filter((row) => row.id !== change.id);
  const { record } = change;
  const isKnown = rows.some((row) => row.id === record.id);
  const changed = isKnown ? rows.map((row) => row.id === record.id ? newerOf(row, record) : row) : [record, ...rows];
  return compare ? changed.toSorted(compare) : changed;
}

/** An event, or an answer, that was overtaken by a later one changes nothing back. */
export function newerOf<Row extends object>(shown: Row, update: Row): Row {
  const revisionOf = (row: { revision?: number }) => row.revision ?? 0;
  return revisionOf(update) < revisionOf(shown) ? shown : update;
}

/** Likewise for a list that was searched: a row that the search does not find leaves it. */
export function applyFound<Row extends { id: number }>(
  rows: readonly Row[],
  change: Change<Row>,
  { isFound, compare, hasMore }: {
    isFound: (row: Row) => boolean;
    compare?: (one: Row, other: Row) => number;
    /** Whether pages are still to come: what stands behind all rows that are here comes with one of those. */
    hasMore?: boolean;
  },
): readonly Row[] {
  const isGone = change.action !== "delete" && !isFound(change.record);
  const changed = applyChange(rows, isGone ? { action: "delete", id: change.record.id } : change, compare);
  const isBeyond = compare && hasMore && change.action !== "delete" && changed.at(-1)?.id === change.record.id &&
    rows.at(-1)?.id !== change.record.id;
  return isBeyond ? changed.slice(0, -1) : changed;
}
