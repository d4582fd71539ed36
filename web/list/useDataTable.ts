import {
  type ColumnDef,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useEffect, useMemo } from "react";
import { compareValues } from "../../src/shared/order.ts";
import { useMe } from "../session.ts";
import { type Column, freedomOf, NARROWEST, WIDEST } from "./column.ts";
import { inOrder, keepLayout, keptLayout, type Layout } from "./layout.ts";
import { type Sorting, useSorting } from "./useSorting.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** A table as @tanstack/react-table knows it, whatever its rows are. */
// deno-lint-ignore no-explicit-any
export type AnyTable = ReactTable<typeof features, any>;

/** What has to be known of a column for that. */
type Arranged<Row> = Pick<Column<Row>, "id" | "isHeader" | "sortBy">;

/** Rows and columns as the person has arranged them; how they are arranged is kept on the device. */
export function useDataTable<Row extends { id: number }, C extends Arranged<Row> = Column<Row>>(
  name: string,
  columns: readonly C[],
  rows: readonly Row[],
  /** Of a list that the server sorts. */
  paged?: Sorting,
) {
  const { id: personId } = useMe();
  const own = useSorting(name, columns.filter(({ sortBy }) => sortBy).map(({ id }) => id));
  const { names, state: sorting, onChange } = paged ?? own;
  const signature = columns.map(({ id, isHeader }) => `${id} ${isHeader ?? ""}`).concat(names).join("\n");
  const table = useTable({
    features,
    data: rows,
    getRowId: rowId,
    // Pages say their columns anew whenever they are drawn; the table is to begin anew only where they are others.
    columns: useMemo(() => columns.map((column) => definitionOf(column, names)), [signature]),
    state: { sorting },
    onSortingChange: onChange,
    manualSorting: paged !== undefined,
    enableMultiSort: false,
    // With Shift a press asks for all rows from the last one that was pressed to this one.
    isRowRangeSelectionEvent: (event) => (event as MouseEvent).shiftKey === true,
    sortDescFirst: false,
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
  const model = table.getRowModel();
  const sorted = useMemo(() => model.rows.map(({ original }) => original), [model]);
  return { table: table as AnyTable, shown, rows: sorted };
}

function rowId({ id }: { id: number }): string {
  return String(id);
}

function definitionOf<Row extends { id: number }>(
  column: Arranged<Row>,
  names: readonly string[],
): ColumnDef<typeof features, Row> {
  const { id, sortBy } = column;
  return {
    id,
    ...freedomOf(column),
    minSize: NARROWEST,
    maxSize: WIDEST,
    enableSorting: names.includes(id),
    accessorFn: (row) => sortBy?.(row) ?? undefined,
    // What is not there stands last in either order.
    sortUndefined: "last",
    sortFn: (one, other) => compareValues(one.getValue(id), other.getValue(id)),
  };
}

/** Columns that an update has brought since then stand where they came. */
function stateOf({ hidden, order, widths }: Layout, columns: readonly Pick<Column<never>, "id">[]) {
  return {
    columnOrder: order.length === 0 ? [] : inOrder(columns, order).map(({ id }) => id),
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnSizing: { ...widths },
  };
}

interface Arrangement {
  columnOrder: readonly string[];
  columnVisibility: Readonly<Record<string, boolean>>;
  columnSizing: Readonly<Record<string, number>>;
}

function layoutOf({ columnOrder, columnVisibility, columnSizing }: Arrangement): Omit<Layout, "sort"> {
  const hidden = Object.keys(columnVisibility).filter((id) => !columnVisibility[id]);
  return { hidden, order: columnOrder, widths: columnSizing };
}
