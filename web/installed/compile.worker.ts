import { NOT_RUN } from "../not_run.ts";

/** ms. Chromium writes down what it has compiled a moment after it has run. */
const WRITTEN_WITHIN = 3000;

/**
 * Compiles scripts of the app beside the page's own thread, and says whether they all came. None of them runs: their first
 * module throws where there is no page (web/only_in_pages.ts).
 */
self.onmessage = async ({ data }: MessageEvent<readonly string[]>) => {
  let areAll = true;
  for (const path of data) areAll &&= await isCompiled(path);
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_WITHIN));
  self.postMessage(areAll);
};

async function isCompiled(path: string): Promise<boolean> {
  return await import(/* @vite-ignore */ path).then(() => true, (error) => error?.name === NOT_RUN);
}
