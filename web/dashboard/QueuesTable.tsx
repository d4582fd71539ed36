import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { QueueFigures } from "../../src/contract/dashboard.ts";
import { Chip } from "../ui/Chip.tsx";
import { type FiguresColumn, FiguresTable } from "./FiguresTable.tsx";
import type { Looked } from "./filter.ts";
import { countText, durationText } from "./words.ts";
import css from "./Table.module.css";

interface QueuesTableProps {
  queues: readonly QueueFigures[];
  onLook: (looked: Looked) => void;
  /** Shows the numbers of one alone; 0 is what waited in none. */
  onNarrow?: (queueId: number) => void;
}

type Row = QueueFigures & { id: number; name: string };

/** What each queue holds now, and what came out of it. */
export function QueuesTable({ queues, ...does }: QueuesTableProps) {
  const { t } = useLingui();
  const none = t`Sem fila`;
  const rows = useMemo(
    () => queues.map((figures) => ({ ...figures, id: figures.queue?.id ?? 0, name: figures.queue?.name ?? none })),
    [queues, none],
  );
  const columns = useQueueColumns(does);
  if (queues.length === 0) return null;
  return <FiguresTable name="queue_figures" title={t`Por fila`} columns={columns} rows={rows} />;
}

function useQueueColumns({ onLook, onNarrow }: Omit<QueuesTableProps, "queues">): readonly FiguresColumn<Row>[] {
  const { t } = useLingui();
  const count = (of: Looked["of"], title: string, valueOf: (row: Row) => number): FiguresColumn<Row> => ({
    id: of,
    title,
    isNumeric: true,
    sortBy: valueOf,
    cell: (row) => press(row, of, title, countText(valueOf(row))),
  });
  const time = (of: Looked["of"], title: string, valueOf: (row: Row) => number | null): FiguresColumn<Row> => ({
    id: of,
    title,
    isNumeric: true,
    isLess: true,
    sortBy: valueOf,
    cell: (row) => press(row, of, title, durationText(valueOf(row))),
  });
  const press = ({ id, name }: Row, of: Looked["of"], title: string, text: string) => (
    <button
      type="button"
      className={css.press}
      aria-label={`${name}, ${title}: ${text}`}
      onClick={() => onLook({ of, queueId: id })}
    >
      {text}
    </button>
  );
  return [
    {
      id: "name",
      title: t`Fila`,
      isHeader: true,
      sortBy: ({ name }) => name,
      cell: (row) => <Name row={row} onNarrow={onNarrow} />,
    },
    count("pending", t`Pendentes`, ({ pending }) => pending),
    count("happening", t`Acontecendo`, ({ happening }) => happening),
    count("finished", t`Realizados`, ({ finished }) => finished),
    time("support", t`T.M. de Atendimento`, ({ avgSupportTime }) => avgSupportTime),
    time("wait", t`T.M. de Espera`, ({ avgWaitTime }) => avgWaitTime),
  ];
}

function Name({ row: { id, name, queue }, onNarrow }: { row: Row } & Pick<QueuesTableProps, "onNarrow">) {
  const { t } = useLingui();
  const chip = <Chip hue={queue?.color}>{name}</Chip>;
  if (!onNarrow) return chip;
  return (
    <button
      type="button"
      className={css.press}
      data-tooltip={t`Ver só os números de ${name}`}
      onClick={() => onNarrow(id)}
    >
      {chip}
    </button>
  );
}
