import { ColumnsButton } from "../list/ColumnsButton.tsx";
import type { Column } from "../list/column.ts";
import { SortButton, sortOf } from "../list/TableHead.tsx";
import { useDataTable } from "../list/useDataTable.ts";
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

/** A few rows of numbers, sorted by any column; each person shows, hides and orders the columns as they like. */
export function FiguresTable<Row extends { id: number }>({ name, title, columns, rows: all }: FiguresTableProps<Row>) {
  const { table, shown, rows } = useDataTable<Row, FiguresColumn<Row>>(name, columns, all);
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
        <table className={css.table} aria-label={title}>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column.id} scope="col" aria-sort={sortOf(table, column.id)} className={classOf(column)}>
                  <SortButton table={table} column={column.id} title={column.title} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {shown.map((column) =>
                  column.isHeader
                    ? <th key={column.id} scope="row">{column.cell(row)}</th>
                    : <td key={column.id} className={classOf(column)}>{column.cell(row)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
