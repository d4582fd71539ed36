import type { Column } from "./column.ts";
import type { AnyTable } from "./useDataTable.ts";

/** The tracks of the CSS grid that a table's rows are: a column has the width that it was given, its own track until then. */
export function tracksOf(columns: readonly Pick<Column<never>, "id" | "width">[], table: AnyTable): string {
  const { columnSizing } = table.state;
  return columns.map(({ id, width }) => id in columnSizing ? `${table.getColumn(id)!.getSize()}px` : width).join(" ");
}
