import type { Message } from "../../src/contract/messages.ts";
import { maySeeTicket, type Person } from "../../src/contract/permissions.ts";
import type { Contact } from "../../src/contract/contacts.ts";
import type { Change } from "../../src/contract/events.ts";
import type { QueueRef } from "../../src/contract/queues.ts";
import type { TagRef } from "../../src/contract/tags.ts";
import type { Move, Ticket } from "../../src/contract/tickets.ts";
import { laterAck } from "../thread/thread.ts";

/** How many tickets the server puts on a page (behaviour.md, "Numbers left open"). */
const PAGE = 40;

export const LIST_NAMES = ["pending", "open", "group", "closed"] as const;
export type ListName = (typeof LIST_NAMES)[number];

export interface TicketList {
  rows: readonly Ticket[];
  /** All tickets that match on the server, loaded or not. */
  count: number;
  hasMore: boolean;
  nextPage: number;
  state: "unasked" | "loading" | "ready" | "failed";
  /** The longest unanswered first, instead of the latest change. */
  byWait: boolean;
  /** When (ms since 1970) an earlier page kept it; nothing once it was read here. */
  asOf?: number;
}

export type Desk = Readonly<Record<ListName, TicketList>>;

/** Who looks, and through which filters. */
export interface View {
  person: Person;
  showAll: boolean;
  /** Empty means every queue, or every attendant. */
  queueIds: readonly number[];
  userIds: readonly number[];
  /** Only tickets that carry all of these; empty means any. */
  tagIds: readonly number[];
}

export const EMPTY_LIST: TicketList = {
  rows: [],
  count: 0,
  hasMore: false,
  nextPage: 1,
  state: "unasked",
  byWait: false,
};
export const EMPTY_DESK: Desk = { pending: EMPTY_LIST, open: EMPTY_LIST, group: EMPTY_LIST, closed: EMPTY_LIST };

/** A desk before anything is loaded; only what is in progress is unanswered. */
export function emptyDesk(byWait: boolean): Desk {
  const list = { ...EMPTY_LIST, byWait };
  return { ...EMPTY_DESK, pending: list, open: list };
}

/** The one list in which a ticket stands. */
export function listOf(ticket: Pick<Ticket, "isGroup" | "status">): ListName {
  return ticket.isGroup ? "group" : ticket.status;
}

/** Whether a ticket is shown to this person with these filters (spec 1 §4.2, live list rules). */
export function isShown(ticket: Ticket, view: View): boolean {
  const { person, showAll, queueIds, userIds, tagIds } = view;
  if (!maySeeTicket(person, ticket)) return false;
  if (!showAll && ticket.userId !== null && ticket.userId !== person.id) return false;
  if (queueIds.length > 0 && (ticket.queueId === null || !queueIds.includes(ticket.queueId))) return false;
  if (!tagIds.every((id) => ticket.tags.some((tag) => tag.id === id))) return false;
  return userIds.length === 0 || (ticket.userId !== null && userIds.includes(ticket.userId));
}

/** Of lists that were kept without any filter, the rows that are for this view. */
export function filtered(desk: Desk, view: View): Desk {
  return mapLists(desk, (list) => ({ ...list, rows: list.rows.filter((row) => isShown(row, view)) }));
}

/** The desk after an event of a ticket: in its list and its place, or gone when it is not for this view. */
export function placeTicket(desk: Desk, ticket: Ticket, view: View, move?: Move): Desk {
  const target = isShown(ticket, view) ? listOf(ticket) : undefined;
  return mapLists(desk, (list, name) => name === target ? putRow(list, ticket, move) : dropRow(list, ticket.id));
}

/** The same for a ticket that a call has answered: a slow answer must not undo what an event has said since. */
export function placeAnswer(desk: Desk, ticket: Ticket, view: View): Desk {
  const known = findTicket(desk, ticket.id);
  return known && known.updatedAt > ticket.updatedAt ? desk : placeTicket(desk, ticket, view);
}

export function dropTicket(desk: Desk, id: number): Desk {
  return mapLists(desk, (list) => dropRow(list, id));
}

export function resetUnread(desk: Desk, id: number): Desk {
  return mapRows(desk, (row) => row.id === id && row.unreadMessages > 0 ? { ...row, unreadMessages: 0 } : row);
}

export function refreshContact(desk: Desk, contact: Contact): Desk {
  return mapRows(desk, (row) => row.contactId === contact.id ? { ...row, contact } : row);
}

/** The rows after a tag was given another name or colour, or was deleted. */
export function refreshTag(desk: Desk, change: Change<TagRef>): Desk {
  return mapRows(desk, (row) => withTag(row, change));
}

/** A ticket as it is once one of its tags has changed; the same when it does not carry it. */
export function withTag(ticket: Ticket, change: Change<TagRef>): Ticket {
  const changed = change.action === "delete" ? undefined : change.record;
  const id = changed?.id ?? (change as { id: number }).id;
  if (!ticket.tags.some((tag) => tag.id === id)) return ticket;
  const tags = ticket.tags.flatMap((tag) => {
    if (tag.id !== id) return [tag];
    return changed ? [{ id, name: changed.name, color: changed.color }] : [];
  });
  return { ...ticket, tags };
}

/** The rows after a queue was given another name or colour, or was deleted. */
export function refreshQueue(desk: Desk, change: Change<QueueRef>): Desk {
  return mapRows(desk, (row) => withQueue(row, change));
}

/** What stands in a queue, as it is once that queue has changed; the same when it stands in another. */
export function withQueue<T extends Pick<Ticket, "queue">>(ticket: T, change: Change<QueueRef>): T {
  const { id, name, color } = change.action === "delete" ? { ...change, name: "", color: "" } : change.record;
  if (ticket.queue?.id !== id) return ticket;
  if (change.action !== "delete") return { ...ticket, queue: { id, name, color } };
  return { ...ticket, queue: null, ...("queueId" in ticket && { queueId: null }) };
}

