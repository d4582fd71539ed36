import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { TestContext } from "vitest";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";
import { within } from "../../src/shared/within.ts";

/** How long (ms) a screen may take; generous, for machines that do other things too. */
export const PATIENCE = 60_000;

interface Kind {
  sound: boolean;
  measured: boolean;
}

/** The browsers of this process, by their kind: its files use them one after the other. */
const running = new Map<string, Promise<Browser>>();

/** A browser that ends with the process; to be let go after the last test of a file. */
export async function takeBrowser(kind: Kind): Promise<Browser> {
  const name = JSON.stringify(kind), had = await running.get(name)?.catch(() => undefined);
  if (had?.isConnected()) return had;
  const started = startBrowser(kind);
  running.set(name, started);
  return await started;
}

/**
 * Closes whatever pages a file's tests have left, but for those that stay for others; a browser that does not close them is
 * ended, and no later file has it.
 */
export async function letBrowserGo(browser: Browser, stays = (_: BrowserContext) => false): Promise<void> {
  const left = () => browser.contexts().filter((context) => !stays(context));
  await Promise.all(left().map(closed));
  if (left().length > 0) await browser.close();
}

/** Debian's Chromium; its headless shell opens a page in half the time, but neither records nor plays. */
export async function startBrowser({ sound, measured }: Kind): Promise<Browser> {
  const installed = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .slice(sound ? 1 : 0).map((name) => `/usr/bin/${name}`).find(existsSync);
  return await chromium.launch({
    executablePath: Deno.env.get("CHROMIUM") || installed,
    // A process that listens to this signal outlives it: the whole run would wait for one whose browser is still open.
    handleSIGTERM: false,
    args: [
      "--no-sandbox",
      // A page lives for seconds here: to make its code fast costs more than it gains.
      ...(measured ? [] : ["--js-flags=--max-lazy --no-opt --no-maglev"]),
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // As on phones: what is draggable is taken along by a finger that rests on it. The rest is what Playwright says by the
      // same flag, of which the last counts: there is a mouse, which hovers.
      "--blink-settings=touchDragDropEnabled=true,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
      // A microphone that beeps; whether a page may use it is up to its test.
      "--use-fake-device-for-media-stream",
    ],
  });
}

/** How long (ms) a page may take to close. */
const CLOSING = 30_000;

const encode = (text: string) => new TextEncoder().encode(text);

/** What a test's route still holds ends with its pages; that is no mistake of the test. */
async function released(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
}

/** Chromium has been seen not to answer; what it does not close in time ends with the browser. */
export async function closed(context: BrowserContext): Promise<void> {
  await within(CLOSING, released(context).then(() => context.close()))
    // By this way it is seen of tests that pass, too.
    .catch((error) => Deno.stderr.writeSync(encode(`A page was left to the end of its browser: ${error.message}\n`)));
}

export type Login = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** What a browser keeps of a login: the token and the cookies. The login page itself has tests of its own. */
export async function loginOf(origin: string, email: string): Promise<Login> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = await answer.json();
  if (!answer.ok) throw new Error(`${email} cannot log in: ${answer.status}`);
  return {
    cookies: answer.headers.getSetCookie().map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      const path = /path=([^;]*)/i.exec(line)?.[1] ?? "/";
      const rest = { httpOnly: true, secure: false, sameSite: "Strict" as const };
      return { name: name!, value: value!, domain: new URL(origin).hostname, path, expires: -1, ...rest };
    }),
    origins: [{ origin, localStorage: [{ name: "token", value: token }] }],
  };
}

/** Of a test that failed: a picture of each page, and with what it says of itself what the last one showed. */
export async function photograph(pages: Page[], { name, result }: TestContext["task"]): Promise<void> {
  if (result?.state !== "fail") return;
  const folder = "build/e2e", open = pages.filter((page) => !page.isClosed());
  await Deno.mkdir(folder, { recursive: true });
  for (const [nth, page] of open.entries()) {
    const path = `${folder}/${name.replace(/[^\w]+/g, "-").slice(0, 60)}-${nth}.png`;
    await page.screenshot({ path, timeout: 5000 }).catch(() => {/* The picture is only a help. */});
  }
  const shown = await open.at(-1)?.locator("body").innerText({ timeout: 5000 }).catch(() => undefined);
  const error = result.errors?.at(-1);
  if (error && shown) error.message += ` On the screen: ${shown.replaceAll(/\s+/g, " ").slice(-600)}`;
}

/** Waits until nothing fades, grows or moves any more; what turns for ever, such as a spinner, is left to turn. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What has ended is drawn so with the next frame, for which a busy machine may take its time.
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const passing = () =>
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await frame();
    // A colour that comes from above fades in one level after the other.
    for (let fades = passing(); fades.length > 0; fades = passing()) {
      await Promise.all(fades.map((one) => one.finished.catch(() => {})));
      await frame();
    }
  });
}
