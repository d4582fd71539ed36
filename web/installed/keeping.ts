import { milliseconds } from "date-fns/milliseconds";
import { owesSecondFactor } from "../../src/contract/access.ts";
import type { Me } from "../../src/contract/access.ts";
import { type Desk, EMPTY_LIST, LIST_NAMES, mapLists, type TicketList } from "../inbox/list.ts";
import type { OpenedTicket } from "../thread/opened.ts";

/** How much is kept for reading it without a network: tickets of each of the four lists, threads, messages of each. */
export const MOST_TICKETS = 50, MOST_THREADS = 20, MOST_MESSAGES = 50;
/** ms. What is older tells nobody anything. */
const OLDEST = milliseconds({ days: 7 });

/** What a person saw last, and as whom. */
export interface KeptLists {
  me: Me;
  /** Of which state of the company (platform/company.ts). */
  state: number;
  desk: Desk;
}

export interface KeptThread {
  opened: OpenedTicket;
  /** When (ms since 1970) it was last changed here. */
  at: number;
}

/** Under whose name something is kept: of two companies, the ids of people are the same. */
export function ownerOf({ companyId, id }: Pick<Me, "companyId" | "id">): string {
  return `${companyId}-${id}`;
}

/** Whether what this person reads may stay in this browser: not what somebody else reads in their name. */
export function mayKeep(me: Me): boolean {
  return me.actedBy === undefined && !owesSecondFactor(me) && !me.company.isOverdue;
}

/** A list of which nothing is kept: it says that it did not come, and is asked for when there is a way to it. */
const NOT_KEPT: TicketList = { ...EMPTY_LIST, hasMore: true, state: "failed" };

/** The beginnings of lists, as they may be kept; lists that were not read this time stay as they were, with their hour. */
export function keptDesk(desk: Desk, before: Desk | undefined, now: number): Desk {
  const had = before && toldStill(before, now);
  return mapLists(desk, (list, name) => {
    const isRead = list.asOf === undefined && (list.rows.length > 0 || list.state === "ready");
    if (!isRead) return had?.[name] ?? NOT_KEPT;
    // Their rest is asked for when there is a way to it; that there is none is known.
    const isWhole = list.state === "ready" && !list.hasMore && list.rows.length <= MOST_TICKETS;
    const rest = isWhole ? {} : { hasMore: true, state: "failed" as const };
    return { ...list, rows: list.rows.slice(0, MOST_TICKETS), nextPage: 1, asOf: now, ...rest };
  });
}

/** Of lists as they were kept those that still tell somebody something. */
export function toldStill(desk: Desk, now: number): Desk {
  return mapLists(desk, (list) => isTooOld(list.asOf ?? 0, now) ? NOT_KEPT : list);
}

/** Of when the newest of these lists is, ms since 1970; nothing where none is kept. */
export function seenAtOf(desk: Desk): number | undefined {
  const hours = LIST_NAMES.flatMap((name) => desk[name].asOf ?? []);
  return hours.length > 0 ? Math.max(...hours) : undefined;
}

/** A thread as it may be kept: its newest messages; nothing while it stands at old ones, or has none. */
export function keptThread(opened: OpenedTicket): OpenedTicket | undefined {
  const { ticket, thread } = opened;
  if (!ticket || !thread || thread.hasNewer || opened.state !== "ready") return undefined;
  const messages = thread.messages.slice(-MOST_MESSAGES), isCut = messages.length < thread.messages.length;
  const [first] = messages;
  const moves = first ? thread.moves.filter(({ at }) => !isCut || at >= first.createdAt) : thread.moves;
  const hasOlder = thread.hasOlder || isCut;
  return {
    ...opened,
    thread: { ...thread, messages, moves, hasOlder, earlier: [], line: null, below: 0 },
    fetching: null,
    goal: null,
    error: null,
  };
}

/** Of threads by their keys those that are too many, the ones that were left alone for longest. */
export function tooMany(threads: ReadonlyMap<string, KeptThread>): string[] {
  const latest = [...threads].sort(([, one], [, other]) => other.at - one.at);
  return latest.slice(MOST_THREADS).map(([key]) => key);
}

function isTooOld(seenAt: number, now: number): boolean {
  return !(now - seenAt < OLDEST);
}
