/** ms. Chromium writes down what it has compiled a moment after it has run. */
const WRITTEN_WITHIN = 3000;

/**
 * Compiles scripts of the app beside the page's own thread. None of them runs: their first module throws where there is no
 * page (web/only_in_pages.ts).
 */
self.onmessage = async ({ data }: MessageEvent<readonly string[]>) => {
  for (const path of data) await import(/* @vite-ignore */ path).catch(() => {/* As it should. */});
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_WITHIN));
  self.postMessage("compiled");
};
