import { isMine, ownScript } from "./versions.ts";

/**
 * Has the browser keep the first view compiled, and tells the service worker once it does.
 *
 * By itself Chromium keeps compiled only what ran out of the service worker's keeping (V8, Code caching): the second visit
 * would do that, and it would take a phone a third of a second. So the first visit has it compiled, when its files are kept
 * and nobody waits, by a worker that asks for the same files.
 */
export async function keepCompiled(): Promise<void> {
  if (!("userAgentData" in navigator)) return;
  const { controller } = navigator.serviceWorker;
  const hasRunHere = cameFromWorker() && controller !== null && await isMine(controller);
  const keeper = await ofThisVersion();
  if (hasRunHere || await areCompiled(ofFirstView())) keeper.postMessage({ say: "compiled", path: ownScript() });
}

function cameFromWorker(): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return page !== undefined && page.workerStart > 0;
}

/** The service worker that keeps just what this page is made of, as soon as it answers for the page. */
async function ofThisVersion(): Promise<ServiceWorker> {
  const { serviceWorker } = navigator;
  while (true) {
    const { controller } = serviceWorker;
    if (controller && await isMine(controller)) return controller;
    if (controller !== serviceWorker.controller) continue;
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
}

/** The script with which the page begins, and those that it names beside it. */
function ofFirstView(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=preload][as="script"]');
  return [...new Set([ownScript(), ...Array.from(links, ({ href }) => new URL(href).pathname)])];
}

async function areCompiled(paths: readonly string[]): Promise<boolean> {
  const worker = new Worker(new URL("./compile.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data === true);
      worker.onerror = () => resolve(false);
      worker.postMessage(paths);
    });
  } finally {
    worker.terminate();
  }
}
