import type { Ticket } from "../../../src/contract/tickets.ts";
import { type ListName, listOf } from "../list.ts";

/** Which tickets are selected, each with the list in which it stood then. */
export interface Selection {
  lists: ReadonlyMap<number, ListName>;
  /** The one that was pressed last: with Shift a press selects all from there. */
  anchor: number | null;
}

type Row = Pick<Ticket, "id" | "isGroup" | "status">;

export const NOTHING: Selection = { lists: new Map(), anchor: null };

/** One ticket more, or one less. */
export function toggled({ lists }: Selection, row: Row, isOn = !lists.has(row.id)): Selection {
  const next = new Map(lists);
  if (isOn) next.set(row.id, listOf(row));
  else next.delete(row.id);
  return { lists: next, anchor: row.id };
}

/** All from the ticket that was pressed last to this one, besides what is selected already. */
export function withRange(selection: Selection, rows: readonly Row[], id: number): Selection {
  const to = rows.findIndex((row) => row.id === id);
  const anchor = rows.findIndex((row) => row.id === selection.anchor);
  const from = anchor === -1 ? to : anchor;
  const range = to === -1 ? [] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...withAll(selection, range), anchor: rows[from]?.id ?? null };
}

export function withAll({ lists, anchor }: Selection, rows: readonly Row[]): Selection {
  return { lists: new Map([...lists, ...rows.map((row) => [row.id, listOf(row)] as const)]), anchor };
}

/** From one ticket to the next by key: both are selected; back over what is selected, the first is let go again. */
export function stepped(selection: Selection, from: Row, to: Row): Selection {
  const isBack = selection.lists.has(from.id) && selection.lists.has(to.id);
  return isBack ? toggled(selection, from, false) : toggled(toggled(selection, from, true), to, true);
}

/** What has left the list, or stands in another one of it since somebody has moved it, is not selected any more. */
export function stillThere(selection: Selection, rows: readonly Row[]): Selection {
  if (selection.lists.size === 0) return selection;
  const lists = new Map(rows.map((row) => [row.id, listOf(row)]));
  const left = [...selection.lists].filter(([id, list]) => lists.get(id) === list);
  return left.length === selection.lists.size ? selection : { ...selection, lists: new Map(left) };
}
