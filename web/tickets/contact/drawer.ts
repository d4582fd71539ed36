import { atom, getDefaultStore, useAtom, useAtomValue } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { isNarrowAtom } from "../panes.ts";

/** Whether the contact stands beside the thread; kept on this device. */
const besideAtom = atomWithStorage("contactDrawer", false, undefined, { getOnInit: true });
/** The ticket whose contact lies over the thread, where there is no room beside it; another ticket shows its thread. */
const overAtom = atom<number | null>(null);

/** Whether a ticket's contact is shown, and how to change that. */
export function useDrawer(ticketId: number | null): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const [isBeside, setBeside] = useAtom(besideAtom);
  const [over, setOver] = useAtom(overAtom);
  const isNarrow = useAtomValue(isNarrowAtom);
  if (!isNarrow) return [isBeside, setBeside];
  return [over !== null && over === ticketId, (open) => setOver(open ? ticketId : null)];
}

/** The contact lies over no thread any more. */
export function leaveOver(): void {
  getDefaultStore().set(overAtom, null);
}
