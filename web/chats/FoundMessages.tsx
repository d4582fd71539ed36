import { Trans, useLingui } from "@lingui/react/macro";
import { SearchX } from "lucide-react";
import { Link } from "wouter";
import { chats, type FoundChatMessage } from "../../src/contract/chats.ts";
import { piecesOf } from "../inbox/snippet.ts";
import { pagedList, useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { useDates } from "../ui/useDates.ts";
import { chatPlace } from "./address.ts";
import css from "./FoundMessages.module.css";

const foundList = pagedList(chats.find, {
  rows: (answer): readonly FoundChatMessage[] => answer.found,
  next: ({ next }) => next === null ? undefined : { after: next },
});

interface FoundMessagesProps {
  search: string;
  /** Within one chat. */
  chatId?: number;
  /** The message at which the thread was opened. */
  messageId: number | null;
  /** Nothing else was found. */
  isAlone: boolean;
  onFollow?: () => void;
}

/** Messages that have the searched words; each opens where it stands. */
export function FoundMessages({ search, chatId, messageId, isAlone, onFollow }: FoundMessagesProps) {
  const { t } = useLingui();
  const { date, timeOrDate } = useDates();
  const query = chatId ? { searchParam: search, chatId } : { searchParam: search };
  const { rows, state, error, hasMore, more, retry } = useList(foundList, query);
  if (state === "failed") return <Failed title={t`A busca não chegou`} error={error} onRetry={retry} />;
  if (rows.length === 0) {
    if (!isAlone || state !== "ready") return null;
    return <Empty className={css.nothing} icon={SearchX} title={t`Nada encontrado para “${search}”`} />;
  }
  return (
    <section className={css.found} aria-label={t`Mensagens encontradas`}>
      <h3>
        <Trans>Mensagens</Trans>
      </h3>
      <ul>
        {rows.map(({ id, chat, name, snippet, createdAt }) => (
          <li key={id}>
            <Link
              href={chatPlace(chat.uuid, id)}
              className={css.hit}
              aria-current={id === messageId || undefined}
              onClick={onFollow}
            >
              <b>{chatId ? name : chat.title}</b>
              <time dateTime={createdAt} data-tooltip={date(createdAt)}>{timeOrDate(createdAt)}</time>
              <span>
                {!chatId && `${name.split(" ")[0]}: `}
                {piecesOf(snippet).map(({ text, isHit }, nth) => isHit ? <mark key={nth}>{text}</mark> : text)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="small" busy={state === "more"} onClick={more}>
          <Trans>Mostrar mais</Trans>
        </Button>
      )}
    </section>
  );
}
