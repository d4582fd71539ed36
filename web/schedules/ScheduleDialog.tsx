import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { milliseconds } from "date-fns/milliseconds";
import { CircleAlert, Clock } from "lucide-react";
import { useState } from "react";
import { type Contact, contacts } from "../../src/contract/contacts.ts";
import { type Schedule, ScheduleForm, schedules } from "../../src/contract/schedules.ts";
import { TRAITS } from "../../src/contract/channels.ts";
import type { ChosenTemplate } from "../../src/contract/templates.ts";
import { call } from "../call.ts";
import { Lookup } from "../list/Lookup.tsx";
import { useList } from "../list/pagedList.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { codeText } from "../ui/showError.ts";
import { fieldTime } from "../ui/dates.ts";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { noteSchedule, senderList, statusText } from "./schedules.ts";
import { TemplatePart } from "./TemplatePart.tsx";
import css from "./ScheduleDialog.module.css";

/** A message leaves an hour from now unless somebody says otherwise (spec 1 §9). */
const USUALLY_IN = milliseconds({ hours: 1 });

type Person = Pick<Contact, "id" | "name">;

interface ScheduleDialogProps {
  /** Without one, a new one is made. */
  schedule?: Schedule;
  /** For whom a new one is. */
  contact?: Person | null;
  /** The connection that a new one is given. */
  whatsappId?: number | null;
  onClose: () => void;
}

/** When to send what to whom (spec 1 §2.14). */
export default function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule, onClose } = props;
  const [chosen, setChosen] = useState(schedule?.contact ?? props.contact ?? null);
  const form = useScheduleForm(props);
  const title = useTitle(schedule);
  const isOver = schedule !== undefined && (schedule.sentAt !== null || schedule.isTaken);
  const close = useUnsaved(form.isChanged && !isOver, onClose, { isBusy: form.busy });
  const take = () => {
    setChosen(form.theirs?.record.contact ?? chosen);
    form.take();
  };
  return (
    <Dialog
      title={title}
      width={520}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <>
          <Button variant="secondary" onClick={close}>
            {isOver ? <Trans>Fechar</Trans> : <Trans>Cancelar</Trans>}
          </Button>
          {!isOver && (
            <Button type="submit" variant="primary" busy={form.busy}>
              {schedule ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
            </Button>
          )}
        </>
      }
    >
      <ChangedMeanwhile form={{ ...form, take }} />
      {schedule && <Fate schedule={schedule} />}
      <Recipient
        form={form}
        isOver={isOver}
        chosen={chosen}
        onChoose={(one) => {
          setChosen(one);
          form.change("contactId", one?.id);
        }}
      />
      <What form={form} isOver={isOver} withName={chosen !== null} />
    </Dialog>
  );
}

function useTitle(schedule?: Schedule): string {
  const { t } = useLingui();
  if (!schedule) return t`Agendar mensagem`;
  if (schedule.status === "ERRO") return t`Erro de Envio`;
  const status = statusText(schedule);
  return t`Mensagem ${status}`;
}

function useScheduleForm({ schedule, contact, whatsappId = null, onClose }: ScheduleDialogProps) {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  return useForm(ScheduleForm, {
    start: {
      contactId: schedule?.contact.id ?? contact?.id,
      body: schedule?.body ?? "",
      sendAt: fieldTime(schedule?.sendAt ?? Date.now() + USUALLY_IN, timeZone),
      whatsappId: schedule ? schedule.whatsappId : whatsappId,
      template: schedule?.template ?? null,
    },
    words: {
      too_short: msg`Mensagem muito curta`,
      required: msg`Obrigatório`,
      past: msg`Escolha um horário que ainda vem.`,
    },
    record: schedule,
    startOf: ({ contactId, body, sendAt, whatsappId, template }) => ({
      contactId,
      body,
      sendAt: fieldTime(sendAt, timeZone),
      whatsappId,
      template,
    }),
    submit: async (typed, was) => {
      const record =
        await (schedule ? call(schedules.change, { id: schedule.id, was, ...typed }) : call(schedules.add, typed));
      noteSchedule({ action: "update", record });
      toast.success(t`Agendamento salvo com sucesso.`);
      onClose();
    },
  });
}

interface PartProps {
  form: ReturnType<typeof useScheduleForm>;
  /** It has been sent, or is being sent: nothing of it can be changed any more. */
  isOver: boolean;
}

function Recipient({ form, isOver, chosen, onChoose }: PartProps & {
  chosen: Person | null;
  onChoose: (one: Person | null) => void;
}) {
  const { t } = useLingui();
  if (isOver) return <TextField label={t`Contato`} value={chosen?.name} readOnly />;
  return (
    <Lookup
      label={t`Contato`}
      name="contactId"
      placeholder={t`Nome ou número`}
      value={chosen}
      onValue={onChoose}
      ask={async (searchParam) => (await call(contacts.list, { searchParam, pageNumber: 1 })).contacts}
      nameOf={({ name }) => name}
      error={form.problemOn("contactId")}
    />
  );
}

/** What is sent, when, and over which connection, where there are several. */
function What({ form, isOver, withName }: PartProps & { withName: boolean }) {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  const senders = useList(senderList, {}).rows;
  const options = [
    { value: "", label: t`A do atendimento, ou a padrão` },
    ...senders.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const chosenId = form.values.whatsappId ?? (senders.length === 1 ? senders[0]!.id : undefined);
  const line = senders.find(({ id, kind }) => id === chosenId && TRAITS[kind].templates);
  const template = (form.values.template ?? null) as ChosenTemplate | null;
  const choose = (text: string) => {
    const id = text ? Number(text) : null, next = senders.find((one) => one.id === id);
    form.change("whatsappId", id);
    // Another connection has other templates, or none.
    if (template && next?.id !== line?.id) form.change("template", null);
  };
  return (
    <>
      {line && (
        <TemplatePart
          connectionId={line.id}
          value={template}
          onValue={(next, reads) => {
            form.change("template", next);
            form.change("body", reads);
          }}
          disabled={isOver || form.busy}
          error={form.problemOn("template")}
        />
      )}
      {(!template || !line) && (
        <TextArea
          label={t`Mensagem`}
          rows={6}
          data-begin={withName ? true : undefined}
          {...form.text("body")}
          readOnly={isOver || form.busy || template !== null}
        />
      )}
      <DateField
        label={t`Data e hora de envio`}
        withTime
        hint={t`No fuso horário da empresa (${timeZone}).`}
        {...form.text("sendAt")}
        readOnly={isOver || form.busy}
      />
      {senders.length > 1 && (
        <Select
          label={t`Conexão`}
          options={options}
          disabled={isOver || form.busy}
          {...form.text("whatsappId")}
          onText={choose}
        />
      )}
    </>
  );
}

/** Why it was not sent, or what it waits for. */
function Fate({ schedule: { failure, isTaken } }: { schedule: Schedule }) {
  if (failure) {
    return (
      <p className={css.fate} data-tone="danger" role="status">
        <CircleAlert size={16} aria-hidden />
        {codeText(failure)}
      </p>
    );
  }
  return isTaken && (
    <p className={css.fate} role="status">
      <Clock size={16} aria-hidden />
      <Trans>A hora chegou; a mensagem sai assim que a conexão estiver no ar.</Trans>
    </p>
  );
}
