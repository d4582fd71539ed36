import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useSetting } from "../session.ts";
import { Tabs } from "../ui/Tabs.tsx";
import type { Targets } from "./branches.ts";
import { QueueHours } from "./QueueHours.tsx";
import { QueueTexts } from "./QueueTexts.tsx";
import { OptionTree } from "./OptionTree.tsx";
import type { QueueDraft } from "./useQueueDraft.ts";
import css from "./QueueDialog.module.css";

export type QueueTab = "data" | "hours";

interface QueueFieldsProps {
  draft: QueueDraft;
  targets: Targets;
  tab: QueueTab;
  onTab: (tab: QueueTab) => void;
  isHidden: boolean;
}

/** All that is said of a queue; its hours have a tab when each queue has its own. */
export function QueueFields({ draft, targets, tab, onTab, isHidden }: QueueFieldsProps) {
  const { t } = useLingui();
  const panelId = useId();
  const [isTold, setTold] = useState(false);
  const scheduleType = useSetting("scheduleType");
  const hasHours = scheduleType === "queue";
  return (
    <div className={css.edit} data-hidden={isHidden || undefined}>
      {hasHours && (
        <Tabs
          label={t`Partes da fila`}
          className={css.tabs}
          panelId={panelId}
          value={tab}
          onValue={onTab}
          tabs={[{ value: "data", label: t`Dados da Fila` }, { value: "hours", label: t`Horários de Atendimento` }]}
        />
      )}
      <div className={css.panel} id={panelId} role={hasHours ? "tabpanel" : undefined}>
        {tab === "hours" && hasHours ? <QueueHours draft={draft} isTold={isTold} onTold={() => setTold(true)} /> : (
          <>
            <QueueTexts
              draft={draft}
              taken={new Set(targets.queues.map(({ color }) => color))}
              webhooks={targets.webhooks}
            />
            <OptionTree
              queueId={draft.id}
              tree={draft.tree}
              targets={targets}
              editing={draft.editing}
              onEditing={draft.setEditing}
              onTree={draft.changeTree}
              onFile={draft.setFile}
            />
          </>
        )}
      </div>
    </div>
  );
}
