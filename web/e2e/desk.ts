import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";
import { serve } from "../../src/app/serve.ts";
import { GraphSimulator } from "../../src/graph_simulator/simulator.ts";
import { within } from "../../src/shared/within.ts";
import type { Phone } from "../../src/simulator/simulator.ts";
import { aRoad, AURORA_PHONE, type Road } from "../../src/testing/road.ts";
import { loginOf, PATIENCE, photograph, takeBrowser } from "./browser.ts";
import { letBrowserGo, takeLogin, used } from "./used_pages.ts";

export const ANA = "ana@aurora.test";
/** Serves Encomendas, where the bakery's connection leads, and Entregas. */
export const BRUNO = "bruno@aurora.test";
/** Serves Entregas and Atacado. */
export const CARLA = "carla@aurora.test";
/** Of another company. */
export const NINA = "nina@norte.test";

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface Desk {
  road: Road;
  /** The pretend Meta, where one was asked for. */
  meta: GraphSimulator;
  url: string;
  /** A browser of one's own, with nobody logged in; one that a test opens is closed when that test ends. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** A browser of one's own in which this person is logged in, on the tickets unless another page is asked for. */
  logIn(email: string, options?: BrowserContextOptions & { at?: string }): Promise<Page>;
  /** Leaves a browser that a test has opened to the tests after it. */
  keep(page: Page): Page;
  /** A pretend phone that no other test uses. */
  customer(name: string): Phone;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
}

let nthCustomer = 0;

/**
 * All files of a process are served at one address, one after the other, so that what a page keeps of the app is good for the
 * next.
 */
let port = 0;

function isFree(port: number): boolean {
  try {
    Deno.listen({ port, hostname: "127.0.0.1" }).close();
    return true;
  } catch {
    return false;
  }
}

/** Ends each of them, whatever the others do, and then fails for those that did not end, by their names. */
async function endAll(parts: Record<string, () => Promise<unknown> | undefined>): Promise<void> {
  const failures: string[] = [];
  for (const [name, end] of Object.entries(parts)) {
    await within(PATIENCE, Promise.resolve().then(end)).catch((error) => failures.push(`${name}: ${error.message}`));
  }
  if (failures.length > 0) throw new Error(`Not everything ended. ${failures.join("; ")}`);
}

/**
 * The whole product and a browser in front of it, for the tests of one file. What a failed test saw is kept as a picture.
 * With `sound` the browser is the one that has a microphone. Nothing fades or glides unless `moving` is asked for: what is
 * tested is the same, and each page costs a tenth less. What is `measured` runs as it does with people. With `meta` a
 * pretend Meta stands beside the pretend WhatsApp; with `backup` there is one, in a folder beside the data folder.
 */
