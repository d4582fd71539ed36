import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { memo, useMemo } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useDates } from "../../ui/useDates.ts";
import { goToEnd, readOn } from "../reading.ts";
import { noteEndInView } from "../seen.ts";
import { isOpen, newsAtom, type OpenedTicket } from "../opened.ts";
import { typingAtom } from "../../inbox/typing.ts";
import { unconfirmed } from "../../composer/sending/unsent.ts";
import { previewOf } from "../../inbox/preview.ts";
import { unsentAtom } from "../../composer/sending/outbox.ts";
import type { Thread } from "../thread.ts";
import { dayReader, type Row, timelineOf } from "../timeline.ts";
import { MessageRow } from "./MessageRow.tsx";
import { MoveLine } from "./MoveLine.tsx";
import { ReadOnAbove, TicketLine } from "../head/TicketLine.tsx";
import { DayLine, ThreadRows, UnreadLine } from "./ThreadRows.tsx";
import type { Reading } from "./useThreadScroll.ts";
import happened from "./Happened.module.css";

interface MessageListProps {
  opened: OpenedTicket;
  ticket: Ticket;
  thread: Thread;
  /** Nothing was ever said: the words about that take the room. */
  isEmpty: boolean;
}

/** The messages of a ticket. */
export function MessageList({ opened, ticket, thread, isEmpty }: MessageListProps) {
  const rows = useTimeline(ticket, thread);
  const reading = useReading(opened.uuid);
  // Nothing is done to the messages of earlier tickets from here.
  const past = useMemo(() => ({ ...ticket, status: "closed" as const }), [ticket]);
  return (
    <ThreadRows
      rows={rows}
      thread={thread}
      opened={opened}
      reading={reading}
      isEmpty={isEmpty}
      draw={(row, isSought) => (
        <RowLine
          row={row}
          ticket={row.type === "message" && row.message.ticketId !== ticket.id ? past : ticket}
          isSought={isSought}
        />
      )}
    >
      <News ticket={ticket} />
    </ThreadRows>
  );
}

function useReading(uuid: string): Reading {
  return useMemo(() => ({
    readOn: (end) => void readOn(end, uuid),
    goToEnd: () => void goToEnd(uuid),
    // Who only peeks has seen nothing.
    noteEnd: (inView) => void (isOpen(uuid) && noteEndInView(inView)),
  }), [uuid]);
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
    switch (row.type) {
      case "day":
        return <DayLine at={row.day} />;
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
