import { Trans, useLingui } from "@lingui/react/macro";
import { type DragEvent, useState } from "react";
import { LoaderCircle, MessageCircle } from "lucide-react";
import { Empty, Failed } from "../../ui/Empty.tsx";
import { attach } from "../attachments.ts";
import { Composer } from "../composer/Composer.tsx";
import { retryOpen } from "../conversation.ts";
import type { Conversation } from "../conversations.ts";
import { MessageList } from "./MessageList.tsx";
import { TagStrip } from "./TagStrip.tsx";
import { ThreadHead } from "./ThreadHead.tsx";
import { useLate } from "../useLate.ts";
import css from "./ThreadPane.module.css";

/** The chat side: one ticket with its thread and the composer (spec 1 §2.6). */
export function ThreadPane({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui();
  const { ticket } = conversation;
  const name = ticket?.contact.name || ticket?.contact.number || "";
  const drop = useFileDrop(ticket?.status === "open" ? ticket.id : null);
  return (
    <section className={css.pane} aria-label={t`Conversa com ${name}`} {...drop.handlers}>
      {ticket && <ThreadHead ticket={ticket} />}
      {ticket && <TagStrip ticket={ticket} />}
      <Room conversation={conversation} />
      {ticket && ticket.channel !== "whatsapp" && (
        <p className={css.rule}>
          <Trans>
            Você tem 24h para responder após receber uma mensagem, de acordo com as políticas da rede social.
          </Trans>
        </p>
      )}
      {ticket && <Composer key={ticket.id} ticket={ticket} />}
      {drop.isOver && (
        <p className={css.drop}>
          <Trans>Solte os arquivos para anexar</Trans>
        </p>
      )}
    </section>
  );
}

function Room({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui();
  const { ticket, thread, state, error, round } = conversation;
  if (state === "failed") {
    return (
      <div className={css.nothing}>
        <Failed title={t`A conversa não chegou`} error={error} onRetry={retryOpen} />
      </div>
    );
  }
  if (!ticket || !thread) return <Loading />;
  const isEmpty = thread.messages.length === 0 && !thread.hasOlder;
  return (
    <>
      {isEmpty && (
        <div className={css.nothing}>
          <Empty icon={MessageCircle} title={t`Say hello to your new contact!`} />
        </div>
      )}
      <MessageList key={round} conversation={conversation} ticket={ticket} thread={thread} isEmpty={isEmpty} />
    </>
  );
}

function Loading() {
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

/** Files dropped anywhere on the thread are attached, while the ticket takes messages. */
function useFileDrop(ticketId: number | null) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => ticketId !== null && event.dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        attach(ticketId!, [...event.dataTransfer.files]);
      },
    },
  };
}
