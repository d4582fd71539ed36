import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { within } from "../../src/shared/within.ts";
import type { Login } from "./browser.ts";

/** A document of the server that runs nothing: what a page shows between two tests, and where its storage is reached. */
const INERT = "/favicon.svg";

/** So many wait at most: each is a process. */
const MOST = 6;

/** How long (ms) a page may take to be emptied, and then to close: both within what a file's end has for each part. */
const CLOSING = 20_000;

/** Calls whose effect stays with a page or its context, whatever document it shows. */
const LASTING = {
  page: ["addInitScript", "exposeBinding", "exposeFunction", "on", "setExtraHTTPHeaders"],
  context: ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "newCDPSession", "on", "route"]
    .concat("setExtraHTTPHeaders", "setGeolocation", "setOffline"),
  clock: ["install", "pauseAt", "setFixedTime", "setSystemTime"],
};

/** Tells when one of these methods is called; what the call does is as before. */
function whenCalled(object: object, names: string[], note: () => void): void {
  // deno-lint-ignore no-explicit-any
  const methods = object as Record<string, (...args: any[]) => unknown>;
  for (const name of names) {
    const method = methods[name];
    if (!method) throw new Error(`Playwright has no ${name} any more`);
    methods[name] = (...args) => {
      note();
      return method.apply(object, args);
    };
  }
}

const encode = (text: string) => new TextEncoder().encode(text);

/** What a test's route still holds ends with its pages; that is no mistake of the test. */
async function released(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
}

/** Chromium has been seen not to answer; what it does not close in time ends with the browser. */
async function closed(context: BrowserContext): Promise<void> {
  await within(CLOSING, released(context).then(() => context.close()))
    // By this way it is seen of tests that pass, too.
    .catch((error) => Deno.stderr.writeSync(encode(`A page was left to the end of its browser: ${error.message}\n`)));
}

/** A page that shows nothing yet is logged in, in its own process: a browser context that begins with a token opens another. */
export async function takeLogin(page: Page, { cookies, origins }: Login): Promise<void> {
  await page.context().addCookies(cookies);
  if (page.url() === "about:blank") await page.goto(INERT);
  await page.evaluate((kept) => {
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, origins.flatMap(({ localStorage }) => localStorage));
}

/** As after a browser's first start: nothing kept, nobody logged in, and the mouse nowhere. */
async function emptied(page: Page): Promise<void> {
  const context = page.context();
  await Promise.all(
    context.pages().map((one) => one === page ? one.unrouteAll({ behavior: "ignoreErrors" }) : one.close()),
  );
  await page.goto(INERT);
  await Promise.all([
    context.clearCookies(),
    page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      const deleted = (name: string) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = request.onblocked = () => reject(new Error(`${name} is still in use`));
        });
      await Promise.all([
        ...(await indexedDB.databases()).map(({ name }) => deleted(name!)),
        ...(await caches.keys()).map((name) => caches.delete(name)),
      ]);
    }),
    page.mouse.move(-1, -1),
  ]);
}

/** A page looks as these options ask for, whatever it was made for. */
async function dressed(page: Page, { viewport, colorScheme = "light", reducedMotion }: BrowserContextOptions) {
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null });
}

/** What a page is for good: the rest of its options can be changed (`dressed`), but not for the tabs that it opens. */
function kindOf({ colorScheme: _, reducedMotion: __, ...lasting }: BrowserContextOptions): string {
  return JSON.stringify(lasting);
}

/**
 * Pages that a test is done with and a later one of its process may have, emptied: a new one costs more than twice the
 * processor, most of it for a new process that has to read the app's code anew. A page whose test did what lasts (init
 * scripts, a clock, a line that is cut) is closed, and so are those with a service worker.
 */
class UsedPages {
  #free: { kind: string; page: Page }[] = [];
  readonly #kinds = new WeakMap<Page, string>();

  /** Watches what is done to a new page, so that it may be used again. */
  watch(page: Page, options: BrowserContextOptions): void {
    if (options.serviceWorkers !== "block" || options.storageState) return;
    this.#kinds.set(page, kindOf(options));
    const spoil = () => void this.#kinds.delete(page);
    whenCalled(page, LASTING.page, spoil);
    whenCalled(page.context(), LASTING.context, spoil);
    whenCalled(page.clock, LASTING.clock, spoil);
  }

  /** A page of this browser for these options that shows nothing. */
  async take(browser: Browser, options: BrowserContextOptions): Promise<Page | undefined> {
    const kind = kindOf(options);
    // One may have crashed, or ended with its browser.
    this.#free = this.#free.filter(({ page }) => !page.isClosed());
    const nth = this.#free.findLastIndex((free) => free.kind === kind && free.page.context().browser() === browser);
    if (nth < 0) return undefined;
    const { page } = this.#free.splice(nth, 1)[0]!;
    try {
      await within(CLOSING, dressed(page, options));
      return page;
    } catch {
      // It has hung, or crashed: a new one is better than a test that fails for it.
      return await closed(page.context()).then(() => undefined);
    }
  }

  /** Empties the page for another test, or closes it. */
  async give(page: Page): Promise<void> {
    const kind = this.#kinds.get(page);
    if (!kind || page.isClosed()) return await closed(page.context());
    try {
      await within(CLOSING, emptied(page));
    } catch {
      // Its server may be stopped, or the page be busy: then the next test has a new one.
      return await closed(page.context());
    }
    this.#free.push({ kind, page });
    if (this.#free.length > MOST) await closed(this.#free.shift()!.page.context());
  }

  /** Whether it waits for another test. */
  has(context: BrowserContext): boolean {
    return this.#free.some(({ page }) => page.context() === context);
  }
}

/** Those of this process. */
export const used = new UsedPages();

/**
 * Closes whatever pages a file's tests have left, but for those that wait for others; a browser that does not close them is
 * ended, and no later file has it.
 */
export async function letBrowserGo(browser: Browser): Promise<void> {
  const left = () => browser.contexts().filter((context) => !used.has(context));
  await Promise.all(left().map(closed));
  if (left().length > 0) await browser.close();
}
