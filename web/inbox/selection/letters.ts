import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { commandKey, isWithLetters } from "../../ui/commandKey.ts";
import { isSelecting } from "./selected.ts";

/** Accept, resolve, transfer: what means one ticket means all that are selected. */
const LETTERS = ["a", "r", "t"];
/** What knows how; it is fetched with the first selection. */
const BAR = "[data-bulk]";
const PATIENCE = secondsToMilliseconds(10);

/** Which of these letters a press in the list is. */
export function letterOf(event: KeyboardEvent): string | null {
  const key = event.altKey || !isWithLetters(event.target) ? null : commandKey(event);
  return key && LETTERS.includes(key) ? key : null;
}

/** A letter that is pressed before the bar is there is meant for it, not for the row that has the focus: it waits. */
export function holdLetter(event: KeyboardEvent): void {
  if (!isSelecting() || document.querySelector(BAR) || !letterOf(event)) return;
  event.preventDefault();
  const { key, code, target } = event;
  onceThere(() => {
    if (isSelecting()) {
      target!.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }));
    }
  });
}

function onceThere(work: () => void): void {
  const waiting = new MutationObserver(() => {
    if (!document.querySelector(BAR)) return;
    waiting.disconnect();
    work();
  });
  waiting.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => waiting.disconnect(), PATIENCE);
}
