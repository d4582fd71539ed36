import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { TagsDialog } from "../tags/choosing/TagsDialog.tsx";
import { Segments } from "../ui/Segments.tsx";
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
  return (
    <TagsDialog
      title={plural(contacts.length, { one: "Tags de # contato", other: "Tags de # contatos" })}
      yes={way === "add" ? <Trans>Adicionar</Trans> : <Trans>Tirar</Trans>}
      onTags={(tagIds) => tagContacts(contacts, { add: [], remove: [], [way]: [...tagIds] })}
      onClose={onClose}
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
    </TagsDialog>
  );
}
