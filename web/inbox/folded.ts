import { storedAtom } from "../stored_atom.ts";
import type { ListName } from "./list.ts";

/** The lists of which the person wants to see the head alone. */
export const foldedAtom = storedAtom<readonly ListName[]>("foldedLists", []);
