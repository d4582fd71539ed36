import { useMemo } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { type Found, search, SEARCHED, type Searched } from "../../src/contract/search.ts";
import type { Input } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { placeWith, readParams } from "../search_params.ts";

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
  const said = readParams(query);
  const id = (name: keyof Wanted) => String(said.number(NAMES[name]) ?? "");
  return {
    text: said.text(NAMES.text),
    in: said.oneOf(NAMES.in, SEARCHED) ?? "messages",
    from: said.oneOf(NAMES.from, ["contact", "company"]) ?? id("from"),
    queueId: id("queueId"),
    tagId: id("tagId"),
    since: said.day(NAMES.since) ?? "",
    until: said.day(NAMES.until) ?? "",
  };
}

/** The address of a search; whatever is as usual is left out. */
export function placeOfSearch(wanted: Partial<Wanted>): string {
  const said = Object.entries(NAMES).map(([name, short]) => [short, wanted[name as keyof Wanted]]);
  return placeWith("/search", { ...Object.fromEntries(said), in: wanted.in === "messages" ? "" : wanted.in });
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
