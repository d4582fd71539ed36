import { getDefaultStore } from "jotai";
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Ticket } from "../../src/contract/tickets.ts";
import { isCovered, isField } from "../ui/busyElsewhere.ts";
import { commandKey, isTyping, isWithLetters } from "../ui/commandKey.ts";
import { type Address, go } from "../tickets/address.ts";
import { openTicketAtom } from "../thread/opened.ts";
import { deskAtom } from "./desk.ts";
import { askTransfer } from "../tickets/dialogs.ts";
import { composerField, focusList, focusRow, keepListFocus, ticketInFocus } from "./focus.ts";
import { findTicket, neighbour, nextWaiting } from "./list.ts";
import { accept, mayMove, resolve } from "./moves.ts";
import { showPane } from "../tickets/panes.ts";
import { shownTickets } from "./shown.ts";

/**
 * The keys of this screen (interface.md, Keyboard). What is typed goes to the composer: only where the list has the focus,
 * which is seen, are single letters commands, and anywhere else with Alt. Esc leads from the composer to the list and back.
 */
export function useTicketKeys(address: Address, search: RefObject<HTMLInputElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = KEYS[commandKey(event) ?? ""];
    if (act) {
      event.preventDefault();
      const isInList = isWithLetters(event.target);
      act({ address, search: search.current, isInList });
      if (isInList) keepListFocus();
    } else if (event.key === "Escape") goBetween(event, address);
    // The browser writes into what has the focus when the press is over.
    else if (isTyping(event)) composerField()?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

const store = getDefaultStore();

interface Pressed {
  address: Address;
  search: HTMLInputElement | null;
  /** The list has the focus: its row is meant, if it is in one. */
  isInList: boolean;
}

const KEYS: Record<string, (pressed: Pressed) => void> = {
  j: (pressed) => step(pressed, 1),
  k: (pressed) => step(pressed, -1),
  a: (pressed) => acceptNext(meant(pressed)),
  r(pressed) {
    const ticket = meant(pressed);
    if (ticket && mayMove(ticket, "resolve")) void resolve(ticket);
  },
  t(pressed) {
    const ticket = meant(pressed);
    if (ticket && ticket.status !== "closed") askTransfer(ticket);
  },
  "/"({ search }) {
    showPane("list");
    // A narrow screen draws the list only now.
    if (search) search.focus();
    else setTimeout(() => document.querySelector<HTMLElement>("input[type=search]")?.focus());
  },
};

/** The ticket of the row that has the focus, else the open one. */
function meant({ isInList }: Pressed): Ticket | null {
  const id = isInList ? ticketInFocus() : null;
  return (id === null ? null : findTicket(store.get(deskAtom), id)) ?? store.get(openTicketAtom);
}

function step({ address, isInList }: Pressed, by: 1 | -1): void {
  const next = neighbour(shownTickets(store.get, address), address.uuid ?? undefined, by);
  if (!next) return;
  go({ uuid: next.uuid });
  if (isInList) focusRow(next.id);
  else document.querySelector(`[data-ticket="${next.id}"]`)?.scrollIntoView({ block: "nearest" });
}

/** Accepts this ticket when it waits, otherwise who has waited longest. */
export function acceptNext(here: Ticket | null = null): void {
  const ticket = here && mayMove(here, "accept") ? here : nextWaiting(store.get(deskAtom).pending.rows);
  if (ticket) void accept(ticket);
}

function goBetween(event: KeyboardEvent, { uuid }: Address): void {
  if (event.defaultPrevented || event.isComposing || isCovered() || isField(event.target)) return;
  const composer = composerField(), isInList = isWithLetters(event.target);
  if (composer) composer.focus();
  else if (!isInList) focusList();
  // Where nothing can be written, there is nowhere to go back to.
  else if (uuid) go({ uuid: null });
}
