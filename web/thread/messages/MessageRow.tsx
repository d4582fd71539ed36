import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, Forward } from "lucide-react";
import { memo, useContext } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { ACK } from "../../../src/shared/delivery.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useMe } from "../../session.ts";
import { goToMessage } from "../reading.ts";
import type { UnsentMessage } from "../../composer/sending/unsent.ts";
import { isSigned } from "../../composer/signature.ts";
import { CallLine } from "./CallLine.tsx";
import { Content } from "../content/Content.tsx";
import { FailureNote } from "./FailureNote.tsx";
import { Meta } from "./Meta.tsx";
import { MessageActions } from "./MessageActions.tsx";
import { UnsentNote } from "./UnsentNote.tsx";
import { ReadOnly } from "../head/ReadOnly.ts";
import { QuoteCard } from "../content/QuoteCard.tsx";
import { useLongPress } from "./useLongPress.ts";
import { Reactions } from "./Reactions.tsx";
import css from "./Bubble.module.css";

interface MessageRowProps {
  message: Message;
  unsent: UnsentMessage | null;
  ticket: Ticket;
  isFirst: boolean;
  isLast: boolean;
  /** Somebody has just jumped to it. */
  isSought: boolean;
}

/** One message with what can be done about it. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, unsent, ticket, isFirst, isLast, isSought } = props;
  const hasFailed = message.ack === ACK.failed;
  const isReacted = message.reactions.length > 0 && !message.isDeleted;
  const isReadOnly = useContext(ReadOnly);
  const longPress = useLongPress(openMenu);
  if (message.kind === "call" && !message.isDeleted) return <CallLine message={message} />;
  return (
    <div
      className={css.message}
      data-message={message.id}
      data-own={message.fromMe || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-failed={hasFailed || undefined}
      data-reacted={isReacted || undefined}
      data-sticker={(message.kind === "sticker" && !message.isDeleted) || undefined}
      data-sought={isSought || undefined}
    >
      <article className={css.bubble} {...longPress}>
        <Speaker message={message} ticket={ticket} isFirst={isFirst} />
        {message.isForwarded && !message.isDeleted && <PassedOn />}
        {message.quotedMsg && !message.isDeleted && (
          <QuoteCard
            quote={message.quotedMsg}
            onJump={(id) => goToMessage(id, ticket.uuid)}
          />
        )}
        {message.isDeleted ? <Deleted message={message} /> : <Content message={message} />}
        {unsent && !hasFailed && <UnsentNote unsent={unsent} />}
        {hasFailed && !isReadOnly && <FailureNote message={message} ticket={ticket} isOwnPage={unsent !== null} />}
        {isReacted && <Reactions message={message} ticket={ticket} />}
      </article>
      {!unsent && !isReadOnly && <MessageActions message={message} ticket={ticket} />}
    </div>
  );
});

/** A finger that rests on a message asks what can be done about it. */
function openMenu(bubble: Element): void {
  bubble.parentElement?.querySelector<HTMLElement>("[data-message-menu]")?.click();
}

/** Who speaks: in sight in a group and for a colleague's message, otherwise only said. */
function Speaker({ message, ticket, isFirst }: { message: Message; ticket: Ticket; isFirst: boolean }) {
  const { t } = useLingui();
  const me = useMe();
  const { fromMe, participant, user } = message;
  const isColleague = fromMe && user !== null && user.id !== me.id;
  const name = fromMe ? isColleague ? user.name : t`Você` : participant || ticket.contact.name;
  const isSeen = isFirst && ((isColleague && !isSigned(message.body)) || (!fromMe && ticket.isGroup));
  if (isSeen) return <b className={css.name}>{name}</b>;
  return <span className="visually-hidden">{name}:</span>;
}

function PassedOn() {
  return (
    <p className={css.passedOn}>
      <Forward size={12} aria-hidden />
      <Trans>Encaminhada</Trans>
    </p>
  );
}

function Deleted({ message }: { message: Message }) {
  const { t } = useLingui();
  return (
    <p className={css.deleted}>
      <Ban size={16} aria-hidden />
      {t`Mensagem excluída`}
      <Meta message={message} />
    </p>
  );
}
