/** Of a part of the app not all files came. Nothing of it has run, and it may be asked for again. */
export class NotHere extends Error {
  override name = "NotHere";
}

/** The server has no such file any more: it is of another version, which the page gets by being loaded anew. */
export class Gone extends Error {
  override name = "Gone";
}

/** The files of the build that are here or on their way, by address. */
const files = new Map<string, Promise<void>>();

/**
 * Runs a part of the app once all its files are here: its scripts, what they import in turn, and its styles. The build puts
 * this around each `import()` (web/bundling/arrival.ts): a module that could not be fetched once is never fetched again by
 * Chromium, as long as the page is open (HTML, "module map"; seen in version 156), and the line may be back in a second.
 * @throws {NotHere | Gone}
 */
export async function whole<Part>(run: () => Promise<Part>, addresses: readonly string[] = []): Promise<Part> {
  try {
    await Promise.all(addresses.map((address) => here(`/${address}`)));
    return await run();
  } catch (error) {
    dispatchEvent(new Event("vite:preloadError"));
    throw error;
  }
}

function here(address: string): Promise<void> {
  const known = files.get(address);
  if (known) return known;
  const coming = isInPage(address) ? Promise.resolve() : fetched(address);
  files.set(address, coming);
  coming.catch(() => files.delete(address));
  return coming;
}

/** Whether the page that the server sent names it already, as what it runs or as what it will. */
function isInPage(address: string): boolean {
  const names = [`script[src="${address}"]`];
  names.push(...(isStyle(address) ? ["stylesheet"] : ["modulepreload", "preload"]).map(link(address)));
  return document.querySelector(names.join()) !== null;
}

const link = (address: string) => (rel: string) => `link[rel=${rel}][href="${address}"]`;

async function fetched(address: string): Promise<void> {
  if (isStyle(address)) return await styled(address);
  if (navigator.serviceWorker?.controller && await isKept(address)) return;
  await asked(address);
}

async function asked(address: string): Promise<void> {
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 404) throw new Gone(address);
  const bytes = answer?.ok && await answer.arrayBuffer().catch(() => undefined);
  if (!bytes) throw new NotHere(address);
}

/** Whether a service worker of ours has it without a line. */
async function isKept(address: string): Promise<boolean> {
  return await caches.match(address, { ignoreVary: true }).catch(() => undefined) !== undefined;
}

function styled(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = address;
  link.onload = () => resolve();
  link.onerror = () => {
    link.remove();
    // A link does not say why; what comes by now is taken when it is asked for again.
    asked(address).then(() => reject(new NotHere(address)), reject);
  };
  document.head.append(link);
  return promise;
}

function isStyle(address: string): boolean {
  return address.endsWith(".css");
}
