import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ReactTable,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useEffect, useMemo } from "react";
import { useMe } from "../session.ts";
import { type Column, freedomOf, NARROWEST, WIDEST } from "./column.ts";
import { inOrder, keepLayout, keptLayout, type Layout } from "./layout.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
});

/** A table as @tanstack/react-table knows it, whatever its rows are. */
// deno-lint-ignore no-explicit-any
export type AnyTable = ReactTable<typeof features, any>;

/** Rows and columns as the person has arranged them; how they are arranged is kept on the device. */
export function useDataTable<Row extends { id: number }>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
) {
  const { id: personId } = useMe();
  const signature = columns.map(({ id, isHeader }) => `${id} ${isHeader ?? ""}`).join("\n");
  const table = useTable({
    features,
    data: rows,
    getRowId: rowId,
    // Pages say their columns anew whenever they are drawn; the table is to begin anew only where they are others.
    columns: useMemo(() => columns.map(definitionOf), [signature]),
    initialState: useMemo(() => stateOf(keptLayout(personId, name), columns), []),
  });
  const { columnOrder, columnVisibility, columnSizing, columnResizing } = table.state;
  const isDragged = columnResizing.isResizingColumn !== false;
  useEffect(() => {
    // While an edge is dragged its place is written nowhere; where it ends, once.
    if (!isDragged) keepLayout(personId, name, layoutOf(table.state));
  }, [columnOrder, columnVisibility, columnSizing, isDragged]);
  const shown = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  }, [columns, columnOrder, columnVisibility]);
  return { table: table as AnyTable, shown };
}

function rowId({ id }: { id: number }): string {
  return String(id);
}

function definitionOf(column: Column<never>) {
  return { id: column.id, ...freedomOf(column), minSize: NARROWEST, maxSize: WIDEST, accessorFn: () => null };
}

/** Columns that an update has brought since then stand where they came. */
function stateOf({ hidden, order, widths }: Layout, columns: readonly Column<never>[]) {
  return {
    columnOrder: order.length === 0 ? [] : inOrder(columns, order).map(({ id }) => id),
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnSizing: { ...widths },
  };
}

interface Arranged {
  columnOrder: readonly string[];
  columnVisibility: Readonly<Record<string, boolean>>;
  columnSizing: Readonly<Record<string, number>>;
}

function layoutOf({ columnOrder, columnVisibility, columnSizing }: Arranged): Layout {
  const hidden = Object.keys(columnVisibility).filter((id) => !columnVisibility[id]);
  return { hidden, order: columnOrder, widths: columnSizing };
}
