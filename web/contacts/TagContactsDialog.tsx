import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { folded } from "../list/folded.ts";
import { useList } from "../list/pagedList.ts";
import { TagChip } from "../tags/TagChip.tsx";
import { tagChoices } from "../tags/tags.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Failed } from "../ui/Empty.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { tagContacts } from "./contacts.ts";
import css from "./TagContactsDialog.module.css";

/** From so many tags on, they can be searched. */
const MANY = 10;

interface TagContactsDialogProps {
  contacts: readonly Contact[];
  onClose: () => void;
}

/** Which tags several contacts' tickets get, or lose. */
export default function TagContactsDialog({ contacts, onClose }: TagContactsDialogProps) {
  const { t } = useLingui();
  const { rows, state, error, retry } = useList(tagChoices, {});
  const [way, setWay] = useState<"add" | "remove">("add");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [search, setSearch] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return toast.warning(t`Escolha pelo menos uma tag.`);
    setBusy(true);
    await tagContacts(contacts, { add: [], remove: [], [way]: [...chosen] }).finally(onClose);
  };
  const found = rows.filter(({ name }) => folded(name).includes(folded(search)));
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
      {rows.length >= MANY && <SearchField label={t`Buscar tags`} value={search} onText={setSearch} />}
      {state === "failed" && <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />}
      {state === "loading" && <Skeleton width="100%" height={96} />}
      {state === "ready" && rows.length === 0 && (
        <p>
          <Trans>Nenhuma tag ainda. Crie a primeira na página Tags.</Trans>
        </p>
      )}
      <div className={css.tags} role="group" aria-label={t`Tags`}>
        {found.map((tag) => (
          <Checkbox
            key={tag.id}
            checked={chosen.includes(tag.id)}
            onChecked={(is) => setChosen(is ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))}
          >
            <TagChip tag={tag} />
          </Checkbox>
        ))}
      </div>
    </Dialog>
  );
}
