/** ms */
const QUIET = 500, LATEST = 20_000;

/**
 * Once, after the start of the page, when nothing has come from the network for a while, or much time has passed: on a slow
 * line, what is not needed yet would be in the way of what is.
 */
export const quiet = new Promise<void>((resolve) => {
  const watch = new PerformanceObserver(() => {
    clearTimeout(clock);
    clock = setTimeout(done, QUIET);
  });
  const done = () => {
    watch.disconnect();
    clearTimeout(latest);
    resolve();
  };
  let clock = setTimeout(done, QUIET);
  const latest = setTimeout(done, LATEST);
  watch.observe({ type: "resource" });
});

/** As `quiet` on a phone, where what is meant lies in the menu (TopBar.module.css) or serves a keyboard; at once elsewhere. */
export const quietIfNarrow: Promise<void> = globalThis.matchMedia?.("(width < 600px)").matches
  ? quiet
  : Promise.resolve();
