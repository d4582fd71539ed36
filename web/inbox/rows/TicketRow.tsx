import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Bot, Check, Eye } from "lucide-react";
import { useAtomValue } from "jotai";
import { type CSSProperties, memo, type MouseEvent } from "react";
import { Link } from "wouter";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { NO_QUEUE_COLOR } from "../../../src/contract/queues.ts";
import { useMe } from "../../session.ts";
import { reachText } from "../../ui/reach.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { RowBoundary } from "../../ui/RowBoundary.tsx";
import { handedText, isHandedTo } from "../calls.ts";
import { HandedMark } from "../HandedMark.tsx";
import { ChannelIcon } from "../../thread/icons.tsx";
import { peek } from "../../tickets/dialogs.ts";
import { accept, close } from "../moves.ts";
import { showPane } from "../../tickets/panes.ts";
import { focusComposer } from "../../composer/reply.ts";
import { selectingAtom } from "../selecting.ts";
import { IS_TOUCHED } from "../touched.ts";
import { RowMenu } from "./RowMenu.tsx";
import { TicketPreview, type TicketPreviewProps } from "./TicketPreview.tsx";
import { TicketTime } from "./TicketTime.tsx";
import css from "./TicketRow.module.css";

export interface TicketRowProps extends TicketPreviewProps {
  /** Where the row leads; a waiting ticket is only accepted. */
  href: string;
  isSelected: boolean;
  isMoving: boolean;
  onOpen?: () => void;
}

/** One ticket of a list (spec 1 §2.4). */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, href, isSelected, isMoving } = props;
  const { t } = useLingui();
  const { contact, queue, unreadMessages: unread } = ticket;
  const isHanded = isHandedTo(useMe(), ticket);
  const isWaiting = ticket.status === "pending";
  const name = contact.name || reachText({ number: contact.number, channel: ticket.channel });
  const openByHand = ({ detail }: MouseEvent) => {
    props.onOpen?.();
    showPane("ticket");
    // By keyboard the focus stays in the list, where it came from.
    if (detail > 0 && ticket.status === "open") focusComposer(ticket.id);
  };
  const selecting = useAtomValue(selectingAtom);
  return (
    <article
      className={css.ticket}
      data-ticket={ticket.id}
      data-waiting={isWaiting || undefined}
      data-unread={unread > 0 || isHanded || undefined}
      data-selected={isSelected || undefined}
      style={{ "--hue": queue?.color ?? NO_QUEUE_COLOR } as CSSProperties}
      onClick={followLink}
    >
      <span className={css.stripe} data-tooltip={queue?.name ?? t`Sem fila`} />
      <Avatar id={ticket.contactId} name={contact.name} src={contact.profilePicUrl} />
      {selecting && <selecting.TicketBox id={ticket.id} name={name} />}
      <b className={css.name}>
        {isWaiting
          ? <span>{name}</span>
          : (
            <Link href={href} className={css.link} aria-current={isSelected || undefined} onClick={openByHand}>
              {name}
            </Link>
          )}
        {ticket.status === "closed" && (
          <span className={css.closed}>
            <Trans>FECHADO</Trans>
          </span>
        )}
      </b>
      <TicketTime ticket={ticket} className={css.time!} />
      <RowBoundary of={ticket} fallback={<span className={css.preview}>{t`Mensagem não suportada`}</span>}>
        <TicketPreview {...props} />
      </RowBoundary>
      <Where ticket={ticket} />
      {!(isWaiting && IS_TOUCHED) && <Unread ticket={ticket} />}
      {IS_TOUCHED && !isWaiting
        ? <RowMenu ticket={ticket} name={name} isMoving={isMoving} className={css.rowMenu} />
        : <RowActions ticket={ticket} name={name} isMoving={isMoving} />}
    </article>
  );
});

/** Its queue, its connection and who serves it. */
function Where({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const { queue, user } = ticket;
  return (
    <span className={css.where}>
      <span>{queue?.name ?? t`Sem fila`}</span>
      {ticket.chatbot && <Bot size={16} role="img" aria-label={t`Com o robô`} aria-hidden={false} />}
      <ChannelIcon channel={ticket.channel} />
      {ticket.whatsapp && <span className={css.connection}>{ticket.whatsapp.name}</span>}
      {ticket.status !== "pending" && user && (
        <span className={css.who}>
          <Avatar id={user.id} name={user.name} size={16} />
          {user.name.split(" ")[0]}
        </span>
      )}
    </span>
  );
}

/** That it was handed over, and how much is unread. */
function Unread({ ticket }: { ticket: Ticket }) {
  const { unreadMessages: unread, handover } = ticket;
  const isHanded = isHandedTo(useMe(), ticket);
  if (unread === 0 && !isHanded) return null;
  return (
    <span className={css.unread}>
      {isHanded && handover && <HandedMark label={handedText({ ...handover, note: null })} />}
      {unread > 0 && (
        <Count
          of={unread}
          label={plural(unread, { one: "# mensagem não lida", other: "# mensagens não lidas" })}
        />
      )}
    </span>
  );
}

/** What lies above the link for its tooltip leads where the link does. */
function followLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target as Element).closest("a, button")) currentTarget.querySelector("a")?.click();
}

function RowActions({ ticket, name, isMoving }: { ticket: Ticket; name: string; isMoving: boolean }) {
  const { t } = useLingui();
  const { profile } = useMe();
  const peekButton = profile === "admin" && (
    <IconButton
      size="small"
      icon={Eye}
      label={t`Espiar Conversa`}
      onClick={() => peek(ticket)}
    />
  );
  if (ticket.status !== "pending") {
    return (
      <span className={css.actions}>
        {peekButton}
        {ticket.status === "open" && (
          <IconButton
            size="small"
            icon={Check}
            label={t`Fechar Conversa`}
            disabled={isMoving}
            onClick={() => close(ticket)}
          />
        )}
      </span>
    );
  }
  return (
    <span className={css.actions}>
      {IS_TOUCHED && <Unread ticket={ticket} />}
      {peekButton}
      <Button
        variant="accent"
        size="small"
        aria-label={t`Aceitar Conversa: ${name}`}
        data-tooltip={t`Aceitar Conversa`}
        data-accept
        busy={isMoving}
        onClick={() => accept(ticket)}
      >
        <Trans>Aceitar</Trans>
      </Button>
    </span>
  );
}
