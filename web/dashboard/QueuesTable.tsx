import { Trans, useLingui } from "@lingui/react/macro";
import type { QueueFigures } from "../../src/contract/dashboard.ts";
import { Chip } from "../ui/Chip.tsx";
import { Card } from "./Card.tsx";
import type { Looked } from "./filter.ts";
import { countText, durationText } from "./words.ts";
import css from "./Table.module.css";

interface QueuesTableProps {
  queues: readonly QueueFigures[];
  onLook: (looked: Looked) => void;
  /** Shows the numbers of one alone; 0 is what waited in none. */
  onNarrow?: (queueId: number) => void;
}

/** What each queue holds now, and what came out of it. */
export function QueuesTable({ queues, onLook, onNarrow }: QueuesTableProps) {
  const { t } = useLingui();
  if (queues.length === 0) return null;
  const cell = (of: Looked["of"], text: string, queueId: number, label: string, name: string, isLess = false) => (
    <td className={isLess ? `${css.numeric} ${css.less}` : css.numeric}>
      <button
        type="button"
        className={css.press}
        aria-label={`${name}, ${label}: ${text}`}
        onClick={() =>
          onLook({ of, queueId })}
      >
        {text}
      </button>
    </td>
  );
  return (
    <Card title={t`Por fila`}>
      <div className={css.scroll}>
        <table className={css.table} aria-label={t`Por fila`}>
          <thead>
            <tr>
              <th scope="col">{t`Fila`}</th>
              <th scope="col" className={css.numeric}>{t`Pendentes`}</th>
              <th scope="col" className={css.numeric}>{t`Acontecendo`}</th>
              <th scope="col" className={css.numeric}>{t`Realizados`}</th>
              <th scope="col" className={`${css.numeric} ${css.less}`}>{t`T.M. de Atendimento`}</th>
              <th scope="col" className={`${css.numeric} ${css.less}`}>{t`T.M. de Espera`}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map((figures) => {
              const id = figures.queue?.id ?? 0, name = figures.queue?.name ?? t`Sem fila`;
              return (
                <tr key={id}>
                  <th scope="row">
                    {onNarrow
                      ? (
                        <button
                          type="button"
                          className={css.press}
                          data-tooltip={t`Ver só os números de ${name}`}
                          onClick={() => onNarrow(id)}
                        >
                          <Chip hue={figures.queue?.color}>{figures.queue?.name ?? <Trans>Sem fila</Trans>}</Chip>
                        </button>
                      )
                      : <Chip hue={figures.queue?.color}>{name}</Chip>}
                  </th>
                  {cell("pending", countText(figures.pending), id, t`Pendentes`, name)}
                  {cell("happening", countText(figures.happening), id, t`Acontecendo`, name)}
                  {cell("finished", countText(figures.finished), id, t`Realizados`, name)}
                  {cell("support", durationText(figures.avgSupportTime), id, t`T.M. de Atendimento`, name, true)}
                  {cell("wait", durationText(figures.avgWaitTime), id, t`T.M. de Espera`, name, true)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
