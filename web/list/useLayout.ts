import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useMe } from "../session.ts";
import type { Column } from "./DataTable.tsx";
import { inOrder, keepLayout, keptLayout, type Layout, NARROWEST, WIDEST } from "./layout.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
});
const NO_ROWS: never[] = [];

/** What names a row and what acts on it is always there, and where it came. */
export function isFixed({ id, isHeader }: Pick<Column<never>, "id" | "isHeader">): boolean {
  return isHeader === true || id === "actions";
}

/** The columns as the person has arranged them, and what they arrange them by (@tanstack/react-table). */
export function useLayout<Row>(name: string, columns: readonly Column<Row>[]) {
  const { id: personId } = useMe();
  const [layout, setLayout] = useState(() => keptLayout(personId, name));
  const change = (next: Layout) => {
    setLayout(next);
    keepLayout(personId, name, next);
  };
  const ids = columns.map(({ id }) => id).join(" ");
  const table = useTable({
    features,
    data: NO_ROWS,
    columns: useMemo(() => ids.split(" ").map((id) => ({ id, minSize: NARROWEST, accessorFn: () => null })), [ids]),
    state: {
      columnOrder: inOrder(columns.filter((column) => !isFixed(column)), layout.order).map(({ id }) => id),
      columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
      columnSizing: layout.widths,
    },
    onColumnOrderChange: (to: Updater<string[]>) =>
      change({ ...layout, order: functionalUpdate(to, [...layout.order]) }),
    onColumnVisibilityChange: (to: Updater<Record<string, boolean>>) => {
      const shown = functionalUpdate(to, Object.fromEntries(layout.hidden.map((id) => [id, false])));
      change({ ...layout, hidden: Object.keys(shown).filter((id) => !shown[id]) });
    },
    onColumnSizingChange: (to: Updater<Record<string, number>>) =>
      setLayout((now) => {
        const next = { ...now, widths: functionalUpdate(to, { ...now.widths }) };
        keepLayout(personId, name, next);
        return next;
      }),
  });
  const movable = inOrder(columns.filter((column) => !isFixed(column)), layout.order);
  const all = columns.map((column) => isFixed(column) ? column : movable.shift()!);
  const shown = all.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? true);
  return {
    /** Makes a column so wide (px). */
    widen: (id: string, px: number) =>
      table.setColumnSizing((now) => ({ ...now, [id]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, px))) })),
    /** In the person's order, those that they want to see. */
    shown,
    /** In the person's order, those that they may arrange. */
    arranged: all.filter((column) => !isFixed(column)),
    layout,
    change,
  };
}
