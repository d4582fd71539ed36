import { atom, getDefaultStore } from "jotai";
import type { Ticket } from "../../../src/contract/tickets.ts";
import type { Address } from "../../tickets/address.ts";
import { shownTickets } from "../shown.ts";
import { NOTHING, type Selection, stepped, stillThere, toggled, withAll, withRange } from "./selection.ts";

/** Which view of the list is on the screen. */
export const viewAtom = atom<Pick<Address, "tab" | "search">>({ tab: "open", search: "" });

const rowsAtom = atom((get) => shownTickets(get, get(viewAtom)));

const selectionAtom = atom<Selection>(NOTHING);

export const selectedIdsAtom = atom((get) => get(selectionAtom).lists);

/** The selected tickets as they are now, from top to bottom. */
export const selectedAtom = atom((get) => {
  const { lists } = stillThere(get(selectionAtom), get(rowsAtom));
  return lists.size === 0 ? NOBODY : get(rowsAtom).filter(({ id }) => lists.has(id));
});
/** The same each time: what hears of it is drawn anew only when that changes. */
const NOBODY: readonly Ticket[] = [];

/** Whether all are selected that are in the list. */
export const areAllSelectedAtom = atom((get) => get(selectedAtom).length === get(rowsAtom).length);

const store = getDefaultStore();

/** Lets go for good of what leaves the list, for as long as the list is on the screen. */
export function followRows(): () => void {
  const follow = () => store.set(selectionAtom, (now) => stillThere(now, store.get(rowsAtom)));
  const stop = store.sub(rowsAtom, follow);
  return () => {
    stop();
    letGo();
  };
}

export function letGo(): void {
  store.set(selectionAtom, NOTHING);
}

export function selectAll(): void {
  store.set(selectionAtom, (now) => withAll(now, store.get(rowsAtom)));
}

/** Selects a ticket, or lets it go; with Shift all from the one that was pressed last. */
export function press(id: number, { shiftKey = false, isOn }: { shiftKey?: boolean; isOn?: boolean } = {}): void {
  const rows = store.get(rowsAtom), row = rows.find((one) => one.id === id);
  if (row) store.set(selectionAtom, (now) => shiftKey ? withRange(now, rows, id) : toggled(now, row, isOn));
}

export function step(fromId: number, toId: number): void {
  const rows = store.get(rowsAtom);
  const [from, to] = [fromId, toId].map((id) => rows.find((one) => one.id === id));
  if (from && to) store.set(selectionAtom, (now) => stepped(now, from, to));
}

export function isSelecting(): boolean {
  return store.get(selectedAtom).length > 0;
}
