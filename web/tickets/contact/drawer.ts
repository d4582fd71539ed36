import { atomWithStorage } from "jotai/utils";

/** Whether the contact stands beside the thread; kept on this device. */
export const drawerAtom = atomWithStorage("contactDrawer", false, undefined, { getOnInit: true });
