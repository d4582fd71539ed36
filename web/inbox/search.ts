import { atom, getDefaultStore } from "jotai";
import { type Hit, tickets } from "../../src/contract/tickets.ts";
import { call } from "../call.ts";
import { onEvent } from "../live.ts";
import { onOtherPerson } from "../person.ts";

interface Search {
  text: string;
  hits: readonly Hit[];
  hasMore: boolean;
  nextPage: number;
  state: "loading" | "ready" | "failed";
  error: unknown;
}

/** What the search box found; null while nothing is searched. */
export const searchAtom = atom<Search | null>(null);

/** Pause after the last letter before the server is asked (ms, spec 1 §9). */
export const SEARCH_PAUSE = 500;

const store = getDefaultStore();

export function searchFor(text: string): void {
  const wanted = text.trim();
  if (!wanted) return store.set(searchAtom, null);
  const now = store.get(searchAtom);
  if (now?.text === wanted && now.state !== "failed") return;
  // The hits of before stay until the new ones are there: a list that blinks at every word cannot be read.
  store.set(searchAtom, {
    text: wanted,
    hits: now?.hits ?? [],
    hasMore: false,
    nextPage: 1,
    state: "loading",
    error: null,
  });
  void load(wanted);
}

export function searchMore(): void {
  const now = store.get(searchAtom);
  if (!now || now.state === "loading" || !now.hasMore) return;
  store.set(searchAtom, { ...now, state: "loading" });
  void load(now.text);
}

export function searchAgain(): void {
  const now = store.get(searchAtom);
  if (!now) return;
  store.set(searchAtom, { ...now, state: "loading", error: null });
  void load(now.text);
}

async function load(text: string): Promise<void> {
  const page = store.get(searchAtom)!.nextPage;
  try {
    const { hits, hasMore } = await call(tickets.search, { searchParam: text, pageNumber: page });
    settle(text, (now) => ({
      hits: page === 1 ? hits : [...now.hits, ...hits],
      hasMore,
      nextPage: page + 1,
      state: "ready",
    }));
  } catch (error) {
    settle(text, () => ({ state: "failed", error }));
  }
}

/** Answers to what is no longer asked are let go. */
function settle(text: string, change: (now: Search) => Partial<Search>): void {
  store.set(searchAtom, (now) => now?.text === text ? { ...now, ...change(now) } : now);
}

onEvent("ticket", (event) => {
  const now = store.get(searchAtom);
  if (!now) return;
  const hits = event.action === "update"
    ? now.hits.map((hit) => hit.ticket.id === event.ticket.id ? { ...hit, ticket: event.ticket } : hit)
    : event.action === "updateUnread"
    ? now.hits
    : now.hits.filter((hit) => hit.ticket.id !== event.ticketId);
  store.set(searchAtom, { ...now, hits });
});
onOtherPerson(() => store.set(searchAtom, null));
