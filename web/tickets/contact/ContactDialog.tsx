import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { type Contact, type ContactDetails, ContactForm, contacts } from "../../../src/contract/contacts.ts";
import { call } from "../../call.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { CHANNEL_NAMES } from "../../ui/reach.ts";
import { toast } from "../../ui/toast.ts";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useForm } from "../../ui/useForm.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { noteDetails, useContactDetails } from "./contacts.ts";
import css from "./ContactDialog.module.css";

interface ContactDialogProps {
  /** Without one, a new one is added. */
  contact?: Contact;
  /** What somebody was looking for when nobody was found: the new one's number, or its name. */
  typed?: string;
  onSaved?: (saved: ContactDetails) => void;
  onClose: () => void;
}

/** Adds or changes a contact (spec 1 §2.10). */
export default function ContactDialog({ contact, typed, onSaved, onClose }: ContactDialogProps) {
  if (!contact) return <Form typed={typed} onSaved={onSaved} onClose={onClose} />;
  return <Editing contact={contact} onClose={onClose} />;
}

/** The form begins with what is known now; what a colleague changes meanwhile does not change it under the hands. */
function Editing({ contact: { id }, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useLingui();
  const { contact, state, error, retry, reload } = useContactDetails(id);
  const [start, setStart] = useState<ContactDetails>();
  const [isFresh, setFresh] = useState(false);
  // What was read some time ago may have been changed since.
  useEffect(() => void reload().then(() => setFresh(true)), []);
  if (!start && isFresh && contact && state === "ready") setStart(contact);
  if (start) return <Form details={start} onClose={onClose} />;
  return (
    <Dialog title={t`Editar contato`} onClose={onClose}>
      {state === "failed"
        ? <Failed title={t`O contato não chegou`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={240} />}
    </Dialog>
  );
}

interface FormProps extends Pick<ContactDialogProps, "typed" | "onSaved" | "onClose"> {
  details?: ContactDetails;
}

const WORDS = {
  required: msg`Required`,
  too_short: msg`Too Short!`,
  too_long: msg`Too Long!`,
  invalid_email: msg`Invalid email`,
  invalid: msg`Este não é um número de WhatsApp válido.`,
  taken: msg`Já existe um contato com este número.`,
};

function Form({ details, typed: lookedFor = "", onSaved, onClose }: FormProps) {
  const { t } = useLingui();
  const form = useForm(ContactForm, {
    start: details ? fieldsOf(details) : startWith(lookedFor),
    record: details,
    startOf: fieldsOf,
    words: WORDS,
    submit: async (typed, was) => {
      const saved = details
        ? await call(contacts.change, { id: details.id, was, ...typed })
        : await call(contacts.add, typed);
      noteDetails(saved);
      toast.success(t`Contato salvo com sucesso.`);
      onSaved?.(saved);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const isGroup = details?.isGroup ?? false;
  const elsewhere = details?.channel && details.channel !== "whatsapp" && CHANNEL_NAMES[details.channel];
  return (
    <Dialog
      title={details ? t`Editar contato` : t`Adicionar contato`}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {details ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form}>
        {form.theirs && <Now contact={form.theirs.record} />}
      </ChangedMeanwhile>
      <TextField label={t`Nome`} autoComplete="off" dir="auto" {...form.text("name")} />
      {!isGroup && (
        <TextField
          label={t`Número`}
          type="tel"
          autoComplete="off"
          placeholder="+55 11 98765-4321"
          hint={!details || details.number
            ? undefined
            : elsewhere
            ? t`Este contato escreve pelo ${elsewhere}.`
            : t`Este contato esconde o número.`}
          {...form.text("number")}
        />
      )}
      <TextField label={t`E-mail`} type="email" autoComplete="off" {...form.text("email")} />
      <ExtraInfoFields form={form} />
    </Dialog>
  );
}

function fieldsOf(details?: ContactDetails) {
  return {
    name: details?.name ?? "",
    number: formatNumber(details?.number ?? ""),
    email: details?.email ?? "",
    extraInfo: details?.extraInfo.map(({ name, value }) => ({ name, value })) ?? [],
  };
}

function startWith(lookedFor: string) {
  const isNumber = /^[\d\s()+.-]+$/.test(lookedFor);
  return { ...fieldsOf(), ...(isNumber ? { number: lookedFor } : { name: lookedFor }) };
}

/** What a colleague has made of it, in a line. */
function Now({ contact: { name, number, email } }: { contact: ContactDetails }) {
  const seen = [name, formatNumber(number), email].filter(Boolean).join(" · ");
  return <Trans>Agora está assim: {seen}.</Trans>;
}

type ContactFormHeld = ReturnType<typeof useForm<typeof ContactForm, ContactDetails>>;

/** Pairs of a name and a value, as many as a contact needs. */
function ExtraInfoFields({ form }: { form: ContactFormHeld }) {
  const { t } = useLingui();
  const entries = form.values.extraInfo ?? [];
  const set = (next: typeof entries) => form.change("extraInfo", next);
  const field = (index: number, part: "name" | "value") => ({
    name: `extraInfo.${index}.${part}`,
    value: entries[index]![part],
    error: form.problemOn(`extraInfo.${index}.${part}`),
    onText: (text: string) => set(entries.with(index, { ...entries[index]!, [part]: text })),
    readOnly: form.busy || undefined,
  });
  return (
    <fieldset className={css.extra}>
      <legend>{t`Informações extras`}</legend>
      {entries.map((_, index) => (
        <div key={index} className={css.entry}>
          <TextField label={t`Nome da informação`} autoComplete="off" dir="auto" {...field(index, "name")} />
          <TextField label={t`Valor`} autoComplete="off" dir="auto" {...field(index, "value")} />
          <IconButton
            icon={Trash2}
            label={t`Remover a informação`}
            onClick={() => set(entries.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} onClick={() => set([...entries, { name: "", value: "" }])}>
        <Trans>Adicionar informação</Trans>
      </Button>
    </fieldset>
  );
}
