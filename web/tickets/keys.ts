import { getDefaultStore } from "jotai";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { type Address, go } from "./address.ts";
import { openTicketAtom } from "./conversations.ts";
import { deskAtom, LISTS_OF, passesFilters } from "./desk.ts";
import { askTransfer } from "./dialogs.ts";
import { neighbour, nextWaiting } from "./list.ts";
import { accept, mayMove, resolve } from "./moves.ts";
import { showPane } from "./panes.ts";
import { searchAtom } from "./search.ts";
import { isBusyElsewhere } from "../ui/busyElsewhere.ts";

/** The keys of this screen (interface.md, Behaviour): through the list, what can be done, leaving. Never while typing. */
export function useTicketKeys(address: Address, search: RefObject<HTMLInputElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event)) return;
    const act = KEYS[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(address, search.current);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

const store = getDefaultStore();

const KEYS: Record<string, (address: Address, search: HTMLInputElement | null) => void> = {
  j: (address) => step(address, 1),
  k: (address) => step(address, -1),
  a: acceptNext,
  r() {
    const ticket = store.get(openTicketAtom);
    if (ticket && mayMove(ticket, "resolve")) void resolve(ticket);
  },
  t() {
    const ticket = store.get(openTicketAtom);
    if (ticket && ticket.status !== "closed") askTransfer(ticket);
  },
  "/"(_address, search) {
    showPane("list");
    // A narrow screen draws the list only now.
    if (search) search.focus();
    else setTimeout(() => document.querySelector<HTMLElement>("input[type=search]")?.focus());
  },
  escape: ({ uuid }) => uuid && go({ uuid: null }),
};

function step(address: Address, by: 1 | -1): void {
  const desk = store.get(deskAtom);
  const rows = address.search
    ? (store.get(searchAtom)?.hits ?? []).map(({ ticket }) => ticket).filter(passesFilters)
    : LISTS_OF[address.tab].flatMap((name) => desk[name].rows);
  const next = neighbour(rows, address.uuid ?? undefined, by);
  if (!next) return;
  go({ uuid: next.uuid });
  document.querySelector(`[data-ticket="${next.id}"]`)?.scrollIntoView({ block: "nearest" });
}

/** Accepts the open ticket when it waits, otherwise who has waited longest. */
export function acceptNext(): void {
  const open = store.get(openTicketAtom);
  if (open && !mayMove(open, "accept")) return;
  const ticket = open ?? nextWaiting(store.get(deskAtom).pending.rows);
  if (ticket) void accept(ticket);
}
