import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { Copy, Ellipsis, Forward, History, Pencil, Reply, Trash2 } from "lucide-react";
import { type Message, messages } from "../../../src/contract/messages.ts";
import { ACK } from "../../../src/shared/delivery.ts";
import { mayDeleteMessage } from "../../../src/contract/permissions.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { call } from "../../call.ts";
import { useMe } from "../../session.ts";
import { confirm } from "../../ui/confirm.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { showError } from "../../ui/showError.ts";
import { copyText } from "../../ui/copyText.ts";
import { noteMessage } from "../follow.ts";
import { traitsOf } from "../traits.ts";
import { isEditable, messageDialogAtom } from "../messageDialog.ts";
import { composerWishAtom, replyAtom } from "../../composer/reply.ts";
import { ReactButton } from "./ReactButton.tsx";
import { useQuickReactions } from "./useQuickReactions.tsx";
import css from "./Bubble.module.css";

/** What can be done about a message (spec 1 §2.7): reply to any, delete an own one. */
export function MessageActions({ message, ticket }: { message: Message; ticket: Ticket }) {
  const { t } = useLingui();
  const entries = useEntries(message, ticket);
  const reactions = useQuickReactions(message);
  const mayReact = ticket.status === "open" && traitsOf(ticket).reacts;
  return (
    <div className={css.actions}>
      {entries.reply && !message.isDeleted && (
        <IconButton size="small" icon={Reply} label={t`Responder`} onClick={entries.reply.onChoose} />
      )}
      {mayReact && !message.isDeleted && <ReactButton message={message} />}
      <Menu
        row={mayReact ? reactions : undefined}
        label={t`Opções da mensagem`}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            size="small"
            icon={Ellipsis}
            label={t`Mais opções da mensagem`}
            disabled={message.isDeleted}
            data-message-menu
          />
        )}
        entries={Object.values(entries).filter((entry) => entry !== undefined)}
      />
    </div>
  );
}

type EntryName = "reply" | "forward" | "copy" | "edit" | "edits" | "remove";

function useEntries(message: Message, ticket: Ticket): Record<EntryName, MenuEntry | undefined> {
  const { t } = useLingui();
  const me = useMe();
  const openDialog = useSetAtom(messageDialogAtom);
  const setReply = useSetAtom(replyAtom);
  const wish = useSetAtom(composerWishAtom);
  const reply = () => {
    setReply(message);
    wish({ text: "" });
  };
  const copy = () => void copyText(message.body, t`Texto copiado.`);
  const remove = async () => {
    const isSure = await confirm({
      title: t`Excluir a mensagem?`,
      text: t`Ela será excluída para todos na conversa.`,
      yes: t`Excluir`,
      danger: true,
    });
    if (isSure) await call(messages.remove, { id: message.id }).then(noteMessage, showError);
  };
  const isOpen = ticket.status === "open";
  const { edits, revokes } = traitsOf(ticket);
  const isPassable = message.kind !== "call" && message.kind !== "other" && message.ack !== ACK.failed;
  return {
    reply: isOpen ? { label: t`Responder`, icon: Reply, onChoose: reply } : undefined,
    forward: isPassable
      ? { label: t`Encaminhar`, icon: Forward, onChoose: () => openDialog({ kind: "forward", message }) }
      : undefined,
    copy: message.body ? { label: t`Copiar`, icon: Copy, onChoose: copy } : undefined,
    edit: isOpen && edits && isEditable(message, me.id)
      ? { label: t`Editar`, icon: Pencil, onChoose: () => openDialog({ kind: "edit", message }) }
      : undefined,
    edits: message.isEdited
      ? { label: t`Ver edições`, icon: History, onChoose: () => openDialog({ kind: "edits", message }) }
      : undefined,
    remove: revokes && mayDeleteMessage(message)
      ? { label: t`Excluir`, icon: Trash2, danger: true, onChoose: remove }
      : undefined,
  };
}
