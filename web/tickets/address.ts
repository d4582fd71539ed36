import { useMemo } from "react";
import { useParams, useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";

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
  const said = new URLSearchParams(query);
  const all = said.get("all");
  return {
    uuid: uuid ?? null,
    tab: TABS.find((tab) => tab === said.get("tab")) ?? "open",
    search: said.get("q") ?? "",
    showAll: all === null ? undefined : all === "1",
    queueIds: idsIn(said.get("queues")),
    userIds: idsIn(said.get("users")),
    tagIds: idsIn(said.get("tags")),
    messageId: idsIn(said.get("m"))[0] ?? null,
  };
}

/** The address of a state of this screen; whatever is as usual is left out. */
export function placeOf(address: Address): string {
  const said = new URLSearchParams();
  if (address.tab !== "open") said.set("tab", address.tab);
  if (address.search) said.set("q", address.search);
  if (address.showAll !== undefined) said.set("all", address.showAll ? "1" : "0");
  if (address.queueIds.length) said.set("queues", address.queueIds.join(","));
  if (address.userIds.length) said.set("users", address.userIds.join(","));
  if (address.tagIds.length) said.set("tags", address.tagIds.join(","));
  if (address.messageId !== null) said.set("m", String(address.messageId));
  const path = address.uuid ? `/tickets/${address.uuid}` : "/tickets";
  return said.size ? `${path}?${said}` : path;
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

function idsIn(text: string | null): number[] {
  return (text ?? "").split(",").filter((id) => /^\d{1,9}$/.test(id)).map(Number);
}
