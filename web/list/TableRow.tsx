import { memo, useId } from "react";
import type { Column, RowTone } from "./column.ts";
import { SelectBox } from "./SelectBox.tsx";
import type { Selecting } from "./selection.ts";
import css from "./DataTable.module.css";

interface TableRowProps<Row> {
  row: Row;
  /** Its place among the rows, from 0. */
  index: number;
  columns: readonly Column<Row>[];
  tone?: RowTone;
  /** For tables whose rows can be selected. */
  does?: Selecting["does"];
  isSelected?: boolean;
}

function DrawnRow<Row extends { id: number }>(
  { row, index, columns, tone, does, isSelected = false }: TableRowProps<Row>,
) {
  const nameId = useId();
  return (
    <div
      className={css.row}
      role="row"
      data-tone={tone}
      // The row of heads is the first.
      aria-rowindex={index + 2}
      aria-selected={does && isSelected}
      data-row={does && row.id}
    >
      {does && (
        <div className={css.select} role="cell">
          <SelectBox id={row.id} nameId={nameId} isSelected={isSelected} does={does} />
        </div>
      )}
      {columns.map(({ id, cell, isHeader, align, card, isSpare }) => (
        <div
          key={id}
          id={does && isHeader ? nameId : undefined}
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
