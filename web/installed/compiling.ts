/**
 * The first script of the page once the browser keeps it compiled, with the others of the first view; undefined where that
 * cannot be.
 *
 * Chromium keeps what ran out of the service worker's keeping (V8, Code caching), which would be the second visit's, and
 * costs that a third of a second of a phone. So the first visit has it compiled, when its files are kept and nobody waits,
 * by a worker that asks for the same files.
 */
export async function compiledHere(): Promise<string | undefined> {
  const [first, ...others] = ofFirstView();
  if (!first || !("userAgentData" in navigator)) return undefined;
  if (cameFromKeeping()) return first;
  await controlled();
  const worker = new Worker(new URL("./compile.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve) => {
      worker.onmessage = () => resolve(first);
      worker.onerror = () => resolve(undefined);
      worker.postMessage([first, ...others]);
    });
  } finally {
    worker.terminate();
  }
}

/** The script with which the page begins, and those that it names beside it. */
function ofFirstView(): string[] {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=preload][as="script"]');
  const all = [script?.src, ...Array.from(links, ({ href }) => href)];
  return [...new Set(all.filter((address) => address !== undefined).map((address) => new URL(address).pathname))];
}

function cameFromKeeping(): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return page !== undefined && page.workerStart > 0;
}

/** Waits until the service worker answers for this page. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  while (!serviceWorker.controller) {
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
}
