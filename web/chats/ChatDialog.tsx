import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { type Chat, ChatForm, chats, LONGEST_CHAT_TITLE } from "../../src/contract/chats.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { useMe } from "../session.ts";
import { choicesAtom } from "../tickets/choices.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { chatPlace } from "./address.ts";
import { noteOpen } from "./opened.ts";
import css from "./ChatDialog.module.css";

/** Begins a chat, or changes what it is called and who is in it (spec 3 §2.9). */
export default function ChatDialog({ chat, onClose }: { chat?: Chat; onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm(ChatForm, {
    start: startOf(chat),
    record: chat,
    startOf,
    words: { too_long: msg`Muito longo` },
    submit: async (typed, was) => {
      const saved = await (chat ? call(chats.change, { id: chat.id, was, ...typed }) : call(chats.add, typed));
      noteOpen(saved);
      onClose();
      if (!chat) navigate(chatPlace(saved.uuid));
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const title = form.text("title");
  const isUntitled = title.error !== undefined && title.value.trim() === "";
  return (
    <Dialog
      title={chat ? t`Editar conversa` : t`Nova conversa`}
      width={440}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <>
          <Button variant="secondary" onClick={close}>
            <Trans>Fechar</Trans>
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            <Trans>Salvar</Trans>
          </Button>
        </>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField
        label={t`Título`}
        autoComplete="off"
        maxLength={LONGEST_CHAT_TITLE}
        {...title}
        error={isUntitled ? t`Por favor, preencha o título da conversa.` : title.error}
      />
      <Suspense fallback={<Skeleton width="100%" height={120} />}>
        <People
          ownerId={chat?.ownerId}
          chosen={form.values.users as number[]}
          error={form.problemOn("users") && t`Por favor, selecione pelo menos um usuário.`}
          disabled={form.busy}
          onChosen={(users) => form.change("users", users)}
        />
      </Suspense>
    </Dialog>
  );
}

function startOf(chat?: Chat) {
  return { title: chat?.title ?? "", users: othersIn(chat) };
}

/** The owner is in it in any case. */
function othersIn(chat: Chat | undefined): number[] {
  return chat?.users.map(({ userId }) => userId).filter((id) => id !== chat.ownerId) ?? [];
}

/** So many can be looked through without a search. */
const FEW = 8;

interface PeopleProps {
  ownerId: number | null | undefined;
  chosen: readonly number[];
  error?: string;
  disabled: boolean;
  onChosen: (ids: number[]) => void;
}

/** The colleagues, of whom one or more are chosen. */
function People({ ownerId, chosen, error, disabled, onChosen }: PeopleProps) {
  const { t } = useLingui();
  const me = useMe();
  const [search, setSearch] = useState("");
  const { people } = useAtomValue(choicesAtom);
  const others = people.filter(({ id }) => id !== (ownerId ?? me.id));
  const found = others.filter(({ name }) => folded(name).includes(folded(search.trim())));
  return (
    <fieldset className={css.people} aria-invalid={error ? true : undefined}>
      <legend>
        <Trans>Usuários</Trans>
      </legend>
      {others.length > FEW && (
        <SearchField label={t`Buscar usuários`} placeholder={t`Buscar usuários`} value={search} onText={setSearch} />
      )}
      <div className={css.boxes}>
        {found.map(({ id, name }) => (
          <Checkbox
            key={id}
            name="users"
            disabled={disabled}
            checked={chosen.includes(id)}
            onChecked={(on) => onChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {error && <p role="alert" className={css.error}>{error}</p>}
    </fieldset>
  );
}
