import { atomWithStorage } from "jotai/utils";
import type { ListName } from "./list.ts";

/** The lists of which the person wants to see the head alone. */
export const foldedAtom = atomWithStorage<readonly ListName[]>("foldedLists", [], undefined, { getOnInit: true });
