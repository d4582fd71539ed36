import { useLingui } from "@lingui/react/macro";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from "virtua";
import { Failed } from "../ui/Empty.tsx";
import type { ListView } from "./pagedList.ts";
import css from "./PagedRows.module.css";

/** The next page is asked for this near (px) to the end (spec 1 §9). */
const NEAR_END = 100;

/** Where each list was left, so that coming back finds the place again. */
const places = new Map<string, { offset: number; cache: CacheSnapshot; length: number }>();

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
  const handle = useRef<VirtualizerHandle>(null);
  const left = places.get(place);
  const isSame = left?.length === list.rows.length;

  useEffect(() => {
    const virtualizer = handle.current!;
    if (left) virtualizer.scrollTo(left.offset);
    return () => {
      const { scrollOffset: offset, cache } = virtualizer;
      places.set(place, { offset, cache, length: list.rows.length });
    };
  }, [place]);

  const look = () => {
    const { scrollOffset, scrollSize, viewportSize } = handle.current ?? {};
    if (scrollOffset === undefined || viewportSize === 0) return;
    if (scrollSize! - scrollOffset - viewportSize! < NEAR_END) list.more();
  };
  useEffect(look, [list.rows.length, list.hasMore]);

  return (
    <div
      className={css.scroll}
      role={inTable ? "rowgroup" : "region"}
      aria-label={inTable ? undefined : label}
      tabIndex={inTable ? undefined : 0}
    >
      <Virtualizer
        ref={handle}
        data={list.rows}
        itemSize={rowHeight}
        cache={isSame ? left?.cache : undefined}
        onScroll={look}
        onResize={look}
      >
        {children}
      </Virtualizer>
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
