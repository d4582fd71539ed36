import { useLingui } from "@lingui/react/macro";
import { ChartColumn, Table } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { Card } from "./Card.tsx";
import chart from "./Chart.module.css";
import css from "./Table.module.css";

interface ChartCardProps {
  title: string;
  total?: ReactNode;
  end?: ReactNode;
  heads: readonly string[];
  rows: readonly { key: string | number; cells: readonly string[]; onPress?: () => void }[];
  /** The chart. */
  children: ReactNode;
}

/** A chart, and the same as a table for who reads or presses better there. */
export function ChartCard({ title, total, end, heads, rows, children }: ChartCardProps) {
  const { t } = useLingui();
  const [asTable, setTable] = useState(false);
  const toggle = (
    <IconButton
      label={asTable ? t`${title}: ver o gráfico` : t`${title}: ver em tabela`}
      icon={asTable ? ChartColumn : Table}
      onClick={() => setTable(!asTable)}
    />
  );
  return (
    <Card
      title={title}
      total={total}
      end={
        <span className={chart.end}>
          {!asTable && end}
          {toggle}
        </span>
      }
    >
      {asTable ? <AsTable title={title} heads={heads} rows={rows} /> : children}
    </Card>
  );
}

function AsTable({ title, heads, rows }: Pick<ChartCardProps, "title" | "heads" | "rows">) {
  const { t } = useLingui();
  return (
    <div className={chart.table} tabIndex={0} role="region" aria-label={title}>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head, nth) => (
              <th key={head} scope="col" className={nth > 0 ? css.numeric : undefined}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest], onPress }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, nth) => (
                <td key={nth} className={css.numeric}>
                  {nth === 0 && onPress
                    ? (
                      <button
                        type="button"
                        className={css.press}
                        aria-label={t`${first!}: ${cell}. Ver os atendimentos`}
                        onClick={onPress}
                      >
                        {cell}
                      </button>
                    )
                    : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
