import { useLingui } from "@lingui/react/macro";
import { useVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactElement, type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from "react";
import { Failed } from "../ui/Empty.tsx";
import type { ListView } from "./pagedList.ts";
import { VirtualItems } from "./VirtualItems.tsx";
import css from "./PagedRows.module.css";

/** The next page is asked for this near (px) to the end (spec 1 §9). */
const NEAR_END = 100;

/** Where each list was left, so that coming back finds the place again. */
const places = new Map<string, { offset: number; cache: VirtualItem[]; length: number }>();

interface PagedRowsProps<Row extends { id: number }> {
  list: ListView<Row>;
  /** What the list holds, for a screen reader. */
  label: string;
  /** Names the scroll place to come back to. */
  place: string;
  rowHeight: number;
  /** What a row looks like while it is on its way. */
  skeleton: ReactNode;
  empty: ReactNode;
  failedTitle: string;
  /** The rows belong to a table around this. */
  inTable?: boolean;
  children: (row: Row, index: number) => ReactElement;
}

/** A list of any length of which only the rows in view exist. */
export function PagedRows<Row extends { id: number }>(props: PagedRowsProps<Row>) {
  const { list, label, skeleton, empty, failedTitle } = props;
  const { t } = useLingui();
  if (list.rows.length > 0) return <VirtualRows {...props} />;
  if (list.state === "failed") return <Failed title={failedTitle} error={list.error} onRetry={list.retry} />;
  if (list.state === "ready") return <>{empty}</>;
  return (
    <div className={css.scroll} role="region" aria-label={label} aria-busy>
      <p className="visually-hidden" role="status">{t`Carregando`}</p>
      {Array.from({ length: 9 }, (_, index) => <div key={index}>{skeleton}</div>)}
    </div>
  );
}

function VirtualRows<Row extends { id: number }>(
  { list, label, place, rowHeight, skeleton, failedTitle, inTable, children }: PagedRowsProps<Row>,
) {
  const { rows } = list;
  const scroll = useRef<HTMLDivElement>(null);
  const left = places.get(place);
  const isSame = left?.length === rows.length;
  const look = (virtualizer: Virtualizer<HTMLElement, HTMLElement>) => {
    if (virtualizer.scrollRect?.height && virtualizer.getDistanceFromEnd() < NEAR_END) list.more();
  };
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => rows[index]!.id, [rows]),
    estimateSize: () => rowHeight,
    initialOffset: left?.offset,
    initialMeasurementsCache: isSame ? left?.cache : undefined,
    overscan: 6,
    onChange: look,
  });
  const keepPlace = useEffectEvent(() => {
    const offset = virtualizer.scrollOffset ?? 0;
    places.set(place, { offset, cache: virtualizer.takeSnapshot(), length: rows.length });
  });

  useEffect(() => () => keepPlace(), [place]);
  useEffect(() => look(virtualizer), [rows.length, list.hasMore]);

  return (
    <div
      ref={scroll}
      className={css.scroll}
      role={inTable ? "rowgroup" : "region"}
      aria-label={inTable ? undefined : label}
      tabIndex={inTable ? undefined : 0}
    >
      <VirtualItems virtualizer={virtualizer}>{(index) => children(rows[index]!, index)}</VirtualItems>
      {list.state === "more" && skeleton}
      {list.state === "failed" && (
        <div role={inTable ? "row" : undefined}>
          <div role={inTable ? "cell" : undefined}>
            <Failed title={failedTitle} error={list.error} onRetry={list.retry} />
          </div>
        </div>
      )}
    </div>
  );
}
