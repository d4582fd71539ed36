import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, memo, type ReactNode } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";
import type { ListView } from "./pagedList.ts";
import { PagedRows } from "./PagedRows.tsx";
import css from "./DataTable.module.css";

export interface Column<Row> {
  id: string;
  title: string;
  /** A track of the CSS grid that every row is: `120px`, `minmax(0, 2fr)`. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** Names the row: read first, and never left out. */
  isHeader?: boolean;
  align?: "end";
  /** Where it goes on a phone's card; without a place it is left out there. */
  card?: "title" | "corner" | "main" | "side";
  /** Left out below 1040 px, where there is no room for all. */
  isSpare?: boolean;
}

interface DataTableProps<Row extends { id: number }> {
  list: ListView<Row>;
  label: string;
  place: string;
  columns: readonly Column<Row>[];
  rowHeight?: number;
  empty: ReactNode;
}

/** Rows under column heads; on a phone each row is a card. Only the rows in view exist. */
export function DataTable<Row extends { id: number }>(
  { list, label, place, columns, rowHeight = 48, empty }: DataTableProps<Row>,
) {
  const { t } = useLingui();
  const style = {
    "--columns": tracksOf(columns),
    "--columns-tight": tracksOf(columns.filter(({ isSpare }) => !isSpare)),
    "--row": `${rowHeight}px`,
  } as CSSProperties;
  const waiting = (
    <div className={css.row} aria-hidden>
      {columns.map(({ id, card, isSpare }) => (
        <div key={id} className={css.cell} data-card={card} data-spare={isSpare}>
          <Skeleton width={card === "corner" ? 24 : "60%"} />
        </div>
      ))}
    </div>
  );
  const isTable = list.rows.length > 0;
  return (
    <div
      className={css.table}
      style={style}
      role={isTable ? "table" : undefined}
      aria-label={isTable ? label : undefined}
    >
      <div className={css.head} role="rowgroup" aria-hidden={!isTable}>
        <div className={css.row} role="row">
          {columns.map(({ id, title, align, isSpare }) => (
            <div key={id} className={css.cell} role="columnheader" data-align={align} data-spare={isSpare}>{title}</div>
          ))}
        </div>
      </div>
      <PagedRows
        list={list}
        label={label}
        place={place}
        rowHeight={rowHeight}
        skeleton={waiting}
        empty={empty}
        failedTitle={t`Não foi possível carregar a lista de registros`}
        inTable
      >
        {(row) => <MemoRow key={row.id} row={row} columns={columns as readonly Column<unknown>[]} />}
      </PagedRows>
    </div>
  );
}

function tracksOf(columns: readonly { width: string }[]): string {
  return columns.map(({ width }) => width).join(" ");
}

/** Scrolling draws rows that come into view, not those that are there. */
const MemoRow = memo(TableRow<unknown>);

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <div className={css.row} role="row">
      {columns.map(({ id, cell, isHeader, align, card, isSpare }) => (
        <div
          key={id}
          className={css.cell}
          role={isHeader ? "rowheader" : "cell"}
          data-align={align}
          data-card={card}
          data-spare={isSpare}
        >
          {cell(row)}
        </div>
      ))}
    </div>
  );
}
