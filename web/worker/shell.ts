import { answerOf, isOfBuild, isPage } from "./rules.ts";
import { type Fetching, scope } from "./scope.ts";
import type { ToWorker } from "./signs.ts";

/** Put here by the build (vite.config.ts): what the first screen is made of, and a name for just that. */
declare const FILES: readonly string[];
/** What is kept once the first screen is there: under `all` for everybody, under its code for a language. */
declare const LATER: Readonly<Record<string, readonly string[]>>;
declare const VERSION: string;

const FIRST_SCREEN = new Set(FILES);
const later = LATER;
const PREFIX = "shell-";
const CACHE = PREFIX + VERSION;
/** The page of every address of ours; the server makes it anew with each change of name and colour. */
const PAGE = "/";
/** ms. A line that is slower than this shows the page as it was kept. */
const PATIENCE = 1500;

/** What is kept for later, and ends at once where another version waits for that. */
let keeping = new AbortController();

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => {
  const said = event.data as ToWorker;
  if (said.say === "takeOver") event.waitUntil(scope.skipWaiting());
  if (said.say === "makeRoom") keeping.abort();
  if (said.say === "used") event.waitUntil(keepAll([...said.paths, ...laterIn(said.language)]));
  if (said.say === "compiled") event.waitUntil(noteCompiled(said.path));
  if (said.say === "isYours") event.ports[0]?.postMessage(FIRST_SCREEN.has(said.path));
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (isPage(request)) event.respondWith(page(event));
  else if (isOfBuild(request) || isListed(request)) event.respondWith(file(request));
});

/** Whether it is one of the few files that keep their names, such as the icon. */
function isListed({ url }: Request): boolean {
  const { origin, pathname, search } = new URL(url);
  return origin === scope.location.origin && search === "" && FIRST_SCREEN.has(pathname);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([...FIRST_SCREEN].map((path) => keep(cache, path)));
  await keepPage(await fetch(PAGE, { cache: "no-store" }));
  // Where nobody uses an older one there is nothing to interrupt.
  if (!scope.registration.active) await scope.skipWaiting();
}

/** Of the caches the newest and the one before it stay: a page that was opened with that one may still be in use. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** What has its content in its name is the same for ever: another version may have brought it already. */
async function keep(cache: Cache, path: string, signal?: AbortSignal): Promise<void> {
  const isForever = isOfBuild(new Request(path));
  const known = isForever ? await caches.match(path) : undefined;
  const answer = known ?? await fetch(path, { cache: isForever ? "default" : "no-cache", signal });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer);
}

/** The screens to which the system's shortcuts lead, which nobody may have opened yet. */
function laterIn(language: string): readonly string[] {
  return [...later.all ?? [], ...later[language] ?? []];
}

/** Pages that have been used are there again, too, without a network; what cannot be had is left out. */
async function keepAll(paths: readonly string[]): Promise<void> {
  if (keeping.signal.aborted) keeping = new AbortController();
  const { signal } = keeping, cache = await caches.open(CACHE);
  for (const path of paths) {
    if (signal.aborted) return;
    if (isOfBuild(new Request(path)) && !await cache.match(path)) await keep(cache, path, signal).catch(() => {});
  }
}

/** The server is told with each page that is asked for (src/app/code_cache.ts). */
async function noteCompiled(path: string): Promise<void> {
  if (!FIRST_SCREEN.has(path)) return;
  await scope.registration.navigationPreload?.setHeaderValue(path);
}

async function file(request: Request): Promise<Response> {
  const found = await kept(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    await caches.open(CACHE).then((cache) => cache.put(request.url, copy)).catch(
      () => {/* No room: it was only a help. */},
    );
  }
  return answer;
}

/** The page as the server makes it now; as it was kept, where that takes too long or there is no way. */
function page(event: Fetching): Promise<Response> {
  const fresh = (async () => whole(await event.preloadResponse ?? await fetch(event.request)))();
  event.waitUntil(fresh.then(keepPage, () => {}));
  return answerOf({ fresh, kept: () => kept(PAGE), patience: PATIENCE });
}

/** A page with all that it says: one whose line dies half-way would otherwise stay empty, as it had begun to come. */
async function whole(answer: Response): Promise<Response> {
  if (!isPageOfOurs(answer)) return answer;
  const { status, statusText, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers });
}

/** Of this version, or else of the one before: answers are packed in other ways for other browsers, but kept for this one. */
async function kept(address: string): Promise<Response | undefined> {
  const same = { ignoreVary: true };
  return await (await caches.open(CACHE)).match(address, same) ?? await caches.match(address, same);
}

async function keepPage(answer: Response): Promise<void> {
  if (!isPageOfOurs(answer)) return;
  // At once: the browser, too, reads the answer to its end.
  const copy = answer.clone();
  await (await caches.open(CACHE)).put(PAGE, copy);
}

function isPageOfOurs({ ok, redirected, headers }: Response): boolean {
  return ok && !redirected && (headers.get("content-type")?.startsWith("text/html") ?? false);
}
