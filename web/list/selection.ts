import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo } from "react";
import { useSteady } from "../ui/useSteady.ts";
import { aRest } from "./rest.ts";
import { useEscape } from "./useEscape.ts";
import type { AnyTable } from "./useDataTable.ts";

/** What can be done with several rows at once. */
export interface Bulk<Row> {
  /** How many are selected, in words. */
  says: (count: number) => string;
  actions: (rows: readonly Row[]) => ReactNode;
}

/** What ends a press by itself, so that it is not for its row. */
const PRESSED = "button, a, input, label, [role=button], [role=menuitem]";

/**
 * How rows are selected: a press on the box, with Shift for a range; on the row with Shift or Ctrl; by keyboard Space and
 * Shift with an arrow on the box; on a phone a long press on the first card and short ones on the others. Esc lets go.
 */
export function useSelecting<Row extends { id: number }>(table: AnyTable, rows: readonly Row[], place: string) {
  const selected = rows.filter(({ id }) => table.state.rowSelection[id]);
  const letGo = () => table.resetRowSelection(true);
  useEffect(() => letGo(), [place]);
  useEscape(selected.length > 0, letGo);

  const toggle = (id: number, event: Pick<MouseEvent, "shiftKey">, to = !table.state.rowSelection[id]) =>
    table.getRowModel().rowsById[id]?.getToggleSelectedHandler()({ target: { checked: to }, shiftKey: event.shiftKey });
  const press = (event: MouseEvent) => {
    const id = rowAt(event.target);
    if (id === undefined || (event.target as Element).closest(PRESSED)) return;
    const isFinger = (event.nativeEvent as PointerEvent).pointerType === "touch";
    if (event.shiftKey) toggle(id, event, true);
    else if (event.ctrlKey || event.metaKey || (isFinger && selected.length > 0)) toggle(id, event);
  };
  const move = (event: KeyboardEvent, id: number) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = rows[rows.findIndex((row) => row.id === id) + by];
    if (!next) return;
    if (event.shiftKey) extend(id, next.id);
    boxOf(event.currentTarget, next.id)?.focus();
  };
  /** Back over what is selected already it is let go again. */
  const extend = (from: number, to: number) => {
    const isBack = table.state.rowSelection[from] && table.state.rowSelection[to];
    if (isBack) return toggle(from, { shiftKey: false }, false);
    toggle(from, { shiftKey: false }, true);
    toggle(to, { shiftKey: false }, true);
  };
  const does = useSteady({ toggle, move });
  const rest = useMemo(() => aRest(rowAt, (id) => does.toggle(id, { shiftKey: false }, true)), []);
  useEffect(() => rest.onTouchCancel, []);
  return {
    selected,
    letGo,
    /** The same as long as the table is drawn, for rows that are drawn anew only when they change. */
    does,
    /** For what holds the rows. */
    handlers: {
      ...rest,
      onClick: press,
      // Shift would select text from here to there.
      onMouseDown: (event: MouseEvent) => {
        if (event.shiftKey && rowAt(event.target) !== undefined) event.preventDefault();
      },
    },
  };
}

export type Selecting = ReturnType<typeof useSelecting>;

function rowAt(target: EventTarget | null): number | undefined {
  const row = (target as Element).closest<HTMLElement>("[data-row]");
  return row ? Number(row.dataset.row) : undefined;
}

function boxOf(row: Element, id: number): HTMLElement | null | undefined {
  return row.closest("[role=table]")?.querySelector<HTMLElement>(`[data-row="${id}"] input[type=checkbox]`);
}
