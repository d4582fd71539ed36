import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { Column } from "./column.ts";
import { SelectAllBox } from "./SelectBox.tsx";
import type { Selecting } from "./selection.ts";
import type { AnyTable } from "./useDataTable.ts";
import { WidthHandle } from "./WidthHandle.tsx";
import css from "./DataTable.module.css";

interface TableHeadProps {
  table: AnyTable;
  columns: readonly Pick<Column<never>, "id" | "title" | "align" | "isSpare">[];
  /** There are no rows yet, so that it heads nothing. */
  isIdle: boolean;
  /** For tables whose rows can be selected. */
  selecting?: Selecting;
}

/** The heads of a table's columns. */
export function TableHead({ table, columns, isIdle, selecting }: TableHeadProps) {
  const { t } = useLingui();
  return (
    <div className={css.head} role="rowgroup" aria-hidden={isIdle}>
      <div className={css.row} role="row" aria-rowindex={isIdle ? undefined : 1}>
        {selecting && (
          <div className={css.select} role="cell">
            {!isIdle && <SelectAllBox table={table} selecting={selecting} />}
          </div>
        )}
        {columns.map(({ id, title, align, isSpare }) => (
          <div
            key={id}
            className={css.cell}
            role="columnheader"
            aria-sort={isIdle ? undefined : sortOf(table, id)}
            data-align={align}
            data-spare={isSpare}
          >
            {isIdle ? title : <SortButton table={table} column={id} title={title} />}
            {!isIdle && table.getColumn(id)?.getCanResize() && (
              <WidthHandle table={table} column={id} label={t`Largura da coluna`} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** What a table's head says of the order by a column; nothing where it has none. */
export function sortOf(table: AnyTable, id: string): "ascending" | "descending" | "none" | undefined {
  const column = table.getColumn(id);
  if (!column?.getCanSort()) return undefined;
  const order = column.getIsSorted();
  return order ? `${order}ending` : "none";
}

/** A column's title; pressed, it sorts up, then down, then as it was. */
export function SortButton({ table, column: id, title }: { table: AnyTable; column: string; title: string }) {
  const column = table.getColumn(id);
  if (!column?.getCanSort()) return title;
  const order = column.getIsSorted(), Arrow = order === "desc" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={order || undefined}
      onClick={() => column.toggleSorting()}
    >
      {title}
      <Arrow size={12} aria-hidden />
    </button>
  );
}
