import { atom, getDefaultStore } from "jotai";
import type { Move, Ticket } from "../../src/contract/tickets.ts";
import { tickets } from "../../src/contract/tickets.ts";
import { may } from "../../src/contract/permissions.ts";
import { call } from "../call.ts";
import { onEvent, onResync, onReturn, subscribe, subscribed } from "../live.ts";
import { meAtom } from "../session.ts";
import type { Address, Tab } from "../tickets/address.ts";
import { Underway } from "../underway.ts";
import { NO_CALLS, sumOfCalls } from "./calls.ts";
import { byWaitAtom } from "./order.ts";
import {
  type Desk,
  dropTicket,
  emptyDesk,
  filtered,
  isShown,
  LIST_NAMES,
  type ListName,
  mergePage,
  placeAnswer,
  placeTicket,
  refreshAck,
  refreshContact,
  refreshQueue,
  refreshTag,
  resetUnread,
  type View,
} from "./list.ts";

/** What the attendant has on the desk: the four lists, as far as they are loaded. */
export const deskAtom = atom<Desk>(emptyDesk(getDefaultStore().get(byWaitAtom)));
/** Why a list did not come, for its "try again". */
export const deskErrorAtom = atom<unknown>(null);

/** How the loaded tickets call the person. */
export const callsAtom = atom((get) => {
  const { pending, open, group } = get(deskAtom);
  const me = get(meAtom);
  return me ? sumOfCalls(me, [...open.rows, ...pending.rows, ...group.rows]) : NO_CALLS;
});

export type Filters = Pick<Address, "showAll" | "queueIds" | "userIds" | "tagIds">;

/** The lists that a tab shows, from top to bottom. */
export const LISTS_OF: Record<Tab, readonly ListName[]> = {
  open: ["open", "pending"],
  group: ["group"],
  closed: ["closed"],
};

const QUERIES = {
  pending: { status: "pending", isGroup: false },
  open: { status: "open", isGroup: false },
  closed: { status: "closed", isGroup: false },
  group: { isGroup: true },
} as const;

const store = getDefaultStore();

let shown: Tab = "open";
let filters: Filters = { showAll: undefined, queueIds: [], userIds: [], tagIds: [] };
const underway: Record<ListName, Underway<Desk>> = {
  pending: new Underway(),
  open: new Underway(),
  group: new Underway(),
  closed: new Underway(),
};

/** Whether tickets of colleagues are shown: on by default for those who may (spec 1 §6). */
export function showsAll({ showAll }: Filters): boolean {
  const me = store.get(meAtom);
  return me !== null && may(me, "tickets-manager:showall") && showAll !== false;
}

/** Looks at the desk through these filters; lists that are not loaded yet are asked for when they are shown. */
export function lookThrough(wanted: Filters): void {
  if (JSON.stringify(wanted) === JSON.stringify(filters)) return;
  filters = wanted;
  clearDesk();
}

/** Sees to it that a tab has its rows. The groups are counted from the start, so they come along. */
export function showTab(tab: Tab): void {
  shown = tab;
  for (const name of new Set([...LISTS_OF[tab], "group" as const])) {
    if (store.get(deskAtom)[name].state === "unasked") void loadMore(name);
  }
}

/** The next page of a list; the first when it has none or has failed. */
export async function loadMore(name: ListName): Promise<void> {
  const list = store.get(deskAtom)[name];
  const me = store.get(meAtom);
  if (list.state === "loading" || (list.state === "ready" && !list.hasMore) || !me) return;
  const request = underway[name].begin();
  setList(name, { ...list, state: "loading" });
  try {
    await subscribed();
    const answer = await call(tickets.list, {
      ...QUERIES[name],
      order: list.byWait ? "wait" : undefined,
      pageNumber: list.nextPage,
      showAll: showsAll(filters),
      queueIds: someOf(filters.queueIds),
      users: someOf(filters.userIds),
      tags: someOf(filters.tagIds),
    });
    if (!underway[name].counts(request)) return;
    setList(name, mergePage(store.get(deskAtom)[name], answer, list.nextPage));
    store.set(deskAtom, (desk) => underway[name].end(desk));
  } catch (error) {
    if (!underway[name].counts(request)) return;
    store.set(deskErrorAtom, error);
    setList(name, { ...store.get(deskAtom)[name], state: "failed" });
  }
}

