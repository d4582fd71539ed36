import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ArrowLeft, Pencil, Search, Trash2 } from "lucide-react";
import { type Chat, chats } from "../../src/contract/chats.ts";
import { mayEditChat } from "../../src/contract/permissions.ts";
import { call } from "../call.ts";
import { useMe } from "../session.ts";
import { isNarrowAtom } from "../tickets/panes.ts";
import headCss from "../thread/head/ThreadHead.module.css";
import { Avatar } from "../ui/Avatar.tsx";
import { confirm } from "../ui/confirm.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { showError } from "../ui/showError.ts";
import { leaveChat } from "./address.ts";
import { dropChat } from "./chats.ts";
import { chatTypingAtom } from "./typing.ts";

interface ChatHeadProps {
  chat: Chat;
  onBack: () => void;
  onEdit: () => void;
  isSearching: boolean;
  onSearch: () => void;
}

/** What the chat is called, who is in it and who types; its owner changes and deletes it here (spec 3 §2.9). */
export function ChatHead({ chat, onBack, onEdit, isSearching, onSearch }: ChatHeadProps) {
  const { t, i18n } = useLingui();
  const me = useMe();
  const isNarrow = useAtomValue(isNarrowAtom);
  const everywhere = useAtomValue(chatTypingAtom), typists = everywhere.get(chat.id) ?? [];
  const names = chat.users.map(({ user }) => user.name.split(" ")[0]!);
  const all = new Intl.ListFormat(i18n.locale).format(names);
  const isOwn = mayEditChat(me, chat);
  return (
    <header className={headCss.head}>
      {isNarrow && <IconButton icon={ArrowLeft} label={t`Voltar às conversas`} onClick={onBack} />}
      <div className={headCss.who}>
        <Avatar id={chat.id} name={chat.title} />
        <span className={headCss.names}>
          <h2>{chat.title}</h2>
          <small>
            <span className={headCss.place} title={all}>{all}</span>
            <span role="status">
              {typists.length > 0 && " · "}
              {typists.length > 0 && <span className={headCss.typing}>{typingWords(typists)}</span>}
            </span>
          </small>
        </span>
      </div>
      <IconButton icon={Search} label={t`Buscar nesta conversa`} aria-pressed={isSearching} onClick={onSearch} />
      {isOwn && <IconButton icon={Pencil} label={t`Editar a conversa`} onClick={onEdit} />}
      {isOwn && <IconButton icon={Trash2} label={t`Excluir a conversa`} onClick={() => void remove(chat)} />}
    </header>
  );

  function typingWords(people: readonly { name: string }[]): string {
    const [first, ...rest] = people.map(({ name }) => name.split(" ")[0]!);
    return rest.length ? t`${first} e mais ${rest.length} digitam…` : t`${first} digita…`;
  }

  async function remove({ id, title }: Chat): Promise<void> {
    const isSure = await confirm({
      title: t`Excluir a conversa?`,
      text: t`Tudo o que foi escrito em “${title}” se perde. Esta ação não pode ser desfeita.`,
      yes: t`Excluir`,
      danger: true,
    });
    if (!isSure) return;
    await call(chats.remove, { id }).then(() => {
      dropChat(id);
      leaveChat();
    }, showError);
  }
}
