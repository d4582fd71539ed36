import { atom, getDefaultStore } from "jotai";
import { useLayoutEffect } from "react";
import { askNewTicket } from "../tickets/dialogs.ts";
import { busyWhile, isCovered, isField } from "../ui/busyElsewhere.ts";
import { commandKey } from "../ui/commandKey.ts";
import { undoLatest } from "../ui/undo.ts";

export type CalledUp = "commands" | "install" | "keys" | "profile" | "push" | "security";

/**
 * What was called up over the page: the command bar, the list of all keys, the person's own record, what guards it, how
 * they are told while the product is closed, or how it is installed.
 */
export const calledUpAtom = atom<CalledUp | null>(null);

const store = getDefaultStore();
busyWhile(() => store.get(calledUpAtom) !== null);

export function callUp(what: CalledUp | null): void {
  store.set(calledUpAtom, what);
}

/** The keys that every page knows: Ctrl or Cmd with K, also while typing; with Z, where nothing is typed; n and ?. */
export function useShellKeys(): void {
  // Before the effects of any page, also of one that is drawn with the shell: what is taken here, a page leaves alone.
  useLayoutEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function press(event: KeyboardEvent): void {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isCommand && event.key.toLowerCase() === "k") {
    event.preventDefault();
    const calledUp = store.get(calledUpAtom);
    // Over a question or a form it would lead away from what was begun.
    if (calledUp || !document.querySelector("[data-covers=modal]")) callUp(calledUp === "commands" ? null : "commands");
    return;
  }
  if (isCommand && event.key.toLowerCase() === "z") {
    if (!event.repeat && !isCovered() && !isField(event.target) && undoLatest()) event.preventDefault();
    return;
  }
  const act = KEYS[commandKey(event) ?? ""];
  if (!act) return;
  event.preventDefault();
  act();
}

const KEYS: Record<string, () => void> = {
  n: () => askNewTicket(),
  "?": () => callUp("keys"),
};
