import { aRest } from "../../list/rest.ts";
import { isCovered } from "../../ui/busyElsewhere.ts";
import { isWithLetters } from "../../ui/commandKey.ts";
import { LIST, ticketInFocus } from "../focus.ts";
import { IS_TOUCHED } from "../touched.ts";
import { holdLetter } from "./letters.ts";
import { isSelecting, press, step } from "./selected.ts";

/** What ends a press by itself, so that it is not for its row. */
const PRESSED = "button, input, label, [role=button]";
/** A row's box toggles by itself. */
const BOX = "[data-box]";

/**
 * How tickets are selected besides by their boxes: a press on the row with Shift or Ctrl; by keyboard X, and Shift with an
 * arrow; a finger that rests on the first row, and short presses on the others. A plain press goes on opening the ticket.
 */
export function listenForSelecting(): () => void {
  const listening = new AbortController(), { signal } = listening;
  const early = { signal, capture: true };
  const rest = aRest(rowAt, (id) => press(id, { isOn: true }));
  document.addEventListener("click", pressRow, early);
  document.addEventListener("mousedown", keepText, early);
  document.addEventListener("keydown", pressKey, { signal });
  addEventListener("keydown", holdLetter, early);
  document.addEventListener("touchstart", rest.onTouchStart, { signal, passive: true });
  document.addEventListener("touchmove", rest.onTouchMove, { signal, passive: true });
  document.addEventListener("touchend", rest.onTouchEnd, { signal, passive: false });
  document.addEventListener("touchcancel", rest.onTouchCancel, { signal });
  document.addEventListener("contextmenu", rest.onContextMenu, { signal });
  return () => {
    rest.onTouchCancel();
    listening.abort();
  };
}

/** Before the row's own link hears of it, which would open the ticket, in a tab of its own with Ctrl. */
function pressRow(event: MouseEvent): void {
  const id = rowAt(event.target), target = event.target as Element;
  if (id === undefined || target.closest(BOX)) return;
  const isFinger = IS_TOUCHED || (event as PointerEvent).pointerType === "touch";
  // Among selected rows a finger means the row, wherever it lies on it.
  const isToggle = isFinger ? isSelecting() : (event.ctrlKey || event.metaKey) && !target.closest(PRESSED);
  const isRange = event.shiftKey && !target.closest(PRESSED);
  if (!isToggle && !isRange) return;
  event.preventDefault();
  event.stopPropagation();
  press(id, { shiftKey: isRange });
}

/** Shift would select text from here to there. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey && rowAt(event.target) !== undefined) event.preventDefault();
}

function pressKey(event: KeyboardEvent): void {
  const id = rowAt(event.target);
  if (id === undefined || isCovered() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.shiftKey && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    // The list has led the focus to the next row by now.
    const next = ticketInFocus();
    if (next !== null && next !== id) step(id, next);
  } else if (event.key.toLowerCase() === "x" && !event.shiftKey && !event.repeat && isWithLetters(event.target)) {
    event.preventDefault();
    press(id);
  }
}

function rowAt(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>(`#${LIST} [data-ticket]`) : null;
  return row ? Number(row.dataset.ticket) : undefined;
}
