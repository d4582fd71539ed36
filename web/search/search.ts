import { useMemo } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { type Found, search, SEARCHED, type Searched } from "../../src/contract/search.ts";
import { isDay } from "../../src/shared/clock.ts";
import type { Input } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";

/** What is searched for, as the address says it, so that a search can be shared and the back button finds it again. */
export interface Wanted {
  text: string;
  in: Searched;
  /** `contact`, `company`, or a user's id; empty for anybody. */
  from: string;
  queueId: string;
  tagId: string;
  /** YYYY-MM-DD, or empty. */
  since: string;
  until: string;
}

const NAMES = { text: "q", in: "in", from: "from", queueId: "queue", tagId: "tag", since: "since", until: "until" };

export function useWanted(): Wanted {
  const said = useSearch();
  return useMemo(() => readWanted(said), [said]);
}

export function readWanted(query: string): Wanted {
  const said = new URLSearchParams(query);
  const text = (name: keyof Wanted, shape: (value: string) => boolean = () => true) => {
    const value = said.get(NAMES[name]) ?? "";
    return shape(value) ? value : "";
  };
  const isId = (value: string) => /^\d{1,9}$/.test(value);
  return {
    text: text("text"),
    in: SEARCHED.find((each) => each === said.get(NAMES.in)) ?? "messages",
    from: text("from", (value) => /^(contact|company|\d{1,9})$/.test(value)),
    queueId: text("queueId", isId),
    tagId: text("tagId", isId),
    since: text("since", isDay),
    until: text("until", isDay),
  };
}

/** The address of a search; whatever is as usual is left out. */
export function placeOfSearch(wanted: Partial<Wanted>): string {
  const said = new URLSearchParams();
  for (const [name, short] of Object.entries(NAMES)) {
    const value = wanted[name as keyof Wanted];
    if (value && value !== "messages") said.set(short, value);
  }
  return said.size ? `/search?${said}` : "/search";
}

/** Searches with something changed; only a new word is a step for the back button. */
export function want(change: Partial<Wanted>, { replace = true } = {}): void {
  navigate(placeOfSearch({ ...readWanted(location.search), ...change }), { replace });
}

/** What the server is asked. Filters that a kind of thing does not have are left out. */
export function queryOf(
  { text, in: what, from, queueId, tagId, since, until }: Wanted,
): Partial<Input<typeof search.find>> {
  const isContacts = what === "contacts";
  return {
    searchParam: text.trim().toLowerCase(),
    in: what,
    ...(from && !isContacts ? { from } : {}),
    ...(queueId ? { queueIds: queueId } : {}),
    ...(tagId ? { tags: tagId } : {}),
    ...(since && !isContacts ? { since } : {}),
    ...(until && !isContacts ? { until } : {}),
  } as Partial<Input<typeof search.find>>;
}

export const foundList = pagedList(search.find, {
  rows: (answer): readonly Found[] => answer.found,
  next: ({ next }) => next === null ? undefined : { after: String(next) } as never,
});
