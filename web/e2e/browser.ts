import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { TestContext } from "vitest";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";

/** How long (ms) a screen may take; generous, for machines that do other things too. */
export const PATIENCE = 60_000;

interface BrowserKind {
  sound: boolean;
  measured: boolean;
}

/** The browsers of this process, by their kind: its files use them one after the other. */
const running = new Map<string, Promise<Browser>>();

/** A browser that ends with the process; to be let go (`letBrowserGo`) after a file's last test. */
export async function takeBrowser(kind: BrowserKind): Promise<Browser> {
  const name = JSON.stringify(kind), had = await running.get(name)?.catch(() => undefined);
  if (had?.isConnected()) return had;
  const started = startBrowser(kind);
  running.set(name, started);
  return await started;
}

/** Debian's Chromium; its headless shell opens a page in half the time, but neither records nor plays. */
export async function startBrowser({ sound, measured }: BrowserKind): Promise<Browser> {
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

/** Characters that are told of each page of a failed test. */
const TOLD = 300;

/** Of a test that failed: a picture of each page, also of those that it opened by itself, and with its error what they showed. */
export async function photograph(pages: Page[], { name, result }: TestContext["task"]): Promise<void> {
  if (result?.state !== "fail") return;
  const folder = "build/e2e", open = [...new Set(pages.flatMap((page) => page.context().pages()))];
  await Deno.mkdir(folder, { recursive: true });
  const shown: string[] = [];
  for (const [nth, page] of open.entries()) {
    const path = `${folder}/${name.replace(/[^\w]+/g, "-").slice(0, 60)}-${nth}.png`;
    await page.screenshot({ path, timeout: 5000 }).catch(() => {/* The picture is only a help. */});
    const text = await page.locator("body").innerText({ timeout: 5000 }).catch(() => "no answer");
    shown.push(`${new URL(page.url()).pathname}: ${text.replaceAll(/\s+/g, " ").slice(-TOLD)}`);
  }
  const error = result.errors?.at(-1);
  if (error) error.message += ` On the screens: ${shown.join(" · ")}`;
}

/**
 * Until nothing fades, grows or moves any more, waited for or ended at once; what turns for ever, such as a spinner, is left
 * to turn.
 */
export async function stillness(page: Page, fades: "awaited" | "ended" = "awaited"): Promise<void> {
  await page.evaluate(async (how) => {
    // What has ended is drawn so with the next frame, for which a busy machine may take its time.
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const passing = () =>
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await frame();
    // A colour that comes from above fades in one level after the other.
    for (let fades = passing(); fades.length > 0; fades = passing()) {
      if (how === "ended") { for (const one of fades) one.finish(); }
      await Promise.all(fades.map((one) => one.finished.catch(() => {})));
      await frame();
    }
  }, fades);
}
