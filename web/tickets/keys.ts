import { getDefaultStore } from "jotai";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { type Address, go } from "./address.ts";
import { openTicketAtom } from "./conversations.ts";
import { deskAtom, LISTS_OF } from "./desk.ts";
import { neighbour, nextWaiting } from "./list.ts";
import { accept, mayMove, resolve } from "./moves.ts";

/** The keys of this screen: j and k through the list, a accepts, r resolves, / searches, Esc leaves. Never while typing. */
export function useTicketKeys(address: Address, search: RefObject<HTMLInputElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    const act = KEYS[event.key];
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
  "/": (_address, search) => search?.focus(),
  Escape: ({ uuid }) => uuid && go({ uuid: null }),
};

function step(address: Address, by: 1 | -1): void {
  const desk = store.get(deskAtom);
  const rows = LISTS_OF[address.tab].flatMap((name) => desk[name].rows);
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

/** Somebody types, or something lies above this screen. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open], [popover]:popover-open:not([aria-hidden=true])")) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
