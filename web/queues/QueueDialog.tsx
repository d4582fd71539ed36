import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Eye, EyeOff } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { DEFAULT_SCHEDULES } from "../../src/contract/office_hours.ts";
import { QueueForm } from "../../src/contract/queues.ts";
import { HoursForm } from "../hours/HoursForm.tsx";
import { OpenNow } from "../hours/OpenNow.tsx";
import { isWholeWeek } from "../hours/week.ts";
import { useSetting } from "../session.ts";
import { choicesAtom } from "../tickets/choices.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { MessageArea } from "../ui/MessageArea.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { OptionTree } from "./OptionTree.tsx";
import { freeColor } from "./palette.ts";
import { QueueColors } from "./QueueColors.tsx";
import { type Files, type Opened, saveOptions, saveQueue } from "./queues.ts";
import { type Tree, withChange } from "./tree.ts";
import css from "./QueueDialog.module.css";

const QueuePreview = lazy(() => import("./QueuePreview.tsx"));

/** What a queue is called by before it has an id. */
const UNSAVED = 999_999_999;

interface QueueDialogProps {
  /** Without one, a new queue is added. */
  opened?: Opened;
  /** The company's other queues. */
  others: readonly Opened[];
  onClose: () => void;
}

/** A queue's name, colour, texts, options and hours; nothing is kept until it is saved (spec 2 §2, Queues). */
export default function QueueDialog({ opened, others, onClose }: QueueDialogProps) {
  const { t } = useLingui();
  const panelId = useId();
  const scheduleType = useSetting("scheduleType");
  const hasHours = scheduleType === "queue";
  const { people } = useAtomValue(choicesAtom);
  const queues = others.map(({ queue }) => queue);
  const taken = new Set(queues.map(({ color }) => color.toLowerCase()));
  const [tab, setTab] = useState<"data" | "hours">("data");
  const [tree, setTree] = useState<Tree>(opened?.tree ?? []);
  const [files, setFiles] = useState<Files>(new Map());
  const [editing, setEditing] = useState<number | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  /** Hours are kept with the queue only: said at the first change of them (spec 2 §4). */
  const [isTold, setTold] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const savedId = useRef(opened?.queue.id ?? null);
  const form = useForm(QueueForm, {
    start: {
      name: opened?.queue.name ?? "",
      color: opened?.queue.color ?? freeColor(taken),
      greetingMessage: opened?.queue.greetingMessage ?? "",
      outOfHoursMessage: opened?.queue.outOfHoursMessage ?? "",
      schedules: opened?.queue.schedules ?? (hasHours ? DEFAULT_SCHEDULES : []),
    },
    words: { taken: msg`Já em uso em outra fila` },
    submit: async ({ greetingMessage = "", outOfHoursMessage = "", schedules = [], ...rest }) => {
      const empty = tree.find(({ title }) => title.trim() === "");
      if (empty) {
        setTab("data");
        setEditing(empty.id);
        return toast.error(t`Dê um título a cada opção.`);
      }
      const queue = await saveQueue(savedId.current, { ...rest, greetingMessage, outOfHoursMessage, schedules });
      // A second try, when the options fail, is about this queue and no further one.
      savedId.current = queue.id;
      await saveOptions(queue.id, tree, files);
      toast.success(t`Fila salva com sucesso.`);
      onClose();
    },
  });
  const { schedules = [] } = form.values;
  const change = <Name extends "name" | "color" | "greetingMessage" | "outOfHoursMessage" | "schedules">(
    name: Name,
    value: unknown,
  ) => {
    form.change(name, value);
    setChanged(true);
  };
  const text = (name: "name" | "greetingMessage" | "outOfHoursMessage") => ({
    ...form.text(name),
    onText: (value: string) => change(name, value),
  });
  const changeTree = (next: Tree) => {
    setTree(next);
    setChanged(true);
  };
  const setFile = (id: number, file: File | null) => {
    setFiles((now) => new Map(now).set(id, file));
    const about = file && { name: file.name, mimetype: file.type || "application/octet-stream", size: file.size };
    changeTree(withChange(tree, id, { file: about }));
  };
  const close = async () => {
    const isLost = isChanged && !await confirm({
      title: t`Descartar as alterações?`,
      text: t`O que foi mudado nesta fila ainda não foi salvo.`,
      yes: t`Descartar`,
      danger: true,
    });
    if (!isLost) onClose();
  };
  const props = {
    ...form.props,
    onSubmit: (event: React.FormEvent) => {
      if (isWholeWeek(schedules)) return form.props.onSubmit(event);
      event.preventDefault();
      setTab("hours");
      toast.error(t`Complete os horários marcados em vermelho.`);
    },
  };
  return (
    <Dialog
      title={opened ? t`Editar fila` : t`Adicionar fila`}
      width={1080}
      onClose={() => void close()}
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
          <FormFoot onCancel={() => void close()} busy={form.busy}>
            {opened ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
          </FormFoot>
        </>
      }
    >
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
                  <QueueColors
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
                  queueId={opened?.queue.id ?? UNSAVED}
                  tree={tree}
                  queues={queues}
                  people={people}
                  editing={editing}
                  onEditing={setEditing}
                  onTree={changeTree}
                  onFile={setFile}
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
              id: opened?.queue.id ?? UNSAVED,
              name: form.values.name ?? "",
              color: form.values.color ?? "",
              greetingMessage: form.values.greetingMessage ?? "",
              outOfHoursMessage: form.values.outOfHoursMessage ?? "",
              schedules: isWholeWeek(schedules) ? schedules : [],
            }}
            tree={tree}
            others={others}
            editing={editing}
            onOption={(id) => {
              setTab("data");
              setPreviewed(false);
              setEditing(id);
            }}
          />
        </Suspense>
      </div>
    </Dialog>
  );
}