/** A ticket as a call has answered it. */
export function noteAnswer(ticket: Ticket): void {
  change((desk) => placeAnswer(desk, ticket, viewNow()));
}

export function forgetTicket(id: number): void {
  change((desk) => dropTicket(desk, id));
}

export function noteRead(id: number): void {
  change((desk) => resetUnread(desk, id));
}

/** Whether the filters let a search hit through; the search itself asks no more than what may be seen. */
export function passesFilters(ticket: Ticket): boolean {
  return isShown(ticket, { ...viewNow(), showAll: true });
}

function change(by: (desk: Desk) => Desk): void {
  for (const name of LIST_NAMES) underway[name].add(by);
  store.set(deskAtom, by);
}

function setList(name: ListName, list: Desk[ListName]): void {
  store.set(deskAtom, (desk) => ({ ...desk, [name]: list }));
}

function someOf(ids: readonly number[]): number[] | undefined {
  return ids.length ? [...ids] : undefined;
}

function viewNow(): View {
  const me = store.get(meAtom);
  return {
    person: {
      id: me?.id ?? 0,
      profile: me?.profile ?? "user",
      super: me?.super ?? false,
      queueIds: me?.queues.map((queue) => queue.id) ?? [],
    },
    showAll: showsAll(filters),
    queueIds: filters.queueIds,
    userIds: filters.userIds,
    tagIds: filters.tagIds,
  };
}

/** Whose desk it is: another person, or the same with other queues, sees other tickets. */
function ownerNow(): string {
  const { person } = viewNow();
  return JSON.stringify(person);
}

/** Lists as they were kept, while there is no way to newer ones. */
let kept: Desk | undefined;

/** Shows lists as they were kept: all that this person saw, through whatever filters are asked for. */
export function showKeptDesk(desk: Desk): void {
  kept = desk;
  clearDesk();
}

/** What is on the desk without any filter; nothing while there is one. */
export function wholeDesk(): Desk | undefined {
  const { showAll, queueIds, userIds, tagIds } = filters;
  const isWhole = showAll === undefined && queueIds.length + userIds.length + tagIds.length === 0;
  return isWhole && !kept ? store.get(deskAtom) : undefined;
}

function clearDesk(): void {
  for (const name of LIST_NAMES) underway[name].letGo();
  store.set(deskAtom, kept ? filtered(kept, viewNow()) : emptyDesk(store.get(byWaitAtom)));
}

/** Reads again, in place, what is loaded; rows stay on the screen until their answer comes. */
function refreshDesk(): void {
  const desk = store.get(deskAtom);
  for (const name of LIST_NAMES) {
    if (desk[name].state === "unasked") continue;
    setList(name, { ...desk[name], state: "failed", nextPage: 1 });
    void loadMore(name);
  }
}

function noteTicket(ticket: Ticket, move?: Move): void {
  change((desk) => placeTicket(desk, ticket, viewNow(), move));
}

onEvent("ticket", (event) => {
  if (event.action === "update") noteTicket(event.ticket, event.move);
  else if (event.action === "updateUnread") noteRead(event.ticketId);
  else forgetTicket(event.ticketId);
});
onEvent("appMessage", (event) => {
  if (event.action === "update") return change((desk) => refreshAck(desk, event.message));
  noteTicket(event.ticket);
});
onEvent("contact", (event) => {
  if (event.action !== "delete") change((desk) => refreshContact(desk, event.record));
});
onEvent("tag", (event) => change((desk) => refreshTag(desk, event)));
onEvent("queue", (event) => change((desk) => refreshQueue(desk, event)));
onResync(refreshDesk);
onReturn(() => {
  kept = undefined;
  for (const name of LIST_NAMES) if (store.get(deskAtom)[name].state === "failed") void loadMore(name);
});

let owner = ownerNow();
store.sub(meAtom, () => {
  // A fresh token brings the same person as a new object.
  if (owner === (owner = ownerNow())) return;
  if (!store.get(meAtom)) kept = undefined;
  clearDesk();
  if (store.get(meAtom)) showTab(shown);
});
store.sub(byWaitAtom, () => {
  clearDesk();
  if (store.get(meAtom)) showTab(shown);
});
for (const status of ["pending", "open", "closed"]) subscribe({ say: "joinTickets", status });
