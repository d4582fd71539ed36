/** What is called up and not drawn yet: letters typed meanwhile are meant for it. */
const called = new Set<() => boolean>();

/** Keys are not for the screen while `isBusy` says so. */
export function busyWhile(isBusy: () => boolean): void {
  called.add(isBusy);
}

/** Whether something lies above the screen, which has the keys then. */
export function isCovered(): boolean {
  for (const isBusy of called) if (isBusy()) return true;
  return document.querySelector("[data-covers]") !== null;
}

/** Inputs that are pressed, not written in. */
const PRESSED = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];

/** Whether what has the focus is written in: its keys are its own. */
export function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type);
  return target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("textarea, [aria-haspopup=listbox]"));
}
