import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Split } from "lucide-react";
import { type CSSProperties, Suspense, useState } from "react";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import type { Column } from "../list/column.ts";
import { EditRemove } from "../list/EditRemove.tsx";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { showError } from "../ui/showError.ts";
import { openQueue, queueList, removeQueue } from "./queues.ts";
import css from "./QueuesPage.module.css";

const QueueDialog = lazyDialog(() => import("./QueueDialog.tsx"));

/** The company's queues (spec 2 §2, Queues). */
export default function QueuesPage() {
  const { t } = useLingui();
  const list = useList(queueList, {});
  const [editing, setEditing] = useState<{ opened?: WholeQueue }>();
  const [isOpening, setOpening] = useState(false);
  const open = async (queue?: QueueRow) => {
    setOpening(true);
    try {
      setEditing({ opened: queue && await openQueue(queue.id) });
    } catch (error) {
      showError(error);
    } finally {
      setOpening(false);
    }
  };
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      busy={isOpening}
      onClick={() => void open()}
    >
      <Trans>Adicionar fila</Trans>
    </Button>
  );
  return (
    <Page title={t`Filas`} action={add("primary")}>
      <DataTable
        name="queues"
        list={list}
        label={t`Filas`}
        place="queues"
        columns={useQueueColumns((queue) => void open(queue))}
        empty={
          <Empty
            icon={Split}
            title={t`Nenhuma fila ainda`}
            text={t`Filas separam os assuntos: vendas, entregas, financeiro… Cada atendente vê as suas.`}
            action={add("secondary")}
          />
        }
      />
      {editing && (
        <Suspense>
          <QueueDialog {...editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}

function useQueueColumns(onEdit: (queue: QueueRow) => void): readonly Column<QueueRow>[] {
  const { t } = useLingui();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <bdi className={css.name}>{name}</bdi>,
    },
    {
      id: "color",
      title: t`Cor`,
      width: "120px",
      card: "side",
      cell: ({ color }) => (
        <span className={css.color}>
          <span className={css.swatch} style={{ "--hue": color } as CSSProperties} aria-hidden />
          {color}
        </span>
      ),
    },
    {
      id: "greetingMessage",
      title: t`Mensagem de saudação`,
      width: "minmax(0, 4fr)",
      card: "main",
      sortBy: ({ greetingMessage }) => greetingMessage || null,
      cell: ({ greetingMessage }) => <span className={css.greeting}>{greetingMessage}</span>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (queue) => (
        <EditRemove
          name={queue.name}
          onEdit={() => onEdit(queue)}
          onRemove={() => void removeQueue(queue)}
        />
      ),
    },
  ];
}
