import { useLingui } from "@lingui/react/macro";
import { MessageCircle } from "lucide-react";
import { type UIEvent, useEffect } from "react";
import { Link } from "wouter";
import type { Chat } from "../../src/contract/chats.ts";
import { chatPlace } from "../chats/address.ts";
import { chatList, unreadChats } from "../chats/chats.ts";
import { previewOf } from "../inbox/preview.ts";
import { useList } from "../list/pagedList.ts";
import { readMentions } from "../mentions/mentions.ts";
import { useMe } from "../session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Popover } from "../ui/Popover.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import { alertToChats } from "./chatAlerts.ts";
import css from "./Bell.module.css";

/** The next page is asked for this near (px) to the end (spec 1 §2.2). */
const NEAR_END = 100;

/** What colleagues write, behind a bell of its own (spec 1 §2.2). */
export function ChatsBell() {
  const { t } = useLingui();
  const { rows } = useList(unreadChats, {}), hasNew = rows.length > 0;
  useEffect(() => void readMentions(), []);
  useEffect(() => alertToChats(), []);
  return (
    <Popover
      label={t`Chat interno`}
      className={css.list}
      trigger={(props) => (
        <IconButton
          label={hasNew ? t`Chat interno: há mensagens não lidas` : t`Chat interno`}
          icon={MessageCircle}
          iconSize={20}
          {...props}
        >
          {hasNew && <Dot tone="accent" />}
        </IconButton>
      )}
    >
      {(close) => <Chats onFollow={close} />}
    </Popover>
  );
}

function Chats({ onFollow }: { onFollow: () => void }) {
  const { t } = useLingui();
  const { rows, state, error, hasMore, more, retry } = useList(chatList, {});
  if (state === "failed") return <Failed title={t`As conversas não chegaram`} error={error} onRetry={retry} />;
  if (rows.length === 0 && state === "loading") return <Skeleton width="100%" height={64} />;
  if (rows.length === 0) return <Empty icon={MessageCircle} title={t`Nenhum registro`} />;
  const scroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (hasMore && scrollHeight - scrollTop - clientHeight < NEAR_END) more();
  };
  return (
    <ul onScroll={scroll} tabIndex={-1}>
      {rows.map((chat) => (
        <li key={chat.id}>
          <RowBoundary of={chat} fallback={null}>
            <ChatLink chat={chat} onFollow={onFollow} />
          </RowBoundary>
        </li>
      ))}
    </ul>
  );
}

function ChatLink(
  { chat: { id, uuid, title, last, users, updatedAt }, onFollow }: { chat: Chat; onFollow: () => void },
) {
  const { t } = useLingui();
  const { timeOrDate } = useDates();
  const me = useMe();
  const isUnread = users.some(({ userId, unreads }) => userId === me.id && unreads > 0);
  const name = last?.senderId === me.id ? t`Você` : last?.name.split(" ")[0];
  return (
    <Link href={chatPlace(uuid)} className={css.ticket} onClick={onFollow}>
      <Avatar id={id} name={title} size={28} />
      <span className={css.text}>
        <b>{title}</b>
        <span>
          {last && (last.isDeleted ? t`Mensagem excluída` : `${name}: ${previewOf(last.kind, last.body).text}`)}
        </span>
      </span>
      <span className={css.side}>
        <time dateTime={updatedAt}>{timeOrDate(updatedAt)}</time>
        {isUnread && <Dot tone="accent" label={t`mensagens novas`} />}
      </span>
    </Link>
  );
}

/** At the menu's entry, and on a phone's menu button: colleagues have written (spec 1 §2.2). */
export function ChatsDot() {
  const { t } = useLingui();
  const { rows } = useList(unreadChats, {});
  return rows.length > 0 ? <Dot tone="accent" label={t`mensagens novas`} /> : null;
}
