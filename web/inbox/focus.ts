import { type RefObject, useEffect } from "react";
import { LETTERS_HERE } from "../ui/commandKey.ts";

/** Where an answer is written, when one can be written now. */
export function composerField(): HTMLTextAreaElement | null {
  const field = document.querySelector<HTMLTextAreaElement>("[data-composer]");
  return field && !field.disabled && field.checkVisibility() ? field : null;
}

/** The element in which the rows are. */
export const LIST = "ticket-list";

/** Leads to the list: to the open ticket's row, else to the list itself. Whether there is one on the screen. */
export function focusList(): boolean {
  const list = document.getElementById(LIST);
  const row = list?.querySelector<HTMLElement>("[data-selected] a");
  (row ?? list)?.focus({ preventScroll: row === null });
  return list !== null;
}

/** Leads to a row that is drawn, or will be now that its ticket is chosen; else to the list. */
export function focusRow(id: number): void {
  const row = document.querySelector(`[data-ticket="${id}"]`);
  row?.scrollIntoView({ block: "nearest" });
  const link = row?.querySelector<HTMLElement>("a, [data-accept]");
  if (link) link.focus({ preventScroll: true });
  else document.getElementById(LIST)?.focus({ preventScroll: true });
}

/** A row that goes takes the focus along: for those who go through the list by keys, the list has it then. */
export function keepListFocus(): void {
  const list = document.getElementById(LIST);
  if (!list) return;
  const look = new MutationObserver(() => document.activeElement === document.body && focusList());
  look.observe(list, { childList: true, subtree: true });
  setTimeout(() => look.disconnect(), KEPT_FOR);
}

/** How long (ms) a move may take to reach the list. */
const KEPT_FOR = 1500;

/** The ticket in whose row the focus is. */
export function ticketInFocus(): number | null {
  const row = document.activeElement?.closest<HTMLElement>(`#${LIST} [data-ticket]`);
  return row ? Number(row.dataset.ticket) : null;
}

/**
 * Marks the list while the keyboard has brought the focus into it: only then, and seen by all, are letters commands there.
 * A press with the mouse brings the focus, too, but who presses does not look for it.
 */
export function useLetters(ref: RefObject<HTMLElement | null>, view: string): void {
  useEffect(() => {
    const element = ref.current!;
    let isPressed = false;
    const noteKey = () => void (isPressed = false);
    const notePress = () => {
      isPressed = true;
      element.removeAttribute(LETTERS_HERE);
    };
    const follow = ({ target }: FocusEvent) => {
      const isHere = !isPressed && element.contains(target as Node);
      element.toggleAttribute(LETTERS_HERE, isHere);
    };
    addEventListener("keydown", noteKey, true);
    addEventListener("pointerdown", notePress, true);
    document.addEventListener("focusin", follow);
    return () => {
      removeEventListener("keydown", noteKey, true);
      removeEventListener("pointerdown", notePress, true);
      document.removeEventListener("focusin", follow);
    };
  }, [view]);
}
