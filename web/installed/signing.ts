import { getDefaultStore } from "jotai";
import { signAtom } from "../composer/signature.ts";
import { CHOICES, SIGNS } from "../keptFiles.ts";
import { inStore } from "../keptStore.ts";
import { meAtom } from "../session.ts";

const store = getDefaultStore();

/**
 * From now on an answer from the lock screen is signed as one from the composer would be: the choice lies where the service
 * worker can read it, too, and as long as somebody is logged in.
 */
export function followSigning(): void {
  for (const atom of [signAtom, meAtom]) store.sub(atom, keepSigning);
  keepSigning();
}

function keepSigning(): void {
  if (!store.get(meAtom)) return;
  inStore(CHOICES, "readwrite", (kept) => kept.put(store.get(signAtom), SIGNS))
    .catch(() => {/* A private window, or no room: then they are signed. */});
}
