import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ArrowDown, CircleAlert, LoaderCircle } from "lucide-react";
import { memo, useMemo } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { VirtualItems } from "../../list/VirtualItems.tsx";
import { useDates } from "../../ui/useDates.ts";
import { classes } from "../../ui/classes.ts";
import { RowBoundary } from "../../ui/RowBoundary.tsx";
import { goToEnd } from "../reading.ts";
import { newsAtom, type OpenedTicket } from "../opened.ts";
import { typingAtom } from "../../inbox/desk.ts";
import { unconfirmed } from "../../composer/sending/unsent.ts";
import { previewOf } from "../../inbox/preview.ts";
import { unsentAtom } from "../../composer/sending/outbox.ts";
import type { Thread } from "../thread.ts";
import { dayReader, type Row, timelineOf } from "../timeline.ts";
import { MessageRow } from "./MessageRow.tsx";
import { MoveLine } from "./MoveLine.tsx";
import { ReadOnAbove, TicketLine } from "../head/TicketLine.tsx";
import { useThreadScroll } from "./useThreadScroll.ts";
import happened from "./Happened.module.css";
import css from "./MessageList.module.css";

interface MessageListProps {
  opened: OpenedTicket;
  ticket: Ticket;
  thread: Thread;
  /** Nothing was ever said: the words about that take the room. */
  isEmpty: boolean;
}

/** The thread's messages, of which only those near the screen are drawn. */
export function MessageList({ opened, ticket, thread, isEmpty }: MessageListProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const rows = useTimeline(ticket, thread);
  // Nothing is done to the messages of earlier tickets from here.
  const past = useMemo(() => ({ ...ticket, status: "closed" as const }), [ticket]);
  const { scroll, virtualizer, isFar, isMoving, dayAbove, sought, onScroll } = useThreadScroll(rows, opened);
  return (
    <div className={css.room} data-empty={isEmpty || undefined}>
      {dayAbove && (
        <span className={classes(happened.day, css.day)} data-shown={isMoving || undefined} aria-hidden>
          {day(`${dayAbove}T12:00Z`)}
        </span>
      )}
      {opened.fetching && <LoaderCircle size={20} className={classes("spin", css.fetching)} aria-hidden />}
      <div
        ref={scroll}
        className={css.scroll}
        role="log"
        aria-live="off"
        aria-label={t`Mensagens`}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className={css.above} />
        <VirtualItems virtualizer={virtualizer} as="ol">
          {(index) => {
            const row = rows[index]!;
            return (
              <RowBoundary of={row} fallback={<Undrawn row={row} />}>
                <RowLine
                  row={row}
                  ticket={row.type === "message" && row.message.ticketId !== ticket.id ? past : ticket}
                  isSought={row.key === sought}
                />
              </RowBoundary>
            );
          }}
        </VirtualItems>
      </div>
      {(isFar || thread.below > 0) && <ToNewest count={thread.below} uuid={ticket.uuid} />}
      <News ticket={ticket} />
    </div>
  );
}

function useTimeline(ticket: Ticket, thread: Thread): Row[] {
  const { timeZone } = useDates();
  const all = useAtomValue(unsentAtom);
  const isTyping = useAtomValue(typingAtom).has(ticket.id);
  const { messages } = thread;
  const unsent = useMemo(() => unconfirmed(all, ticket.id, messages), [all, ticket.id, messages]);
  const dayOf = useMemo(() => dayReader(timeZone), [timeZone]);
  return useMemo(
    () => timelineOf(thread, { unsent, isTyping, dayOf }),
    [thread, unsent, isTyping, dayOf],
  );
}

const RowLine = memo(
  function RowLine({ row, ticket, isSought }: { row: Row; ticket: Ticket; isSought: boolean }) {
    const { day } = useDates();
    switch (row.type) {
      case "day":
        // Noon in Greenwich is the same day in every zone of the Americas, Europe and Africa.
        return <h3 className={happened.day}>{day(`${row.day}T12:00Z`)}</h3>;
      case "above":
        return <ReadOnAbove before={row.before} uuid={ticket.uuid} />;
      case "begin":
        return <TicketLine ticket={row.earlier ?? ticket} isHere={row.earlier === null} />;
      case "move":
        return <MoveLine move={row.move} />;
      case "unread":
        return <UnreadLine count={row.count} />;
      case "typing":
        return <TypingDots name={ticket.contact.name} />;
      case "message":
        return (
          <MessageRow
            message={row.message}
            unsent={row.unsent}
            ticket={ticket}
            isFirst={row.isFirst}
            isLast={row.isLast}
            isSought={isSought}
          />
        );
    }
  },
);

/** Stands where a message could not be drawn. */
function Undrawn({ row }: { row: Row }) {
  return (
    <p className={happened.happened} data-message={row.type === "message" ? row.message.id : undefined}>
      <CircleAlert size={16} aria-hidden />
      <Trans>Mensagem não suportada</Trans>
    </p>
  );
}

function UnreadLine({ count }: { count: number }) {
  return (
    <p className={happened.unread}>
      <span>
        <Plural value={count} one="# mensagem nova" other="# mensagens novas" />
      </span>
    </p>
  );
}

function TypingDots({ name }: { name: string }) {
  const { t } = useLingui();
  return (
    <div className={happened.typing} role="img" aria-label={t`${name} está digitando`}>
      <i />
      <i />
      <i />
    </div>
  );
}

/** Leads back to the newest message, and says how many have come in meanwhile. */
function ToNewest({ count, uuid }: { count: number; uuid: string }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={css.toNewest}
      data-news={count > 0 || undefined}
      aria-label={count === 0 ? t`Ir para a mensagem mais nova` : undefined}
      onClick={() => goToEnd(uuid)}
    >
      <ArrowDown size={16} aria-hidden />
      {count > 0 && <Plural value={count} one="# nova" other="# novas" />}
    </button>
  );
}

/** Tells a screen reader politely what was just written. */
function News({ ticket }: { ticket: Ticket }) {
  const news = useAtomValue(newsAtom);
  const name = news?.participant || ticket.contact.name;
  return (
    <p className="visually-hidden" role="status">
      {news && news.ticketId === ticket.id && `${name}: ${previewOf(news.kind, news.body).text}`}
    </p>
  );
}
