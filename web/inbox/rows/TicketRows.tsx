import { Trans } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useAtomValue } from "jotai";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { type Address, placeOf } from "../../tickets/address.ts";
import { VirtualItems } from "../../list/VirtualItems.tsx";
import { RowBoundary } from "../../ui/RowBoundary.tsx";
import { typingAtom } from "../typing.ts";
import { draftsAtom } from "../../composer/drafts.ts";
import { failedAtom } from "../../composer/sending/outbox.ts";
import { movingAtom } from "../moves.ts";
import { IS_TOUCHED } from "../touched.ts";
import { TicketRow } from "./TicketRow.tsx";
import css from "./TicketRow.module.css";

export interface RowSource {
  ticket: Ticket;
  messageId?: number | null;
  snippet?: string;
}

interface TicketRowsProps {
  rows: readonly RowSource[];
  address: Address;
  scroll: RefObject<HTMLElement | null>;
  onOpen?: (row: RowSource) => void;
}

/** Rows of tickets, of which only those near the screen are drawn. */
export function TicketRows({ rows, address, scroll, onOpen }: TicketRowsProps) {
  const typing = useAtomValue(typingAtom);
  const drafts = useAtomValue(draftsAtom), failed = useAtomValue(failedAtom);
  const moving = useAtomValue(movingAtom);
  const [list, offset] = useOffset();
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => keyOf(rows[index]!), [rows]),
    estimateSize: () => heightOf(rows[0]),
    scrollMargin: offset ?? 0,
    overscan: 6,
  });
  return (
    <div ref={list}>
      <VirtualItems virtualizer={virtualizer} as="ul">
        {(index) => {
          const row = rows[index]!;
          const { ticket, messageId = null, snippet } = row;
          return (
            <RowBoundary
              of={row}
              fallback={<UndrawnTicket name={ticket.contact?.name} href={placeOf({ ...address, uuid: ticket.uuid })} />}
            >
              <TicketRow
                ticket={ticket}
                href={placeOf({ ...address, uuid: ticket.uuid, messageId })}
                isSelected={ticket.uuid === address.uuid && (messageId === null || messageId === address.messageId)}
                isTyping={typing.has(ticket.id)}
                isMoving={moving.has(ticket.id)}
                draft={ticket.status === "open" && ticket.uuid !== address.uuid ? drafts[ticket.id] : undefined}
                unsent={ticket.uuid !== address.uuid ? failed[ticket.id] : undefined}
                snippet={snippet}
                onOpen={onOpen && (() => onOpen(row))}
              />
            </RowBoundary>
          );
        }}
      </VirtualItems>
    </div>
  );
}

function keyOf({ ticket, messageId }: RowSource): string {
  return `${ticket.id}-${messageId ?? ""}`;
}

/** A ticket whose row cannot be drawn can be opened all the same. */
function UndrawnTicket({ name, href }: { name: string | undefined; href: string }) {
  return (
    <article className={css.undrawn}>
      <Link href={href}>{name || <Trans>Contato</Trans>}</Link>
      <span>
        <Trans>Mensagem não suportada</Trans>
      </span>
    </article>
  );
}

/** A row's height by TicketRow.module.css: only when rows have their place before they are drawn can a scroll be resumed. */
function heightOf(row: RowSource | undefined): number {
  if (!matchMedia("(width < 600px)").matches) return 72;
  return IS_TOUCHED && row?.ticket.status === "pending" ? 80 : 76;
}

/** How far down the scroll these rows begin, which changes with what stands above them. */
function useOffset() {
  const element = useRef<HTMLDivElement>(null);
  // The first look always draws anew: only then is the scroll around the rows there.
  const [offset, setOffset] = useState<number>();
  useLayoutEffect(() => setOffset(element.current!.offsetTop));
  return [element, offset] as const;
}
