/** ms */
const QUIET = 500;

/**
 * Once, after the start of the page, when nothing has come from the network for a while: on a slow line, what is not needed
 * yet would be in the way of what is.
 */
export const quiet = new Promise<void>((resolve) => {
  const watch = new PerformanceObserver(() => {
    clearTimeout(clock);
    clock = setTimeout(done, QUIET);
  });
  const done = () => {
    watch.disconnect();
    resolve();
  };
  let clock = setTimeout(done, QUIET);
  watch.observe({ type: "resource" });
});
