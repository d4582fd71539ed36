import { atom, getDefaultStore, type PrimitiveAtom, useAtomValue } from "jotai";
import { useEffect } from "react";
import type { AnyCall } from "../../src/contract/call.ts";
import { type Answer, call, type Input } from "../call.ts";
import { onResync, onReturn, subscribed } from "../live.ts";
import { meAtom } from "../session.ts";
import { NOTHING_YET, type Rows, withPage } from "./rows.ts";

type Apply<Row> = (rows: readonly Row[], hasMore: boolean) => readonly Row[];

/** One list for one query: what is shown, and what happens around it. */
interface Kept<Query, Row> {
  query: Query;
  atom: PrimitiveAtom<Rows<Row>>;
  /** What asks for the page after the last, where pages have no numbers. */
  next?: Partial<Query>;
  mounted: number;
  /** Rows of the first page; and whether some have left since a page was read, so that the next ones have moved up. */
  pageSize: number;
  isShort: boolean;
  /** Counts the requests, so that an answer that was overtaken is dropped. */
  asked: number;
  /** Changes heard while a request was under way: its answer may be older than they are. */
  heard: Apply<Row>[];
}

/** Lists of queries that nobody looks at any more are forgotten beyond this many. */
const MOST_KEPT = 12;
/** A list that was scrolled further than this many pages starts over when it is read anew. */
const MOST_REREAD = 10;

interface Options<C extends AnyCall, Row> {
  rows: (answer: Answer<C>) => readonly Row[];
  hasMore?: (answer: Answer<C>) => boolean;
  /** For lists whose pages have no numbers: what asks for the page after this answer. */
  next?: (answer: Answer<C>) => Partial<Input<C>> | undefined;
  /** What every query of this list has in common. */
  query?: Partial<Input<C>>;
}

