import { memo } from "react";
import type { Column } from "./column.ts";
import css from "./DataTable.module.css";

interface TableRowProps<Row> {
  row: Row;
  /** Its place among the rows, from 0. */
  index: number;
  columns: readonly Column<Row>[];
}

function DrawnRow<Row>({ row, index, columns }: TableRowProps<Row>) {
  return (
    // The row of heads is the first.
    <div className={css.row} role="row" aria-rowindex={index + 2}>
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

/** Scrolling draws rows that come into view, and the edge of a column moves, without those being drawn anew that are there. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;
