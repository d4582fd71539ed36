import type { BrowserContext } from "playwright-core";
import { loginOf, startBrowser } from "../../web/e2e/browser.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { listen } from "./listen.ts";
import { atMost, type Figure, quantile } from "./report.ts";
import { seedMany } from "./seed_many.ts";
import { slowLine } from "./slow_line.ts";

/** 1.6 Mbit/s, 150 ms there and back: Chromium's "slow 4G" (Lighthouse, throttling). */
const LINE = { rate: 1_600_000 / 8, roundTrip: 150 };
/** How many times slower than this machine the phone is. */
const SLOWER = 4;
const PHONE = { width: 390, height: 844 };
const ROUNDS = 5;

/**
 * From the moment at which the list is opened until a tap on its first row opens a ticket, on a slow phone with a slow line:
 * in a browser that has never been here, in one where the service worker keeps the app, and, as on every other day, in one
 * that has opened the app out of its keeping before.
 */
export async function benchPhone(): Promise<Figure[]> {
  const balcao = await aBalcao();
  seedMany(balcao.aurora, 20_000);
  const server = listen((request) => balcao.app.fetch(request));
  const line = slowLine({ hostname: "127.0.0.1", port: server.addr.port }, LINE);
  const browser = await startBrowser({ sound: false, measured: true });
  const first: number[] = [], kept: number[] = [], later: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const storageState = await loginOf(line.address, "ana@aurora.test");
      const context = await browser.newContext({
        storageState,
        viewport: PHONE,
        hasTouch: true,
        isMobile: true,
        locale: "pt-BR",
      });
      first.push(await toFirstTap(context, line.address));
      await workedIn(context, line.address);
      kept.push(await toFirstTap(context, line.address));
      await workedIn(context, line.address);
      later.push(await toFirstTap(context, line.address));
      await context.close();
    }
  } finally {
    await browser.close();
    line.close();
    await server.shutdown();
    await balcao.close();
  }
  return [
    atMost("Phone on a slow line, list to first tap: first visit ever, s", quantile(first, 0.5) / 1000, 6),
    atMost(
      "Phone on a slow line, list to first tap: second visit, out of the worker, s",
      quantile(kept, 0.5) / 1000,
      2,
    ),
    atMost("Phone on a slow line, list to first tap: from the third visit on, s", quantile(later, 0.5) / 1000, 2),
  ];
}

/**
 * Opens the list and taps its first row as soon as it is there; how long (ms) it took until the ticket was. The page is
 * asked by the browser's own protocol: what the tool would put into it for that takes a tenth of a second of the phone.
 */
async function toFirstTap(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    setTimeout(() => reject("no row could be tapped within a minute"), 60_000);
    Object.assign(globalThis, { untilTapped: promise });
    const look = () => {
      const row = document.querySelector<HTMLElement>("[data-ticket] a");
      if (row && !location.pathname.startsWith("/tickets/")) row.click();
      const composer = document.querySelector("[data-composer]");
      if (location.pathname.startsWith("/tickets/") && composer) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${address}/tickets`, { waitUntil: "commit" });
  const { result, exceptionDetails } = await protocol.send("Runtime.evaluate", {
    expression: "untilTapped",
    awaitPromise: true,
    returnByValue: true,
  });
  await page.close();
  if (exceptionDetails) throw new Error(String(result.value));
  return result.value;
}

/** Lets the service worker bring in what it keeps, and hear what has run, as it does while somebody works. */
async function workedIn(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/tickets`);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.waitForTimeout(3000);
  await page.close();
}
