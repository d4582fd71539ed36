import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, lazy, Suspense, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import { DEFAULT_SCHEDULES } from "../../src/shared/week.ts";
import { focusWrongTime, HoursForm } from "../hours/HoursForm.tsx";
import { OpenNow } from "../hours/OpenNow.tsx";
import { isWholeWeek } from "../hours/week.ts";
import { useList } from "../list/pagedList.ts";
import { useSetting } from "../session.ts";
import { choicesAtom } from "../tickets/choices.ts";
import { Button } from "../ui/Button.tsx";
import { ColorField } from "../ui/ColorField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { MessageArea } from "../ui/MessageArea.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { OptionTree } from "./OptionTree.tsx";
import { FIRST_PRESETS, freeColor, PRESETS } from "./palette.ts";
import { queueList } from "./queues.ts";
import { SavedMeanwhile } from "./SavedMeanwhile.tsx";
import { useQueueDraft } from "./useQueueDraft.ts";
import css from "./QueueDialog.module.css";

const QueuePreview = lazy(() => import("./QueuePreview.tsx"));

/** What a queue is called by before it has an id. */
const UNSAVED = 999_999_999;

interface QueueDialogProps {
  /** Without one, a new queue is added. */
  opened?: WholeQueue;
  onClose: () => void;
}

/** A queue's name, colour, texts, options and hours; nothing is kept until it is saved (spec 2 §2, Queues). */
export default function QueueDialog({ opened, onClose }: QueueDialogProps) {
  const { t, i18n } = useLingui();
  const panelId = useId();
  const scheduleType = useSetting("scheduleType");
  const hasHours = scheduleType === "queue";
  const { people } = useAtomValue(choicesAtom);
  const { rows } = useList(queueList, {});
  const [tab, setTab] = useState<"data" | "hours">("data");
  const [isPreviewed, setPreviewed] = useState(false);
  /** Hours are kept with the queue only: said at the first change of them (spec 2 §4). */
  const [isTold, setTold] = useState(false);
  const note = useRef<HTMLDivElement>(null);
  const showOptions = () => {
    setTab("data");
    setPreviewed(false);
  };
  const draft = useQueueDraft({
    opened,
    fresh: {
      color: freeColor(new Set(rows.map(({ color }) => color))),
      schedules: hasHours ? DEFAULT_SCHEDULES : [],
    },
    onOption: showOptions,
    onUndecided: () => note.current?.focus(),
    onClose,
  });
  const { form, seen, theirs, tree, editing, setEditing, isChanged, change } = draft;
  const queueId = seen?.id ?? UNSAVED;
  const others = useMemo(() => rows.filter(({ id }) => id !== queueId), [rows, queueId]);
  const targets = useMemo(() => ({ queues: others, people }), [others, people]);
  const taken = new Set(others.map(({ color }) => color));
  const { schedules = [] } = form.values;
  const text = (name: "name" | "greetingMessage" | "outOfHoursMessage") => ({
    ...form.text(name),
    onText: (value: string) => change(name, value),
  });
  const close = useUnsaved(isChanged, onClose, { isBusy: form.busy });
  const props = {
    ...draft.props,
    onSubmit: (event: FormEvent) => {
      if (isWholeWeek(schedules)) return draft.props.onSubmit(event);
      event.preventDefault();
      flushSync(() => setTab("hours"));
      focusWrongTime(draft.props.ref.current);
      toast.error(t`Corrija os horários marcados em vermelho.`);
    },
  };
  return (
    <Dialog
      title={seen ? t`Editar fila` : t`Adicionar fila`}
      width={1080}
      onClose={close}
      form={props}
      bodyClassName={css.body}
      foot={
        <>
          {isChanged && (
            <span className={css.unsaved} role="status">
              <Trans>Alterações não salvas</Trans>
            </span>
          )}
          <span className={css.phoneOnly}>
            <Button icon={isPreviewed ? EyeOff : Eye} onClick={() => setPreviewed(!isPreviewed)}>
              {isPreviewed ? t`Voltar a editar` : t`Ver a prévia`}
            </Button>
          </span>
          <FormFoot onCancel={close} busy={form.busy}>
            {seen ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
          </FormFoot>
        </>
      }
    >
      {seen && theirs && (
        <SavedMeanwhile
          ref={note}
          seen={seen}
          theirs={theirs}
          lost={draft.lost}
          busy={form.busy}
          onTake={() => theirs === "gone" ? onClose() : draft.take(theirs)}
          onOver={draft.saveOver}
        />
      )}
      <div className={css.edit} data-hidden={isPreviewed || undefined}>
        {hasHours && (
          <Tabs
            label={t`Partes da fila`}
            className={css.tabs}
            panelId={panelId}
            value={tab}
            onValue={setTab}
            tabs={[{ value: "data", label: t`Dados da Fila` }, { value: "hours", label: t`Horários de Atendimento` }]}
          />
        )}
        <div className={css.panel} id={panelId} role={hasHours ? "tabpanel" : undefined}>
          {tab === "data" || !hasHours
            ? (
              <>
                <div className={css.pair}>
                  <TextField label={t`Nome`} autoComplete="off" {...text("name")} />
                  <ColorField
                    label={t`Cor`}
                    presets={PRESETS.map(({ color, hue, strength }) => ({ color, name: `${i18n._(hue)} ${strength}` }))}
                    first={FIRST_PRESETS}
                    value={form.values.color ?? ""}
                    taken={taken}
                    error={form.problemOn("color")}
                    onColor={(color) => change("color", color)}
                  />
                </div>
                <div className={css.pair}>
                  <MessageArea label={t`Mensagem de saudação`} {...text("greetingMessage")} />
                  <MessageArea label={t`Mensagem fora do horário`} {...text("outOfHoursMessage")} />
                </div>
                <OptionTree
                  queueId={queueId}
                  tree={tree}
                  targets={targets}
                  editing={editing}
                  onEditing={setEditing}
                  onTree={draft.changeTree}
                  onFile={draft.setFile}
                />
              </>
            )
            : (
              <div className={css.hours}>
                <OpenNow schedules={schedules} />
                <HoursForm
                  value={schedules}
                  onChange={(value) => {
                    if (!isTold) toast.success(t`Clique em salvar para registrar as alterações`);
                    setTold(true);
                    change("schedules", value);
                  }}
                />
              </div>
            )}
        </div>
      </div>
      <div className={css.preview} data-shown={isPreviewed || undefined}>
        <Suspense>
          <QueuePreview
            queue={{
              id: queueId,
              name: form.values.name ?? "",
              greetingMessage: form.values.greetingMessage ?? "",
              outOfHoursMessage: form.values.outOfHoursMessage ?? "",
              schedules: isWholeWeek(schedules) ? schedules : [],
            }}
            tree={tree}
            others={others}
            editing={editing}
            onOption={(id) => {
              showOptions();
              setEditing(id);
            }}
          />
        </Suspense>
      </div>
    </Dialog>
  );
}
