import { useMemo } from "react";
import { useParams, useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { placeWith, readParams } from "../search_params.ts";

export const TABS = ["open", "group", "closed"] as const;
export type Tab = (typeof TABS)[number];

/** What the address bar says about this screen, so that a link can be shared and the back button works. */
export interface Address {
  uuid: string | null;
  tab: Tab;
  search: string;
  /** Undefined means as usual: on for those who may. */
  showAll: boolean | undefined;
  queueIds: readonly number[];
  userIds: readonly number[];
  tagIds: readonly number[];
  /** The message at which the thread opens. */
  messageId: number | null;
}

export function useAddress(): Address {
  const { uuid } = useParams<{ uuid?: string }>();
  const query = useSearch();
  return useMemo(() => readAddress(uuid, query), [uuid, query]);
}

export function readAddress(uuid: string | undefined, query: string): Address {
  const said = readParams(query);
  return {
    uuid: uuid ?? null,
    tab: said.oneOf("tab", TABS) ?? "open",
    search: said.text("q"),
    showAll: said.flag("all"),
    queueIds: said.numbers("queues"),
    userIds: said.numbers("users"),
    tagIds: said.numbers("tags"),
    messageId: said.number("m") ?? null,
  };
}

/** The address of a state of this screen; whatever is as usual is left out. */
export function placeOf(address: Address): string {
  return placeWith(address.uuid ? `/tickets/${address.uuid}` : "/tickets", {
    tab: address.tab === "open" ? "" : address.tab,
    q: address.search,
    all: address.showAll,
    queues: address.queueIds,
    users: address.userIds,
    tags: address.tagIds,
    m: address.messageId,
  });
}

/** Goes to the same screen with something changed; `replace` leaves no step for the back button. */
export function go(change: Partial<Address>, { replace = false } = {}): void {
  const now = addressNow();
  // The message belongs to the ticket that it was opened at.
  const messageId = "uuid" in change ? null : now.messageId;
  navigate(placeOf({ ...now, messageId, ...change }), { replace });
}

function addressNow(): Address {
  const [isHere, uuid] = location.pathname.match(/^\/tickets(?:\/([^/]+))?/) ?? [];
  // What another page's address says is not about tickets.
  return readAddress(uuid, isHere ? location.search : "");
}
