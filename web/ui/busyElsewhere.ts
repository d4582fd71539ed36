/** What is called up and not drawn yet: letters typed meanwhile are meant for it. */
const called = new Set<() => boolean>();

/** Keys are not for the screen while `isBusy` says so. */
export function busyWhile(isBusy: () => boolean): void {
  called.add(isBusy);
}

/** Whether a key is not for the screen: somebody types, or something lies above it. */
export function isBusyElsewhere({ target }: KeyboardEvent): boolean {
  for (const isBusy of called) if (isBusy()) return true;
  if (document.querySelector("dialog[open], [popover]:popover-open:not([aria-hidden=true])")) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
