import { loginOf, startBrowser } from "../../web/e2e/browser.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { BareBrowser } from "./bare_page.ts";
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
 * in a browser that has never been here, in one where the service worker keeps the app since the first visit, and, as on
 * every other day, in one that has opened the app out of its keeping before.
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
      const phone = await BareBrowser.start(browser);
      const login = await loginOf(line.address, "ana@aurora.test");
      login.origins[0]!.localStorage.push({ name: "language", value: "pt" });
      await phone.logIn(login);
      first.push(await toFirstTap(phone, line.address));
      await workedIn(phone, line.address);
      kept.push(await toFirstTap(phone, line.address));
      await workedIn(phone, line.address);
      later.push(await toFirstTap(phone, line.address));
      await phone.close();
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

/** What the page itself looks out for, whenever something comes into it: taps the first row, and says when its ticket is there. */
const TAPPING = `(() => {
  const { promise, resolve } = Promise.withResolvers();
  globalThis.untilTapped = promise;
  let isTapped = false;
  const observer = new MutationObserver(() => {
    const row = document.querySelector("[data-ticket] a");
    if (row && !isTapped) {
      isTapped = true;
      row.click();
    }
    if (!location.pathname.startsWith("/tickets/") || !document.querySelector("[data-composer]")) return;
    observer.disconnect();
    resolve(performance.now());
  });
  observer.observe(document, { childList: true, subtree: true });
})()`;

/** Opens the list and taps its first row as soon as it is there; how long (ms) it took until the ticket was. */
async function toFirstTap(phone: BareBrowser, address: string): Promise<number> {
  const page = await phone.open();
  await page.send("Emulation.setDeviceMetricsOverride", { ...PHONE, deviceScaleFactor: 1, mobile: true });
  await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.send("Page.enable");
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: TAPPING });
  await page.go(`${address}/tickets`);
  const time = await page.until("globalThis.untilTapped");
  await page.close();
  return Number(time);
}

/** Lets the service worker bring in what it keeps, and have it compiled, as it does while somebody works. */
async function workedIn(phone: BareBrowser, address: string): Promise<void> {
  const page = await phone.open();
  await page.go(`${address}/tickets`);
  await page.until("navigator.serviceWorker.controller !== null");
  await page.until(`navigator.serviceWorker.ready.then(async ({ navigationPreload }) =>
    (await navigationPreload.getState()).headerValue.startsWith("/assets/"))`);
  // What ran here is written down a moment later.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await page.close();
}
