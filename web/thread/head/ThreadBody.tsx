import { Trans, useLingui } from "@lingui/react/macro";
import { LoaderCircle, MessageCircle } from "lucide-react";
import { Empty, Failed } from "../../ui/Empty.tsx";
import { retryOpen } from "../open.ts";
import type { OpenedTicket } from "../opened.ts";
import { useLate } from "../../ui/useLate.ts";
import { MessageList } from "../messages/MessageList.tsx";
import css from "./ThreadPane.module.css";

/** A ticket's messages: on their way, there, none yet, or failed. */
export function ThreadBody({ opened }: { opened: OpenedTicket }) {
  const { t } = useLingui();
  const { ticket, thread, state, error, round } = opened;
  if (state === "failed") {
    return (
      <div className={css.nothing}>
        <Failed title={t`A conversa não chegou`} error={error} onRetry={() => retryOpen(opened)} />
      </div>
    );
  }
  if (!ticket || !thread) return <Loading />;
  const isEmpty = thread.messages.length === 0 && !thread.hasOlder && thread.earlier.length === 0;
  return (
    <>
      {isEmpty && (
        <div className={css.nothing}>
          <Empty icon={MessageCircle} title={t`Say hello to your new contact!`} />
        </div>
      )}
      <MessageList key={round} opened={opened} ticket={ticket} thread={thread} isEmpty={isEmpty} />
    </>
  );
}

export function Loading() {
  const isLate = useLate(200);
  return (
    <div className={css.nothing} role="status">
      {isLate && <LoaderCircle size={20} className="spin" aria-hidden />}
      <span className="visually-hidden">
        <Trans>Carregando a conversa</Trans>
      </span>
    </div>
  );
}
