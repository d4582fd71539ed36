import type { KeyboardEvent, PointerEvent } from "react";
import type { AnyTable } from "./useDataTable.ts";
import { NARROWEST, WIDEST } from "./column.ts";
import css from "./DataTable.module.css";

/** How much wider (px) an arrow key makes a column. */
const STEP = 16;

interface WidthHandleProps {
  table: AnyTable;
  column: string;
  label: string;
}

/** The edge of a column's head, by which it is made wider: dragged, or with the arrow keys. */
export function WidthHandle({ table, column, label }: WidthHandleProps) {
  const widthOf = (handle: Element) => table.state.columnSizing[column] ?? handle.parentElement!.offsetWidth;
  const widen = (px: number) =>
    table.setColumnSizing((now) => ({ ...now, [column]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, px))) }));
  const dragged = (isResizingColumn: string | false) =>
    table.setColumnResizing((now) => ({ ...now, isResizingColumn }));
  const drag = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget, from = event.clientX, was = widthOf(handle);
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    dragged(column);
    handle.onpointermove = (move) => widen(was + move.clientX - from);
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
      dragged(false);
    };
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    widen(widthOf(event.currentTarget) + by);
  };
  return (
    <span
      ref={(handle) => handle?.setAttribute("aria-valuenow", String(widthOf(handle)))}
      className={css.handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      // A name would be read with every cell below, as a part of the head's.
      aria-valuetext={label}
      aria-valuemin={NARROWEST}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
