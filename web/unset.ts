const note = () => document.querySelector("meta[name=unset]");

/** Whether this page comes from a server that nobody has set up: it says so in the page (src/set_up/page.ts). */
export function isUnset(): boolean {
  return note() !== null;
}

/** Somebody has set it up from this page. */
export function noteSetUp(): void {
  note()?.remove();
}
