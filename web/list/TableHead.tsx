import { useLingui } from "@lingui/react/macro";
import type { Column } from "./column.ts";
import type { AnyTable } from "./useDataTable.ts";
import { WidthHandle } from "./WidthHandle.tsx";
import css from "./DataTable.module.css";

interface TableHeadProps {
  table: AnyTable;
  columns: readonly Pick<Column<never>, "id" | "title" | "align" | "isSpare">[];
  /** There are no rows yet, so that it heads nothing. */
  isIdle: boolean;
}

/** The heads of a table's columns. */
export function TableHead({ table, columns, isIdle }: TableHeadProps) {
  const { t } = useLingui();
  return (
    <div className={css.head} role="rowgroup" aria-hidden={isIdle}>
      <div className={css.row} role="row" aria-rowindex={isIdle ? undefined : 1}>
        {columns.map(({ id, title, align, isSpare }) => (
          <div key={id} className={css.cell} role="columnheader" data-align={align} data-spare={isSpare}>
            {title}
            {!isIdle && table.getColumn(id)?.getCanResize() && (
              <WidthHandle table={table} column={id} label={t`Largura da coluna`} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