/** The mark in the row of the ticket whose last message this is. */
export function refreshAck(desk: Desk, { id, fromMe, ack }: Message): Desk {
  return mapRows(desk, (row) => {
    if (row.lastMessageId !== id || !fromMe) return row;
    const lastMessageAck = laterAck(row.lastMessageAck, ack);
    return lastMessageAck === row.lastMessageAck ? row : { ...row, lastMessageAck };
  });
}

/** A list with a page more; the first page starts it afresh. */
export function mergePage(
  list: TicketList,
  answer: { tickets: readonly Ticket[]; hasMore: boolean; count: number },
  page: number,
): TicketList {
  const kept = page === 1 ? [] : list.rows;
  const seen = new Set(kept.map((row) => row.id));
  const fresh = answer.tickets.filter((row) => !seen.has(row.id));
  const rows = [...kept, ...fresh].sort(orderOf(list));
  const { count, hasMore } = answer;
  // Rows left while the page was on its way: what moved up into it is not here. A page without news leads on.
  const isShort = list.nextPage < page && fresh.length > 0;
  const nextPage = isShort ? Math.min(page, Math.floor(rows.length / PAGE) + 1) : page + 1;
  return { rows, count, hasMore, nextPage, state: "ready", byWait: list.byWait };
}

export function findTicket(desk: Desk, id: number): Ticket | undefined {
  for (const name of LIST_NAMES) {
    const row = desk[name].rows.find((row) => row.id === id);
    if (row) return row;
  }
}

/** The people of the latest chats, each once, the last one to be written with first. */
export function latestContacts(desk: Desk): Contact[] {
  const tickets = LIST_NAMES.flatMap((name) => desk[name].rows).filter(({ isGroup }) => !isGroup);
  const latest = tickets.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  return [...new Map(latest.map(({ contact }) => [contact.id, contact])).values()];
}

/** Who has waited longest, people before those whom the robot still serves. */
export function nextWaiting(waiting: readonly Ticket[]): Ticket | undefined {
  return waiting.toSorted((a, b) => Number(a.chatbot) - Number(b.chatbot) || waitsSince(a) - waitsSince(b))[0];
}

/** Since when (ms) somebody waits for an attendant. Writing again does not send them to the end of the queue. */
export function waitsSince({ waitingSince, createdAt }: Pick<Ticket, "waitingSince" | "createdAt">): number {
  return Date.parse(waitingSince ?? createdAt);
}

/** The ticket `step` rows below (or above) the open one, of those that open by a click. */
export function neighbour(rows: readonly Ticket[], uuid: string | undefined, step: 1 | -1): Ticket | undefined {
  const openable = rows.filter((row) => row.status !== "pending");
  const here = openable.findIndex((row) => row.uuid === uuid);
  if (here === -1) return step === 1 ? openable[0] : openable.at(-1);
  return openable[here + step];
}

function latestFirst(a: Ticket, b: Ticket): number {
  return a.updatedAt === b.updatedAt ? a.id - b.id : a.updatedAt < b.updatedAt ? 1 : -1;
}

function orderOf({ byWait }: Pick<TicketList, "byWait">): (a: Ticket, b: Ticket) => number {
  return byWait ? (a, b) => waitRank(a) - waitRank(b) || a.id - b.id : latestFirst;
}

/** As the server ranks them: what was just handed over, then the longest unanswered, then what changed last. */
function waitRank({ handover, waitingSince, unansweredSince, updatedAt }: Ticket): number {
  if (handover) return -Date.parse(handover.at);
  const since = waitingSince ?? unansweredSince;
  return since === null ? 9e15 - Date.parse(updatedAt) : Date.parse(since);
}

function putRow(list: TicketList, ticket: Ticket, move: Move | undefined): TicketList {
  if (list.state === "unasked") return list;
  const others = list.rows.filter((row) => row.id !== ticket.id);
  const known = others.length < list.rows.length;
  const order = orderOf(list);
  const at = others.findIndex((row) => order(ticket, row) < 0);
  // What is older than all that is loaded comes with its own page.
  if (!known && at === -1 && list.hasMore) return list;
  const rows = at === -1 ? [...others, ticket] : others.toSpliced(at, 0, ticket);
  // Without a move it was in this list before, only not loaded, so it is counted already.
  const isNew = !known && (!list.hasMore || move !== undefined);
  return { ...list, rows, count: list.count + (isNew ? 1 : 0) };
}

function dropRow(list: TicketList, id: number): TicketList {
  const rows = list.rows.filter((row) => row.id !== id);
  if (rows.length === list.rows.length) return list;
  // The rows behind it have moved up on the server: the next page begins one row earlier.
  const nextPage = Math.min(list.nextPage, Math.floor(rows.length / PAGE) + 1);
  return { ...list, rows, nextPage, count: Math.max(0, list.count - 1) };
}

/** The desk with each of its lists changed; the very same where none is. */
export function mapLists(desk: Desk, change: (list: TicketList, name: ListName) => TicketList): Desk {
  let changed = false;
  const next = { ...desk };
  for (const name of LIST_NAMES) {
    next[name] = change(desk[name], name);
    changed ||= next[name] !== desk[name];
  }
  return changed ? next : desk;
}

function mapRows(desk: Desk, change: (row: Ticket) => Ticket): Desk {
  return mapLists(desk, (list) => {
    const rows = list.rows.map(change);
    return rows.some((row, i) => row !== list.rows[i]) ? { ...list, rows } : list;
  });
}
