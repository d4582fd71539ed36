import { type KeyboardEvent, type MouseEvent, type ReactNode, type TouchEvent, useEffect, useRef } from "react";
import { isCovered, isField } from "../ui/busyElsewhere.ts";
import { useSteady } from "../ui/useSteady.ts";
import type { AnyTable } from "./useDataTable.ts";

/** What can be done with several rows at once. */
export interface Bulk<Row> {
  /** How many are selected, in words. */
  says: (count: number) => string;
  actions: (rows: readonly Row[]) => ReactNode;
}

/** How long (ms) a finger rests on a card until it selects it, and how far (px) it may stray meanwhile. */
const REST = 450;
const STRAY = 10;

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
  const rest = useRest((id) => toggle(id, { shiftKey: false }, true));
  const does = useSteady({ toggle, move });
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

function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isCovered() || isField(event.target)) return;
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isOn]);
}

/** A finger that rests on a card selects it while it rests, so that one sees it and can lift it. */
function useRest(act: (id: number) => void) {
  const rest = useRef<{ clock: ReturnType<typeof setTimeout>; x: number; y: number; isMeant: boolean } | null>(null);
  const end = () => {
    clearTimeout(rest.current?.clock);
    rest.current = null;
  };
  useEffect(() => end, []);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      end();
      const id = rowAt(target), touch = touches[0]!;
      if (id === undefined || touches.length > 1) return;
      const clock = setTimeout(() => {
        rest.current!.isMeant = true;
        act(id);
      }, REST);
      rest.current = { clock, x: touch.clientX, y: touch.clientY, isMeant: false };
    },
    onTouchMove({ touches }: TouchEvent) {
      const { clientX, clientY } = touches[0]!, from = rest.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STRAY) end();
    },
    onTouchEnd(event: TouchEvent) {
      // Otherwise the browser would press what lies below the finger, and let the card go again.
      if (rest.current?.isMeant) event.preventDefault();
      end();
    },
    onTouchCancel: end,
    onContextMenu(event: MouseEvent) {
      if (rest.current) event.preventDefault();
    },
  };
}

function rowAt(target: EventTarget): number | undefined {
  const row = (target as Element).closest<HTMLElement>("[data-row]");
  return row ? Number(row.dataset.row) : undefined;
}

function boxOf(row: Element, id: number): HTMLElement | null | undefined {
  return row.closest("[role=table]")?.querySelector<HTMLElement>(`[data-row="${id}"] input[type=checkbox]`);
}
