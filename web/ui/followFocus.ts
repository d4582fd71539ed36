/** So long (ms) something that is being deleted is waited for. */
const PATIENCE = 10_000;

const ROWS = "[role=row], [role=listitem], tr, li";
const LISTS = "[role=rowgroup], [role=table], [role=list], table, ul, ol";
const CONTROLS = "a[href], button, input, select, textarea";

/**
 * Something is about to be deleted, from `control`. Once that is gone, too, and has left the focus nowhere, the same control of
 * the next row gets it, of the one before the last, or the page's title.
 */
export function followFocus(control: HTMLElement): void {
  if (!control.isConnected) return;
  const heirs = heirsOf(control), { href } = location;
  const watch = new MutationObserver(() => {
    if (control.isConnected) return;
    stop();
    // A dialog that closes at the same time gives the focus back in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => location.href === href && giveTo(heirs)));
  });
  const clock = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    clearTimeout(clock);
    watch.disconnect();
  };
  watch.observe(document.body, { childList: true, subtree: true });
}

/** The same control of the other rows, the following ones first. */
function heirsOf(control: HTMLElement): HTMLElement[] {
  const row = control.closest<HTMLElement>(ROWS), list = row?.parentElement?.closest(LISTS);
  if (!row || !list) return [];
  const rows = [...list.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.indexOf(row), nth = controlsOf(row).indexOf(control);
  return [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].flatMap((one) => controlsOf(one)[nth] ?? []);
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}

function giveTo(heirs: readonly HTMLElement[]): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const heir = heirs.find((one) => one.isConnected);
  if (heir) return heir.focus();
  // A page that shows no title of its own has its main part.
  for (const title of [...document.querySelectorAll("h1"), ...document.querySelectorAll("main")]) {
    title.tabIndex = -1;
    title.focus();
    if (document.activeElement === title) return;
  }
}
