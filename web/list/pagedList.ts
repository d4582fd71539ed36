import { atom, getDefaultStore, type PrimitiveAtom, useAtomValue } from "jotai";
import { useEffect } from "react";
import type { AnyCall } from "../../src/contract/call.ts";
import { type Answer, call, type Input } from "../call.ts";
import { onResync, onReturn, subscribed } from "../live.ts";
import { onOtherPerson } from "../person.ts";
import { Underway } from "../underway.ts";
import { NOTHING_YET, type Rows, withPage } from "./rows.ts";

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
  /** Pages are on their way, also unseen, over rows that stay till then. */
  isRead: boolean;
  /** Somebody came to the end meanwhile. */
  isMoreWanted: boolean;
  /** The pages that did not come. */
  failed?: { from: number; to: number };
  requests: Underway<Rows<Row>>;
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

const store = getDefaultStore();

/** A list of the product: read by pages, kept in atoms per query, changed by events, read anew when too much was missed. */
export function pagedList<C extends AnyCall, Row extends { id: number }>(declared: C, options: Options<C, Row>) {
  return new PagedList(declared, options);
}

class PagedList<C extends AnyCall, Row extends { id: number }, Query extends Partial<Input<C>> = Partial<Input<C>>> {
  #declared: C;
  #options: Options<C, Row>;
  #kept = new Map<string, Kept<Query, Row>>();

  constructor(declared: C, options: Options<C, Row>) {
    this.#declared = declared;
    this.#options = options;
    onResync(() => this.refresh());
    onReturn(() => {
      for (const one of this.#kept.values()) {
        if (one.mounted && store.get(one.atom).state === "failed") this.retry(one.query);
      }
    });
    onOtherPerson(() => this.#kept.clear());
  }

  atomOf(query: Query): PrimitiveAtom<Rows<Row>> {
    return this.#keptFor(query).atom;
  }

  mount(query: Query): () => void {
    const one = this.#keptFor(query);
    one.mounted++;
    if (one.mounted === 1) this.reload(query);
    return () => void one.mounted--;
  }

  reload(query: Query): Promise<void> {
    const one = this.#keptFor(query);
    return this.#read(one, 1, Math.min(Math.max(store.get(one.atom).page, 1), MOST_REREAD));
  }

  /** Reads anew what is on the screen, after a change that an event only hints at. */
  refresh(): void {
    for (const one of this.#kept.values()) if (one.mounted) this.reload(one.query);
  }

  more(query: Query): void {
    const one = this.#keptFor(query);
    const { state, hasMore, page, rows } = store.get(one.atom);
    if (state !== "ready" || !hasMore) return;
    // A later request would let go of what is being read anew.
    one.isMoreWanted = one.isRead;
    if (one.isRead) return;
    // What moved up into the pages that were read would otherwise never come.
    const from = one.isShort ? pageAfter(one, rows) : page + 1;
    this.#read(one, Math.min(from, page + 1), page + 1);
  }

  /** After a failure: the pages that did not come. */
  retry(query: Query): void {
    const one = this.#keptFor(query);
    if (one.failed) this.#read(one, one.failed.from, one.failed.to);
  }

  /** Changes the rows of every kept list, also of those that are being read. */
  change(apply: (rows: readonly Row[], query: Query, hasMore: boolean) => readonly Row[]): void {
    for (const one of this.#kept.values()) {
      const own = (list: Rows<Row>) => {
        const rows = apply(list.rows, one.query, list.hasMore);
        one.isShort ||= !this.#options.next && rows.length < list.rows.length;
        return { ...list, rows };
      };
      one.requests.add(own);
      store.set(one.atom, (now) => now.page ? own(now) : now);
      // Nobody scrolls a list that has nothing in it.
      if (one.mounted && store.get(one.atom).rows.length === 0) this.more(one.query);
    }
  }

  #keptFor(query: Query): Kept<Query, Row> {
    const key = JSON.stringify(query);
    const known = this.#kept.get(key);
    if (known) return known;
    const fresh: Kept<Query, Row> = {
      query,
      atom: atom<Rows<Row>>(NOTHING_YET),
      pageSize: 0,
      isShort: false,
      isRead: false,
      isMoreWanted: false,
      mounted: 0,
      requests: new Underway(),
    };
    this.#kept.set(key, fresh);
    for (const [old, one] of this.#kept) {
      if (this.#kept.size > MOST_KEPT && one.mounted === 0 && one !== fresh) this.#kept.delete(old);
    }
    return fresh;
  }

  /** Reads pages in turn and shows what they say, unless a newer request began meanwhile. */
  async #read(one: Kept<Query, Row>, from: number, to: number): Promise<void> {
    const request = one.requests.begin(), wasShort = one.isShort;
    one.isShort = false;
    one.isRead = true;
    one.failed = undefined;
    const before = store.get(one.atom);
    const isSeen = before.page > 0 && (before.rows.length > 0 || !before.hasMore);
    store.set(one.atom, { ...before, state: from > 1 ? "more" : isSeen ? before.state : "loading" });
    try {
      await subscribed();
      const answer = await this.#pages(one, { list: before, from, to, request });
      if (!answer) return;
      const list = one.requests.end(answer);
      one.isRead = false;
      store.set(one.atom, { ...list, error: undefined });
      // Rows left while their pages were on their way: what moved up into a page that had been read by then is not here.
      if (one.isShort && list.page > 1) {
        const still = from > 1 ? before.rows.filter(({ id }) => list.rows.some((row) => row.id === id)) : [];
        await this.#read(one, Math.min(from, pageAfter(one, still)), list.page);
      } else if (one.isMoreWanted) this.more(one.query);
    } catch (error) {
      if (!one.requests.counts(request)) return;
      one.isRead = false;
      one.isShort ||= wasShort;
      one.failed = { from, to };
      store.set(one.atom, (now) => ({ ...now, state: "failed", error }));
    }
  }

  /** The list with the pages that the server gives; undefined when a later request has left meanwhile. */
  async #pages(
    one: Kept<Query, Row>,
    { list, from, to, request }: { list: Rows<Row>; from: number; to: number; request: number },
  ): Promise<Rows<Row> | undefined> {
    const { rows: rowsOf, hasMore: saysMore, next } = this.#options;
    for (let page = from; page <= to; page++) {
      const answer = await this.#ask(one, page);
      if (!one.requests.counts(request)) return;
      const rows = rowsOf(answer);
      if (page === 1) one.pageSize = rows.length;
      one.next = next?.(answer) as Partial<Query> | undefined;
      const hasMore = next ? one.next !== undefined : saysMore?.(answer) ?? false;
      list = withPage(list, page, { rows, hasMore });
      if (!hasMore) break;
      // An empty page that is not the last would look like the end.
      if (rows.length === 0) to = Math.max(to, Math.min(page + 1, from + MOST_REREAD));
    }
    return list;
  }

  #ask(one: Kept<Query, Row>, page: number): Promise<Answer<C>> {
    const place = !this.#options.next ? { pageNumber: page } : page > 1 ? one.next : undefined;
    const input = { ...this.#options.query, ...one.query, ...place } as unknown as Input<C>;
    return (call as (declared: C, input: Input<C>) => Promise<Answer<C>>)(this.#declared, input);
  }
}

/** The page on which what follows these rows begins, when rows have left since they were read. */
function pageAfter({ pageSize }: { pageSize: number }, rows: readonly unknown[]): number {
  return pageSize ? Math.floor(rows.length / pageSize) + 1 : 1;
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
