import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { ColumnsButton } from "../list/ColumnsButton.tsx";
import type { Column } from "../list/column.ts";
import { SortButton, sortOf } from "../list/TableHead.tsx";
import { tracksOf } from "../list/tracks.ts";
import { useDataTable } from "../list/useDataTable.ts";
import { WidthHandle } from "../list/WidthHandle.tsx";
import { classes } from "../ui/classes.ts";
import { Card } from "./Card.tsx";
import css from "./Table.module.css";

export interface FiguresColumn<Row> extends Pick<Column<Row>, "id" | "title" | "cell" | "isHeader" | "sortBy"> {
  isNumeric?: boolean;
  /** Left out on a phone. */
  isLess?: boolean;
}

interface FiguresTableProps<Row> {
  /** Under which the person's arrangement of the columns is kept. */
  name: string;
  title: string;
  columns: readonly FiguresColumn<Row>[];
  rows: readonly Row[];
}

/** A column that nobody has given a width has its share of the room, and never less than it needs. */
const SHARE = "minmax(max-content, 1fr)";

/** A few rows of numbers, sorted by any column; each person shows, hides, orders and widens the columns as they like. */
export function FiguresTable<Row extends { id: number }>({ name, title, columns, rows: all }: FiguresTableProps<Row>) {
  const { table, shown, rows } = useDataTable<Row, FiguresColumn<Row>>(name, columns, all);
  const { t } = useLingui();
  const tracks = (columns: readonly FiguresColumn<Row>[]) =>
    tracksOf(columns.map(({ id }) => ({ id, width: SHARE })), table);
  const style = {
    "--columns": tracks(shown),
    "--columns-tight": tracks(shown.filter(({ isLess }) => !isLess)),
  } as CSSProperties;
  const classOf = ({ isNumeric, isLess }: FiguresColumn<Row>) => classes(isNumeric && css.numeric, isLess && css.less);
  return (
    <Card
      title={title}
      end={
        <span className="only-wide">
          <ColumnsButton table={table} titleOf={(id) => columns.find((one) => one.id === id)?.title ?? id} />
        </span>
      }
    >
      <div className={css.scroll}>
        {/* As a grid it would lose its roles in some browsers. */}
        <table className={classes(css.table, css.arranged)} style={style} role="table" aria-label={title}>
          <thead role="rowgroup">
            <tr role="row">
              {shown.map((column) => (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  aria-sort={sortOf(table, column.id)}
                  className={classOf(column)}
                >
                  <SortButton table={table} column={column.id} title={column.title} />
                  <WidthHandle table={table} column={column.id} label={t`Largura da coluna`} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={row.id} role="row">
                {shown.map((column) =>
                  column.isHeader
                    ? <th key={column.id} role="rowheader" scope="row">{column.cell(row)}</th>
                    : <td key={column.id} role="cell" className={classOf(column)}>{column.cell(row)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