export function aDesk({ sound = false, moving = false, measured = false, meta = false, backup = false } = {}): Desk {
  let road: Road;
  let graph: GraphSimulator | undefined;
  let browser: Browser;
  /** What every test of the file uses, and what the present one has opened. */
  const shared: Page[] = [], own: Page[] = [];
  let isTesting = false;
  const ca = Deno.makeTempFileSync({ suffix: ".pem" });

  const open = async (asked: BrowserContextOptions = {}) => {
    const options: BrowserContextOptions = {
      locale: "pt-BR",
      reducedMotion: moving || measured ? "no-preference" : "reduce",
      viewport: WIDE,
      baseURL: road.server.address,
      // What a test does to answers on their way does not reach those that a service worker asks for.
      serviceWorkers: "block",
      ...asked,
    };
    let page = await used.take(browser, options);
    if (!page) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE);
      page = await context.newPage();
      used.watch(page, options);
    }
    (isTesting ? own : shared).push(page);
    return page;
  };

  beforeAll(async () => {
    graph = meta ? await GraphSimulator.start() : undefined;
    [road, browser] = await Promise.all([
      aRoad({ graphUrl: graph?.address, backup, port: isFree(port) ? port : 0 }),
      takeBrowser({ sound, measured }),
    ]);
    ({ port } = road.server);
    await Deno.writeTextFile(ca, road.simulator.ca);
  });
  beforeEach(() => {
    isTesting = true;
  });
  afterEach(async ({ task }) => {
    isTesting = false;
    const opened = own.splice(0);
    await photograph([...shared, ...opened], task);
    // A page that is left as it is goes on drawing everything that the next tests do.
    await Promise.all(opened.map((page) => used.give(page)));
  });
  afterAll(async () => {
    await endAll({
      "the pages": () => Promise.all(shared.map((page) => used.give(page))),
      "the browser": () => browser && letBrowserGo(browser),
      // The server may be another one than the road began with.
      "the server": () => road?.server.stop(),
      "the pretend WhatsApp": () => road?.simulator.stop(),
      "the pretend Meta": () => graph?.stop(),
    });
    await Deno.remove(ca);
    if (road) await Deno.remove(road.server.tenants.folder, { recursive: true });
    if (road && backup) await Deno.remove(`${road.server.tenants.folder}.backup`, { recursive: true });
  });

  return {
    get road() {
      return road;
    },
    get meta() {
      return graph!;
    },
    get url() {
      return road.server.address;
    },
    open,
    async logIn(email, { at = "/tickets", ...options } = {}) {
      const login = await loginOf(road.server.address, email);
      const page = await open(options);
      await takeLogin(page, login);
      await page.goto(at);
      const isThere = page.getByRole("tab", { name: "Atendimento" }).or(page.getByRole("radiogroup"));
      await (at === "/tickets" ? isThere : page.getByRole("main")).first().waitFor();
      return page;
    },
    keep(page) {
      own.splice(own.indexOf(page), 1);
      shared.push(page);
      return page;
    },
    customer(name) {
      nthCustomer++;
      return road.simulator.network.addPhone({
        name,
        number: `55119${40_000_000 + Deno.pid % 1000 * 1000 + nthCustomer}`,
      });
    },
    stopServer: () => road.server.stop(),
    async startServer() {
      const { port, tenants } = road.server;
      road.server = await serve({
        port,
        host: "127.0.0.1",
        data: tenants.folder,
        publicUrl: undefined,
        demo: true,
        whatsappUrl: road.simulator.url,
        whatsappCa: ca,
        graphUrl: graph?.address,
      });
    },
  };
}

export async function typeLogin(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel(/E-?mail|Correo/).fill(email);
  await page.locator("input[type=password]").fill(password);
  await page.keyboard.press("Enter");
}

/** A ticket's row in the list, by the contact's name. */
export function row(page: Page, name: string): Locator {
  return page.locator("[data-ticket]", { hasText: name });
}

/** A message in the thread, by something it says. */
export function bubble(page: Page, text: string | RegExp): Locator {
  return page.locator("[data-message]", { hasText: text });
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Mensagem" });
}

/** Waits until it is seen. */
export async function seen(locator: Locator): Promise<void> {
  await locator.first().waitFor();
}

export async function gone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.count(), { timeout: PATIENCE }).toBe(0);
}

/** Asks until the answer is as expected. */
export function poll<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: PATIENCE, interval: 100 });
}

/** Waits until a recording is at least so long (mm:ss); a busy page may step over a second. */
export async function recordedFor(timer: Locator, least: string): Promise<void> {
  await poll(async () => (await timer.textContent())! >= least).toBe(true);
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** What the mouse is told that rests on something; "" where what still moves has taken it away at once. */
export async function tooltipOf(page: Page, target: Locator): Promise<string> {
  await page.mouse.move(5, 5);
  await target.hover();
  const bubble = page.locator("[popover]:popover-open");
  return await bubble.textContent({ timeout: 2000 }).catch(() => null) ?? "";
}

/** Accepts who waits, which opens the thread. */
export async function accept(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Aceitar Conversa: ${name}` }).click();
  await seen(page.getByRole("heading", { name, level: 2 }));
}

/** A customer who has written, and whom this person serves. */
export async function aTalk(desk: Desk, page: Page, name: string, text = "Bom dia!"): Promise<Phone> {
  const phone = desk.customer(name);
  phone.write(AURORA_PHONE, text);
  if (new URL(page.url()).pathname !== "/tickets") await page.goto("/tickets");
  await accept(page, name);
  await seen(bubble(page, text));
  return phone;
}

/** Everyone who comes waits until `count` are there. */
export function gate(count: number): () => Promise<void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => open = resolve);
  return () => {
    if (--count === 0) open();
    return opened;
  };
}

/** A PNG of one colour, drawn by the browser. */
export async function aPicture(page: Page, color = "teal", width = 640, height = 480): Promise<Uint8Array> {
  const base64 = await page.evaluate(({ color, width, height }) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = color;
    pen.fillRect(0, 0, width, height);
    return canvas.toDataURL("image/png").split(",")[1]!;
  }, { color, width, height });
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
