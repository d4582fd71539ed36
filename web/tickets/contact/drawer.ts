import { atom, useAtom, useAtomValue } from "jotai";
import { storedAtom } from "../../stored_atom.ts";
import { isNarrowAtom } from "../panes.ts";

/** Whether the contact stands beside the thread; kept on this device. */
const besideAtom = storedAtom("contactDrawer", false);
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
