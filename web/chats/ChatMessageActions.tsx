import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { Copy, Ellipsis, Pencil, Reply, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { chats } from "../../src/contract/chats.ts";
import type { Message } from "../../src/contract/messages.ts";
import { call } from "../call.ts";
import { composerWishAtom, replyAtom } from "../composer/reply.ts";
import { useMe } from "../session.ts";
import { isEditable } from "../thread/messageDialog.ts";
import { confirm } from "../ui/confirm.ts";
import { copyText } from "../ui/copyText.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { showError } from "../ui/showError.ts";
import { noteAnswer } from "./opened.ts";
import bubble from "../thread/messages/Bubble.module.css";

const EditDialog = lazyDialog(() => import("../thread/dialogs/EditDialog.tsx"));

/** What can be done about a message of a chat: answer any, change and take back an own one. */
export function ChatMessageActions({ message }: { message: Message }) {
  const { t } = useLingui();
  const me = useMe();
  const setReply = useSetAtom(replyAtom), wish = useSetAtom(composerWishAtom);
  const [isEditing, setEditing] = useState(false);
  if (message.isDeleted) return <div className={bubble.actions} />;
  const reply = () => {
    setReply(message);
    wish({ text: "" });
  };
  const entries: (MenuEntry | false)[] = [
    { label: t`Responder`, icon: Reply, onChoose: reply },
    message.body !== "" &&
    { label: t`Copiar`, icon: Copy, onChoose: () => void copyText(message.body, t`Texto copiado.`) },
    isEditable(message, me.id) && { label: t`Editar`, icon: Pencil, onChoose: () => setEditing(true) },
    message.fromMe && { label: t`Excluir`, icon: Trash2, danger: true, onChoose: () => void remove() },
  ];
  return (
    <div className={bubble.actions}>
      <IconButton size="small" icon={Reply} label={t`Responder`} onClick={reply} />
      <Menu
        label={t`Opções da mensagem`}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            size="small"
            icon={Ellipsis}
            label={t`Mais opções da mensagem`}
            data-message-menu
          />
        )}
        entries={entries.filter((entry) => entry !== false)}
      />
      {isEditing && (
        <Suspense>
          <EditDialog message={message} onClose={() => setEditing(false)} onSave={save} />
        </Suspense>
      )}
    </div>
  );

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: t`Excluir a mensagem?`,
      text: t`Ela será excluída para todos na conversa.`,
      yes: t`Excluir`,
      danger: true,
    });
    if (!isSure) return;
    await call(chats.removeMessage, { id: message.id }).then((gone) => noteAnswer(gone.chatId, [gone]), showError);
  }
}

async function save(id: number, message: string): Promise<void> {
  const changed = await call(chats.edit, { id, message });
  noteAnswer(changed.chatId, [changed]);
}
