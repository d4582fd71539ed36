import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { memo } from "react";
import { Link } from "wouter";
import type { Chat } from "../../src/contract/chats.ts";
import { draftsAtom } from "../composer/drafts.ts";
import { previewOf } from "../inbox/preview.ts";
import { useMe } from "../session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Count } from "../ui/Count.tsx";
import { useDates } from "../ui/useDates.ts";
import { chatPlace } from "./address.ts";
import { unreadsOf } from "./chats.ts";
import { placeOf } from "./lines.ts";
import { chatTypingAtom } from "./typing.ts";
import css from "./ChatRow.module.css";

interface ChatRowProps {
  chat: Chat;
  isSelected: boolean;
  /** It is pressed; it may be open already, in the other pane. */
  onOpen: () => void;
}

/** A chat in the list: its title, the last message and its time, and how much is unread (spec 3 §2.9). */
export const ChatRow = memo(function ChatRow({ chat, isSelected, onOpen }: ChatRowProps) {
  const { full, timeOrDate } = useDates();
  const me = useMe();
  const unreads = unreadsOf(chat, me.id);
  const { id, uuid, title, updatedAt } = chat;
  return (
    <article
      className={css.row}
      data-chat={id}
      data-selected={isSelected || undefined}
      data-unread={unreads > 0 || undefined}
    >
      <Avatar id={id} name={title} />
      <b className={css.name}>
        <Link href={chatPlace(uuid)} className={css.link} aria-current={isSelected || undefined} onClick={onOpen}>
          {title}
        </Link>
      </b>
      <time className={css.time} dateTime={updatedAt} data-tooltip={full(updatedAt)}>{timeOrDate(updatedAt)}</time>
      <span className={css.preview}>
        <Preview chat={chat} isSelected={isSelected} />
      </span>
      {unreads > 0 && (
        <span className={css.unread}>
          <Count of={unreads} label={plural(unreads, { one: "# não lida", other: "# não lidas" })} />
        </span>
      )}
    </article>
  );
});

/** Who types in it, else what is being written here, else the last message. */
function Preview({ chat, isSelected }: { chat: Chat; isSelected: boolean }) {
  const { t } = useLingui();
  const everywhere = useAtomValue(chatTypingAtom), typing = everywhere.get(chat.id) ?? [];
  const draft = useAtomValue(draftsAtom)[placeOf(chat.id)];
  if (typing[0]) {
    const name = typing[0].name.split(" ")[0];
    return <span className={css.typing}>{t`${name} digita…`}</span>;
  }
  if (draft && !isSelected) {
    return (
      <>
        <em>
          <Trans>Rascunho:</Trans>
        </em>{" "}
        {draft}
      </>
    );
  }
  return <LastMessage chat={chat} />;
}

export function LastMessage({ chat: { last } }: { chat: Chat }) {
  const { t } = useLingui();
  const me = useMe();
  if (!last) return <Trans>Ninguém escreveu ainda</Trans>;
  const name = last.senderId === me.id ? t`Você` : last.name.split(" ")[0];
  if (last.isDeleted) return <Trans>Mensagem excluída</Trans>;
  return `${name}: ${previewOf(last.kind, last.body).text}`;
}
