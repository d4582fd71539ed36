import { useLingui } from "@lingui/react/macro";
import { Ban } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import type { ChatMember } from "../../src/contract/chats.ts";
import type { Message } from "../../src/contract/messages.ts";
import { ACK } from "../../src/shared/delivery.ts";
import type { UnsentMessage } from "../composer/sending/unsent.ts";
import { TicketCard } from "../mentions/TicketCard.tsx";
import { useMe } from "../session.ts";
import { Content } from "../thread/content/Content.tsx";
import type { DrawWords } from "../thread/content/Marked.tsx";
import { QuoteCard } from "../thread/content/QuoteCard.tsx";
import { FailureNote } from "../thread/messages/FailureNote.tsx";
import { Meta } from "../thread/messages/Meta.tsx";
import { UnsentNote } from "../thread/messages/UnsentNote.tsx";
import { useLongPress } from "../thread/messages/useLongPress.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { ChatMessageActions } from "./ChatMessageActions.tsx";
import { ackOf, type ChatLine } from "./lines.ts";
import { goToMessage } from "./opened.ts";
import bubble from "../thread/messages/Bubble.module.css";
import css from "./ChatBubble.module.css";

interface ChatBubbleProps {
  message: Message;
  unsent: UnsentMessage | null;
  users: readonly ChatMember[];
  isFirst: boolean;
  isLast: boolean;
  /** Somebody has just jumped to it. */
  isSought: boolean;
}

/** One message of a chat: own ones at the right, others at the left with who wrote them (spec 3 §2.9). */
export const ChatBubble = memo(function ChatBubble(props: ChatBubbleProps) {
  const { message, unsent, users, isFirst, isLast, isSought } = props;
  const me = useMe();
  const said = "said" in message ? (message as ChatLine).said : null;
  const ack = said && message.fromMe ? ackOf(users, message.id, me.id) : message.ack;
  const shown = useMemo(() => ({ ...message, ack }), [message, ack]);
  const words = useWords(said?.mentions, me.id);
  const longPress = useLongPress(openMenu);
  const hasFailed = message.ack === ACK.failed, { fromMe, user, participant, isDeleted } = message;
  return (
    <div
      className={bubble.message}
      data-message={message.id}
      data-own={fromMe || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-failed={hasFailed || undefined}
      data-sticker={(message.kind === "sticker" && !isDeleted) || undefined}
      data-sought={isSought || undefined}
    >
      {!fromMe && (
        <span className={css.face}>{isLast && <Avatar id={user?.id ?? 0} name={participant} size={28} />}</span>
      )}
      <article className={bubble.bubble} {...longPress}>
        <Speaker fromMe={fromMe} name={participant} isFirst={isFirst} />
        {message.quotedMsg && !isDeleted && (
          <QuoteCard
            quote={message.quotedMsg}
            onJump={(id) => void goToMessage(id)}
          />
        )}
        {isDeleted ? <Deleted message={shown} /> : <Content message={shown} words={words} />}
        {!isDeleted && said?.tickets.map((id) => <TicketCard key={id} id={id} />)}
        {unsent && !hasFailed && <UnsentNote unsent={unsent} />}
        {hasFailed && <FailureNote message={message} isOwnPage={unsent !== null} />}
      </article>
      {!unsent && said && <ChatMessageActions message={message} />}
    </div>
  );
});

/** A finger that rests on a message asks what can be done about it. */
function openMenu(element: Element): void {
  element.parentElement?.querySelector<HTMLElement>("[data-message-menu]")?.click();
}

function Speaker({ fromMe, name, isFirst }: { fromMe: boolean; name: string; isFirst: boolean }) {
  const { t } = useLingui();
  if (fromMe || !isFirst) return <span className="visually-hidden">{fromMe ? t`Você` : name}:</span>;
  return <b className={css.sender}>{name}</b>;
}

function Deleted({ message }: { message: Message }) {
  const { t } = useLingui();
  return (
    <p className={bubble.deleted}>
      <Ban size={16} aria-hidden />
      {t`Mensagem excluída`}
      <Meta message={message} />
    </p>
  );
}

/** Draws who is called in a text; who is oneself, so that it is seen. */
function useWords(mentions: readonly { userId: number; written: string }[] | undefined, ownId: number) {
  return useMemo((): DrawWords | undefined => {
    if (!mentions?.length) return undefined;
    const own = new Set(mentions.filter(({ userId }) => userId === ownId).map(({ written }) => written));
    const all = [...new Set(mentions.map(({ written }) => written))].sort((a, b) => b.length - a.length);
    const calls = new RegExp(
      `(${all.map((written) => written.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
      "u",
    );
    return (text): ReactNode =>
      text.split(calls).map((part, nth) =>
        nth % 2 ? <span key={nth} className={css.mention} data-me={own.has(part) || undefined}>{part}</span> : part
      );
  }, [mentions, ownId]);
}
