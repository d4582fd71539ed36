import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, CircleAlert, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { VirtualItems } from "../../list/VirtualItems.tsx";
import { classes } from "../../ui/classes.ts";
import { RowBoundary } from "../../ui/RowBoundary.tsx";
import { useDates } from "../../ui/useDates.ts";
import type { OpenedTicket } from "../opened.ts";
import type { Thread } from "../thread.ts";
import type { Row } from "../timeline.ts";
import { type Reading, useThreadScroll } from "./useThreadScroll.ts";
import happened from "./Happened.module.css";
import css from "./MessageList.module.css";

interface ThreadRowsProps {
  rows: readonly Row[];
  thread: Thread;
  opened: Pick<OpenedTicket, "fetching" | "goal">;
  reading: Reading;
  /** Nothing was ever said: the words about that take the room. */
  isEmpty: boolean;
  /** Draws a row; somebody may just have jumped to it. */
  draw: (row: Row, isSought: boolean) => ReactNode;
  /** What is told to screen readers. */
  children?: ReactNode;
}

/** The lines of a thread, of which only those near the screen are drawn, in their scroll. */
export function ThreadRows({ rows, thread, opened, reading, isEmpty, draw, children }: ThreadRowsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { goal, fetching } = opened;
  const { scroll, virtualizer, isFar, isMoving, dayAbove, sought, onScroll } = useThreadScroll(
    rows,
    { thread, goal },
    reading,
  );
  return (
    <div className={css.room} data-empty={isEmpty || undefined}>
      {dayAbove && (
        <span className={classes(happened.day, css.day)} data-shown={isMoving || undefined} aria-hidden>
          {day(`${dayAbove}T12:00Z`)}
        </span>
      )}
      {fetching && <LoaderCircle size={20} className={classes("spin", css.fetching)} aria-hidden />}
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
                {draw(row, row.key === sought)}
              </RowBoundary>
            );
          }}
        </VirtualItems>
      </div>
      {(isFar || thread.below > 0) && <ToNewest count={thread.below} onPress={reading.goToEnd} />}
      {children}
    </div>
  );
}

export function DayLine({ at }: { at: string }) {
  const { day } = useDates();
  // Noon in Greenwich is the same day in every zone of the Americas, Europe and Africa.
  return <h3 className={happened.day}>{day(`${at}T12:00Z`)}</h3>;
}

export function UnreadLine({ count }: { count: number }) {
  return (
    <p className={happened.unread}>
      <span>
        <Plural value={count} one="# mensagem nova" other="# mensagens novas" />
      </span>
    </p>
  );
}

/** Stands where a message could not be drawn. */
function Undrawn({ row }: { row: Row }) {
  return (
    <p className={happened.happened} data-message={row.type === "message" ? row.message.id : undefined}>
      <CircleAlert size={16} aria-hidden />
      <Trans>Mensagem não suportada</Trans>
    </p>
  );
}

/** Leads back to the newest message, and says how many have come in meanwhile. */
function ToNewest({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={css.toNewest}
      data-news={count > 0 || undefined}
      aria-label={count === 0 ? t`Ir para a mensagem mais nova` : undefined}
      onClick={onPress}
    >
      <ArrowDown size={16} aria-hidden />
      {count > 0 && <Plural value={count} one="# nova" other="# novas" />}
    </button>
  );
}
