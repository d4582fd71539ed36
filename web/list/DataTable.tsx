import { useLingui } from "@lingui/react/macro";
import type { CSSProperties, ReactNode } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";
import type { Column, RowTone } from "./column.ts";
import { BulkBar } from "./BulkBar.tsx";
import { ColumnsButton } from "./ColumnsButton.tsx";
import type { ListView } from "./pagedList.ts";
import { PagedRows } from "./PagedRows.tsx";
import { type Bulk, useSelecting } from "./selection.ts";
import { SortMenu } from "./SortMenu.tsx";
import { TableHead } from "./TableHead.tsx";
import { tracksOf } from "./tracks.ts";
import { TableRow } from "./TableRow.tsx";
import { type AnyTable, useDataTable } from "./useDataTable.ts";
import type { Sorting } from "./useSorting.ts";
import css from "./DataTable.module.css";

export interface DataTableProps<Row extends { id: number }> {
  /** Under which the person's arrangement of the columns is kept. */
  name: string;
  list: ListView<Row>;
  label: string;
  place: string;
  columns: readonly Column<Row>[];
  /** The order that the server brings the list in; one that is here as a whole is sorted by its columns' `sortBy`. */
  sorting?: Sorting;
  /** What can be done with several rows at once; without it none are selected. */
  bulk?: Bulk<Row>;
  /** A row that is to be noticed. */
  toneOf?: (row: Row) => RowTone | undefined;
  rowHeight?: number;
  empty: ReactNode;
}

/**
 * Rows under column heads, which each person shows, hides, orders and widens as they like; on a phone each row is a card.
 * Only the rows in view exist.
 */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { name, list, label, place, columns, sorting, bulk, toneOf, rowHeight = 48, empty } = props;
  const { t } = useLingui();
  const { table, shown, rows } = useDataTable(name, columns, list.rows, sorting);
  const selecting = useSelecting(table, rows, place);
  const before = bulk ? "24px " : "";
  const style = {
    "--columns": before + tracksOf(shown, table),
    "--columns-tight": before + tracksOf(shown.filter(({ isSpare }) => !isSpare), table),
    "--row": `${rowHeight}px`,
  } as CSSProperties;
  const isTable = list.rows.length > 0;
  return (
    <div className={css.frame}>
      {bulk && <BulkBar bulk={bulk} selected={selecting.selected} onLetGo={selecting.letGo} />}
      {(isTable || list.state === "loading") && <SortMenu table={table} columns={columns} />}
      <div
        className={css.table}
        style={style}
        data-selecting={selecting.selected.length > 0 || undefined}
        {...(bulk && selecting.handlers)}
        role={isTable ? "table" : undefined}
        aria-label={isTable ? label : undefined}
        // With the row of heads; where more may come, nobody knows how many.
        aria-rowcount={isTable ? (list.hasMore ? -1 : list.rows.length + 1) : undefined}
      >
        <TableHead table={table} columns={shown} isIdle={!isTable} selecting={bulk && selecting} />
        <PagedRows
          list={{ ...list, rows }}
          label={label}
          place={place}
          rowHeight={rowHeight}
          skeleton={<Waiting columns={shown} hasBox={bulk !== undefined} />}
          empty={empty}
          failedTitle={t`Não foi possível carregar a lista de registros`}
          inTable
        >
          {(row, index) => (
            <TableRow
              key={row.id}
              row={row}
              index={index}
              columns={shown}
              tone={toneOf?.(row)}
              does={bulk && selecting.does}
              isSelected={table.state.rowSelection[row.id]}
            />
          )}
        </PagedRows>
      </div>
      {isTable && <Choice table={table} columns={columns} />}
    </div>
  );
}

/** Which columns are shown, where there is a choice. */
function Choice({ table, columns }: { table: AnyTable; columns: readonly { id: string; title: string }[] }) {
  if (table.getAllLeafColumns().filter((column) => column.getCanHide()).length < 2) return null;
  return (
    <span className={css.columns}>
      <ColumnsButton table={table} titleOf={(id) => columns.find((column) => column.id === id)?.title ?? id} />
    </span>
  );
}

interface WaitingProps {
  columns: readonly Pick<Column<never>, "id" | "card" | "isSpare">[];
  hasBox: boolean;
}

/** A row that is on its way. */
function Waiting({ columns, hasBox }: WaitingProps) {
  return (
    <div className={css.row} aria-hidden>
      {hasBox && <div className={css.select} />}
      {columns.map(({ id, card, isSpare }) => (
        <div key={id} className={css.cell} data-card={card} data-spare={isSpare}>
          <Skeleton width={card === "corner" ? 24 : "60%"} />
        </div>
      ))}
    </div>
  );
}
