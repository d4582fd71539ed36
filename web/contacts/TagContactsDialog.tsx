import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { TagChoices } from "../tags/choosing/TagChoices.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Segments } from "../ui/Segments.tsx";
import { toast } from "../ui/toast.ts";
import { tagContacts } from "./contacts.ts";
import css from "./TagContactsDialog.module.css";

interface TagContactsDialogProps {
  contacts: readonly Contact[];
  onClose: () => void;
}

/** Which tags several contacts' tickets get, or lose. */
export default function TagContactsDialog({ contacts, onClose }: TagContactsDialogProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<"add" | "remove">("add");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return toast.warning(t`Escolha pelo menos uma tag.`);
    setBusy(true);
    await tagContacts(contacts, { add: [], remove: [], [way]: [...chosen] }).finally(onClose);
  };
  return (
    <Dialog
      title={plural(contacts.length, { one: "Tags de # contato", other: "Tags de # contatos" })}
      width={420}
      onClose={onClose}
      form={{ onSubmit: submit, noValidate: true }}
      bodyClassName={css.body}
      foot={
        <FormFoot onCancel={onClose} busy={isBusy}>
          {way === "add" ? <Trans>Adicionar</Trans> : <Trans>Tirar</Trans>}
        </FormFoot>
      }
    >
      <Segments
        label={t`O que fazer`}
        value={way}
        onValue={setWay}
        options={[{ value: "add", label: t`Adicionar tags` }, { value: "remove", label: t`Tirar tags` }]}
      />
      <p className={css.hint}>
        <Trans>Vale para o atendimento em andamento de cada contato; sem nenhum, para o último.</Trans>
      </p>
      <TagChoices chosen={chosen} onChosen={setChosen} />
    </Dialog>
  );
}
