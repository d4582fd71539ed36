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
 * From the moment at which the list is opened until its first row is tapped, and until that has opened its ticket, on a slow
 * phone with a slow line: in a browser that has never been here, in one where the service worker keeps the app since the
 * first visit, and, as on every other day, in one that has opened the app out of its keeping before.
 */
export async function benchPhone(): Promise<Figure[]> {
  const balcao = await aBalcao();
  seedMany(balcao.aurora, 20_000);
  const server = listen((request) => balcao.app.fetch(request));
  const line = slowLine({ hostname: "127.0.0.1", port: server.addr.port }, LINE);
  const browser = await startBrowser({ sound: false, measured: true });
  const visits = VISITS.map((visit) => ({ ...visit, times: [] as Times[] }));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const phone = await BareBrowser.start(browser);
      const login = await loginOf(line.address, "ana@aurora.test");
      login.origins[0]!.localStorage.push({ name: "language", value: "pt" });
      await phone.logIn(login);
      for (const [nth, { times }] of visits.entries()) {
        if (nth > 0) await workedIn(phone, line.address);
        times.push(await toFirstTap(phone, line.address));
      }
      await phone.close();
    }
  } finally {
    await browser.close();
    line.close();
    await server.shutdown();
    await balcao.close();
  }
  return visits.flatMap(({ name, tapped, opened, times }) => {
    const middle = (what: keyof Times) => quantile(times.map((each) => each[what]), 0.5) / 1000;
    return [
      atMost(`Phone on a slow line, ${name}: list to first tap, s`, middle("tapped"), tapped),
      atMost(`Phone on a slow line, ${name}: until the tap has opened the ticket, s`, middle("opened"), opened),
    ];
  });
}

/** How long (ms) after the list was opened. */
interface Times {
  tapped: number;
  opened: number;
}

/** With the most (s) that each may take. */
const VISITS = [
  { name: "first visit ever", tapped: 5, opened: 6 },
  { name: "second visit, out of the worker", tapped: 2, opened: 2 },
  { name: "from the third visit on", tapped: 2, opened: 2 },
];

/** What the page itself looks out for: taps the first row once it is on the screen, and says when its ticket is there. */
const TAPPING = `(() => {
  const { promise, resolve } = Promise.withResolvers();
  globalThis.untilTapped = promise;
  let isSeen = false, tapped;
  const tap = () => {
    tapped = performance.now();
    document.querySelector("[data-ticket] a").click();
  };
  const observer = new MutationObserver(() => {
    if (!isSeen && document.querySelector("[data-ticket] a")) {
      isSeen = true;
      requestAnimationFrame(() => setTimeout(tap));
    }
    if (!location.pathname.startsWith("/tickets/") || !document.querySelector("[data-composer]")) return;
    observer.disconnect();
    resolve({ tapped, opened: performance.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
})()`;

/** Opens the list and taps its first row as soon as it is there. */
async function toFirstTap(phone: BareBrowser, address: string): Promise<Times> {
  const page = await phone.open();
  await page.send("Emulation.setDeviceMetricsOverride", { ...PHONE, deviceScaleFactor: 1, mobile: true });
  await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.send("Page.enable");
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: TAPPING });
  await page.go(`${address}/tickets`);
  const times = await page.until("globalThis.untilTapped");
  await page.close();
  return times as Times;
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