/** A list of the product: read by pages, kept in atoms per query, changed by events, read anew when too much was missed. */
export function pagedList<C extends AnyCall, Row extends { id: number }>(declared: C, options: Options<C, Row>) {
  type Query = Partial<Input<C>>;
  const store = getDefaultStore();
  const kept = new Map<string, Kept<Query, Row>>();

  function keptFor(query: Query): Kept<Query, Row> {
    const key = JSON.stringify(query);
    const known = kept.get(key);
    if (known) return known;
    const fresh: Kept<Query, Row> = {
      query,
      atom: atom<Rows<Row>>(NOTHING_YET),
      pageSize: 0,
      isShort: false,
      mounted: 0,
      asked: 0,
      heard: [],
    };
    kept.set(key, fresh);
    for (const [old, one] of kept) {
      if (kept.size > MOST_KEPT && one.mounted === 0 && one !== fresh) kept.delete(old);
    }
    return fresh;
  }

  /** Reads pages in turn and shows what they say, unless a newer request began meanwhile. */
  async function read(one: Kept<Query, Row>, from: number, to: number): Promise<void> {
    const asked = ++one.asked;
    one.heard = [];
    one.isShort = false;
    let list = store.get(one.atom);
    const before = from > 1 ? list.rows : [];
    const isSeen = list.page > 0 && (list.rows.length > 0 || !list.hasMore);
    store.set(one.atom, { ...list, state: from > 1 ? "more" : isSeen ? list.state : "loading" });
    try {
      await subscribed();
      for (let page = from; page <= to; page++) {
        const place = !options.next ? { pageNumber: page } : page > 1 ? one.next : undefined;
        const input = { ...options.query, ...one.query, ...place } as unknown as Input<C>;
        const answer = await (call as (declared: C, input: Input<C>) => Promise<Answer<C>>)(declared, input);
        if (asked !== one.asked) return;
        const rows = options.rows(answer);
        if (page === 1) one.pageSize = rows.length;
        one.next = options.next?.(answer);
        const hasMore = options.next ? one.next !== undefined : options.hasMore?.(answer) ?? false;
        list = withPage(list, page, { rows, hasMore });
        if (!hasMore) break;
        // An empty page that is not the last would look like the end.
        if (rows.length === 0) to = Math.max(to, Math.min(page + 1, from + MOST_REREAD));
      }
      const { heard } = one;
      const withHeard = (rows: readonly Row[]) => heard.reduce((now, apply) => apply(now, list.hasMore), rows);
      store.set(one.atom, { ...list, rows: withHeard(list.rows), error: undefined });
      // Rows left while their pages were on their way: what moved up into a page that had been read by then is not here.
      if (one.isShort && list.page > 1) await read(one, Math.min(from, pageAfter(one, withHeard(before))), list.page);
    } catch (error) {
      if (asked === one.asked) store.set(one.atom, (now) => ({ ...now, state: "failed", error }));
    }
  }

  function reload(query: Query): Promise<void> {
    const one = keptFor(query);
    return read(one, 1, Math.min(Math.max(store.get(one.atom).page, 1), MOST_REREAD));
  }

  function more(query: Query): void {
    const one = keptFor(query);
    const { state, hasMore, page, rows } = store.get(one.atom);
    if (state !== "ready" || !hasMore) return;
    // What moved up into the pages that were read would otherwise never come.
    const from = one.isShort ? pageAfter(one, rows) : page + 1;
    read(one, Math.min(from, page + 1), page + 1);
  }

  /** The page on which what follows these rows begins, when rows have left since they were read. */
  function pageAfter({ pageSize }: Kept<Query, Row>, rows: readonly Row[]): number {
    return pageSize ? Math.floor(rows.length / pageSize) + 1 : 1;
  }

  /** After a failure: the page that did not come. */
  function retry(query: Query): void {
    const one = keptFor(query);
    const { page } = store.get(one.atom);
    read(one, page + 1, page + 1);
  }

  /** Changes the rows of every kept list, also of those that are being read. */
  function change(apply: (rows: readonly Row[], query: Query, hasMore: boolean) => readonly Row[]): void {
    for (const one of kept.values()) {
      const own: Apply<Row> = (rows, hasMore) => {
        const changed = apply(rows, one.query, hasMore);
        one.isShort ||= !options.next && changed.length < rows.length;
        return changed;
      };
      one.heard.push(own);
      store.set(one.atom, (now) => now.page ? { ...now, rows: own(now.rows, now.hasMore) } : now);
      // Nobody scrolls a list that has nothing in it.
      if (one.mounted && store.get(one.atom).rows.length === 0) more(one.query);
    }
  }

  function mount(query: Query): () => void {
    const one = keptFor(query);
    one.mounted++;
    if (one.mounted === 1) reload(query);
    return () => void one.mounted--;
  }

  /** Reads anew what is on the screen, after a change that an event only hints at. */
  function refresh(): void {
    for (const one of kept.values()) if (one.mounted) reload(one.query);
  }

  onResync(refresh);
  onReturn(() => {
    for (const one of kept.values()) if (one.mounted && store.get(one.atom).state === "failed") retry(one.query);
  });
  let owner = store.get(meAtom)?.id;
  store.sub(meAtom, () => {
    if (owner !== (owner = store.get(meAtom)?.id)) kept.clear();
  });

  return { atomOf: (query: Query) => keptFor(query).atom, reload, refresh, more, retry, change, mount };
}

/** A list for a query, read while the component is mounted. */
export function useList<Query, Row extends { id: number }>(
  list: {
    atomOf(query: Query): PrimitiveAtom<Rows<Row>>;
    mount(query: Query): () => void;
    more(query: Query): void;
    retry(query: Query): void;
    reload(query: Query): Promise<void>;
  },
  query: Query,
) {
  const key = JSON.stringify(query);
  useEffect(() => list.mount(JSON.parse(key)), [list, key]);
  return {
    ...useAtomValue(list.atomOf(query)),
    more: () => list.more(query),
    retry: () => list.retry(query),
    reload: () => list.reload(query),
  };
}

export type ListView<Row extends { id: number }> = Rows<Row> & { more(): void; retry(): void; reload(): Promise<void> };
