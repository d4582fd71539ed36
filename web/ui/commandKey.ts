import { isCovered, isField } from "./busyElsewhere.ts";

/** What has this attribute takes single letters as commands while the focus, which is seen then, is in it. */
export const LETTERS_HERE = "data-letters";

/** May be held down: the others would do a second thing that nobody meant. */
const REPEATED = ["j", "k"];

/**
 * The letter or sign that a press means as a command: alone where the list has the focus, anywhere else with Alt
 * (interface.md, Keyboard). A letter that is typed is never one.
 */
export function commandKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || isAltGr(event)) return null;
  if (isCovered()) return null;
  const key = event.altKey ? altKey(event) : singleKey(event);
  return key && event.repeat && !REPEATED.includes(key) ? null : key;
}

function altKey({ key, code, target }: KeyboardEvent): string | null {
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  // A Mac writes another sign with Option: in a field that one is meant.
  if (isField(target)) return null;
  return code.startsWith("Key") ? code.slice(3).toLowerCase() : code === "Slash" ? "/" : null;
}

function singleKey({ key, shiftKey, target }: KeyboardEvent): string | null {
  if (isField(target) || !isWithLetters(target)) return null;
  return shiftKey && key !== "?" ? null : key.toLowerCase();
}

export function isWithLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${LETTERS_HERE}]`) !== null;
}

/** What has keys of its own for letters or Space. Nobody looks for a chip by its letters. */
const OWN_LETTERS = "[role=listbox], [role=menu], [role=tree], [role=grid]:not([data-chips]), audio, video";

/** Whether a press writes, or begins to write, something: a letter, a dead accent, a word of an input method. */
export function isTyping(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing) return false;
  if (!isAltGr(event) && (event.ctrlKey || event.metaKey || event.altKey)) return false;
  if (isField(target) || isCovered()) return false;
  if (target instanceof Element && target.closest(OWN_LETTERS)) return false;
  // Space presses a button, and scrolls what has the focus.
  if (key === " ") return target === document.body;
  return key === "Dead" || key === "Process" || [...key].length === 1;
}

/** The key at the right of Space that writes a third sign; Windows says Ctrl and Alt of it. */
function isAltGr(event: KeyboardEvent): boolean {
  return event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);
}
