import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Suspense, useMemo, useRef, useState } from "react";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import { DEFAULT_SCHEDULES } from "../../src/shared/week.ts";
import { useList } from "../list/pagedList.ts";
import { useSetting } from "../session.ts";
import { choicesAtom } from "../tickets/choices.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { part } from "../ui/part.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import type { Targets } from "./branches.ts";
import { freeColor } from "./palette.ts";
import { QueueFields, type QueueTab } from "./QueueFields.tsx";
import { QueueFoot } from "./QueueFoot.tsx";
import { queueList } from "./queues.ts";
import { SavedMeanwhile } from "./SavedMeanwhile.tsx";
import { useHoursFirst } from "./useHoursFirst.ts";
import { useQueueDraft } from "./useQueueDraft.ts";
import { botList } from "./webhooks.ts";
import css from "./QueueDialog.module.css";

const QueuePreview = part(() => import("./QueuePreview.tsx"));

interface QueueDialogProps {
  /** Without one, a new queue is added. */
  opened?: WholeQueue;
  onClose: () => void;
}

/** A queue's name, colour, texts, options and hours; nothing is kept until it is saved (spec 2 §2, Queues). */
export default function QueueDialog({ opened, onClose }: QueueDialogProps) {
  const { t } = useLingui();
  const { rows } = useList(queueList, {});
  const [tab, setTab] = useState<QueueTab>("data");
  const [isPreviewed, setPreviewed] = useState(false);
  const note = useRef<HTMLDivElement>(null);
  const showOptions = () => {
    setTab("data");
    setPreviewed(false);
  };
  const color = freeColor(new Set(rows.map((row) => row.color)));
  const scheduleType = useSetting("scheduleType");
  const schedules = scheduleType === "queue" ? DEFAULT_SCHEDULES : [];
  const onUndecided = () => note.current?.focus();
  const draft = useQueueDraft({ opened, fresh: { color, schedules }, onOption: showOptions, onUndecided, onClose });
  const { seen, theirs, tree, editing, setEditing } = draft;
  const targets = useTargets(draft.id);
  const close = useUnsaved(draft.isChanged, onClose, { isBusy: draft.form.busy });
  const form = useHoursFirst(draft, () => setTab("hours"));
  const editOption = (id: number | null) => {
    showOptions();
    setEditing(id);
  };
  if (!targets) return null;
  return (
    <Dialog
      title={seen ? t`Editar fila` : t`Adicionar fila`}
      width={1080}
      onClose={close}
      form={form}
      bodyClassName={css.body}
      foot={<QueueFoot draft={draft} isPreviewed={isPreviewed} onPreview={setPreviewed} onCancel={close} />}
    >
      {seen && theirs && (
        <SavedMeanwhile
          ref={note}
          seen={seen}
          theirs={theirs}
          lost={draft.lost}
          busy={draft.form.busy}
          onTake={() => theirs === "gone" ? onClose() : draft.take(theirs)}
          onOver={draft.saveOver}
        />
      )}
      <QueueFields draft={draft} targets={targets} tab={tab} onTab={setTab} isHidden={isPreviewed} />
      <div className={css.preview} data-shown={isPreviewed || undefined}>
        <Suspense>
          <QueuePreview
            queue={draft.shown}
            tree={tree}
            others={targets.queues}
            editing={editing}
            onOption={editOption}
          />
        </Suspense>
      </div>
    </Dialog>
  );
}

/** Where a queue's options may lead: to the other queues, to people, and to outside bots; nothing before these are read. */
function useTargets(queueId: number): Targets | undefined {
  const { people } = useAtomValue(choicesAtom);
  const { rows } = useList(queueList, {});
  const { rows: webhooks, state } = useList(botList, {});
  const isRead = state !== "loading" || webhooks.length > 0;
  return useMemo(
    () => isRead ? { queues: rows.filter(({ id }) => id !== queueId), people, webhooks } : undefined,
    [rows, people, webhooks, isRead, queueId],
  );
}
