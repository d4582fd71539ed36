import type { Ticket } from "../../../src/contract/tickets.ts";
import { Trans } from "@lingui/react/macro";
import { ArrowRightLeft, Ban } from "lucide-react";
import { useMe } from "../../session.ts";
import { handedText, isHandedTo } from "../calls.ts";
import { Ticks } from "../../thread/icons.tsx";
import { plainText } from "../../thread/markup.ts";
import { previewOf } from "../preview.ts";
import { piecesOf } from "../snippet.ts";
import { MarkedLine } from "../../thread/content/Marked.tsx";
import css from "./TicketRow.module.css";

export interface TicketPreviewProps {
  ticket: Ticket;
  isTyping: boolean;
  draft?: string;
  /** What was not sent from here, and waits for the person. */
  unsent?: string;
  /** What a search has found in it, instead of its last message. */
  snippet?: string;
}

/** The one line below the name: what was found, what could not be sent, that they type, who handed it over, the draft, or the last message. */
export function TicketPreview({ ticket, isTyping, draft, unsent, snippet }: TicketPreviewProps) {
  const isHanded = isHandedTo(useMe(), ticket);
  if (snippet) {
    return (
      <span className={css.preview}>
        <span>
          {piecesOf(snippet).map(({ text, isHit }, i) => isHit ? <mark key={i}>{text}</mark> : text)}
        </span>
      </span>
    );
  }
  if (unsent !== undefined) {
    return (
      <span className={css.preview}>
        <span className={css.draft}>
          <Trans>Não enviada:</Trans>
        </span>
        <span>{plainText(unsent)}</span>
      </span>
    );
  }
  if (isTyping) {
    return (
      <span className={css.preview}>
        <span className={css.typing}>
          <Trans>digitando…</Trans>
        </span>
      </span>
    );
  }
  if (ticket.handover && isHanded) {
    return (
      <span className={css.preview}>
        <ArrowRightLeft size={16} aria-hidden />
        <span className={css.handed}>{handedText(ticket.handover)}</span>
      </span>
    );
  }
  if (draft) {
    return (
      <span className={css.preview}>
        <span className={css.draft}>
          <Trans>Rascunho:</Trans>
        </span>
        <span>{plainText(draft)}</span>
      </span>
    );
  }
  if (ticket.lastMessageIsDeleted) {
    return (
      <span className={css.preview}>
        <Ban size={16} aria-hidden />
        <em>
          <Trans>Mensagem excluída</Trans>
        </em>
      </span>
    );
  }
  const { icon: Icon, text, isTyped } = previewOf(ticket.lastMessageKind, ticket.lastMessage);
  return (
    <span className={css.preview}>
      {ticket.lastMessageFromMe && <Ticks ack={ticket.lastMessageAck} />}
      {Icon && <Icon size={16} aria-hidden />}
      <span>{isTyped ? <MarkedLine text={ticket.lastMessage} /> : text}</span>
    </span>
  );
}
