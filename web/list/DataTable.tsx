import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, type ReactNode } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";
import type { ListView } from "./pagedList.ts";
import { ColumnsButton } from "./ColumnsButton.tsx";
import { NARROWEST } from "./layout.ts";
import { PagedRows } from "./PagedRows.tsx";
import { useLayout } from "./useLayout.ts";
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
  /** Under which the person's arrangement of the columns is kept. */
  name: string;
  list: ListView<Row>;
  label: string;
  place: string;
  columns: readonly Column<Row>[];
  rowHeight?: number;
  empty: ReactNode;
}

/**
 * Rows under column heads, which each person shows, hides, orders and widens as they like; on a phone each row is a card.
 * Only the rows in view exist.
 */
export function DataTable<Row extends { id: number }>(
  { name, list, label, place, columns: all, rowHeight = 48, empty }: DataTableProps<Row>,
) {
  const { t } = useLingui();
  const { shown: columns, arranged, layout, change, widen } = useLayout(name, all);
  const style = {
    "--columns": tracksOf(columns, layout.widths),
    "--columns-tight": tracksOf(columns.filter(({ isSpare }) => !isSpare), layout.widths),
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
    <div className={css.frame}>
      <div
        className={css.table}
        style={style}
        role={isTable ? "table" : undefined}
        aria-label={isTable ? label : undefined}
        // With the row of heads; where more may come, nobody knows how many.
        aria-rowcount={isTable ? (list.hasMore ? -1 : list.rows.length + 1) : undefined}
      >
        <div className={css.head} role="rowgroup" aria-hidden={!isTable}>
          <div className={css.row} role="row">
            {columns.map((column) => {
              const { id, title, align, isSpare } = column;
              return (
                <div
                  key={id}
                  className={css.cell}
                  role="columnheader"
                  data-align={align}
                  data-spare={isSpare}
                >
                  {title}
                  {isTable && id !== "actions" && (
                    <WidthHandle
                      label={t`Largura da coluna`}
                      width={layout.widths[id]}
                      onWidth={(px) => widen(id, px)}
                    />
                  )}
                </div>
              );
            })}
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
      {isTable && arranged.length > 1 && <ColumnsButton columns={arranged} layout={layout} onLayout={change} />}
    </div>
  );
}

function tracksOf(columns: readonly { id: string; width: string }[], widths: Readonly<Record<string, number>>): string {
  return columns.map(({ id, width }) => widths[id] ? `${widths[id]}px` : width).join(" ");
}

/** How much wider (px) an arrow key makes a column. */
const STEP = 16;

/** The edge of a column's head, by which it is made wider: dragged, or with the arrow keys. */
function WidthHandle({ label, width, onWidth }: { label: string; width?: number; onWidth: (px: number) => void }) {
  const widthOf = (handle: Element) => width ?? handle.parentElement!.offsetWidth;
  const drag = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget, from = event.clientX, was = widthOf(handle);
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => onWidth(was + move.clientX - from);
    handle.onlostpointercapture = () => handle.onpointermove = null;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onWidth(widthOf(event.currentTarget) + by);
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
