import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loginOf } from "./browser.ts";
import { aDesk, ANA, aTalk, composer, poll, seen } from "./desk.ts";

const desk = aDesk();
/** Which version of the app the server has. */
let version = 1;
/** A part of the app that this server has no more; until the page was asked for anew. */
let gone: string | undefined;
/** A part that this server is slow to give; from then on it has it no more. */
const slow = { part: "/assets/slow.js", asked: 0, left: 0, given: Promise.withResolvers<void>() };
/** Whether the line dies after the first half of a page. */
let isCut = false;
const ending = new AbortController();
let page: Page;

/** The server as it is after an upgrade: the page begins with another script, and the worker keeps that one. */
async function upgraded(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const started = /^\/assets\/start-\d+\.js$/.exec(pathname);
  if (pathname === slow.part) {
    slow.asked++;
    request.signal.addEventListener("abort", () => slow.left++);
    await slow.given.promise;
  }
  if (gone && pathname.startsWith(gone)) return new Response("Not found", { status: 404 });
  if (started) return new Response(`import "${entry}";`, { headers: { "content-type": "text/javascript" } });
  const headers = new Headers(request.headers);
  headers.set("accept-encoding", "identity");
  headers.delete("if-none-match");
  for (const name of ["upgrade", "origin", "referer"]) headers.delete(name);
  const body = request.method === "GET" ? undefined : await request.bytes();
  const answer = await fetch(desk.url + pathname + search, {
    method: request.method,
    headers,
    body,
    redirect: "manual",
  });
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  if (!isPage && pathname !== "/worker.js") return answer;
  if (isPage && request.headers.get("sec-fetch-mode") === "navigate") gone = undefined;
  const text = (await answer.text()).replaceAll(entry, `/assets/start-${version}.js`);
  if (isPage && isCut) return new Response(firstHalf(text), answer);
  return new Response(text.replace("shell-", `shell-${version}`), answer);
}

/** Nothing comes after it, and no end. */
function firstHalf(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2))),
  });
}

let entry: string, url: string;
beforeAll(async () => {
  entry = /src="(\/assets\/index-[^"]+)"/.exec(await (await fetch(desk.url)).text())![1]!;
  const { signal } = ending;
  const { addr } = Deno.serve({ port: 0, hostname: "127.0.0.1", signal, onListen() {} }, upgraded);
  url = `http://127.0.0.1:${addr.port}`;
  page = await desk.open({ storageState: await loginOf(url, ANA), baseURL: url, serviceWorkers: "allow" });
  await page.clock.install();
  await page.addInitScript(() => {
    const { addEventListener } = globalThis;
    globalThis.addEventListener = (...of: [string, EventListenerOrEventListenerObject]) => {
      if (of[0] === "vite:preloadError") document.documentElement.dataset.followsVersions = "";
      addEventListener(...of);
    };
  });
});
// A stream of events would not end by itself.
afterAll(() => ending.abort());

function versionShown(): Promise<string | undefined> {
  return page.evaluate(() =>
    /start-(\d+)/.exec(document.querySelector<HTMLScriptElement>("script[type=module]")!.src)?.[1]
  );
}

async function newVersion(): Promise<void> {
  version++;
  await page.evaluate(async () => await (await navigator.serviceWorker.ready).update());
}

/** The tab lies behind another one. */
async function hide(): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.fastForward(60_000).catch(unlessItBeganAnew);
}

/** The page may change over before it has said that its time has passed. */
function unlessItBeganAnew(error: Error): void {
  if (!/context was destroyed|navigation/.test(error.message)) throw error;
}

test("a new version is offered, waits while something is being written, and loses no draft", async () => {
  await aTalk(desk, page, "Vera Lima");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await composer(page).fill("Rascunho que fica");
  await newVersion();
  await seen(page.getByText("Há uma versão nova"));
  await hide();
  await page.clock.fastForward(60_000);
  expect(await versionShown()).toBe("1");
  await page.getByRole("button", { name: "Atualizar" }).click();
  await poll(versionShown).toBe("2");
  await seen(page.getByRole("heading", { name: "Vera Lima", level: 2 }));
  await poll(() => composer(page).inputValue()).toBe("Rascunho que fica");
  expect(await page.getByText("Há uma versão nova").count()).toBe(0);
});

test("a tab in which nothing is being written changes over by itself, once nobody looks at it", async () => {
  await composer(page).fill("");
  await newVersion();
  await seen(page.getByText("Há uma versão nova"));
  expect(await versionShown()).toBe("2");
  await hide();
  await poll(versionShown).toBe("3");
});

/**
 * Leaves the app until one service worker is left. A page that is asked for while one gives way to another may never come:
 * a mistake of the browser's, which these tests would meet where they are quicker than people.
 */
async function handedOver(): Promise<void> {
  await page.goto("about:blank");
  // One that waits may be asleep, and is then known to the other alone.
  const all = "[serviceWorker, registration.waiting, registration.installing].map((one) => one?.state)";
  const states = () =>
    Promise.all(
      page.context().serviceWorkers().map((worker) => worker.evaluate(all).catch(() => "gone")),
    );
  await poll(states).toEqual([["activated", undefined, undefined]]);
}

test("a page whose part is gone from the server begins anew with the version that is there", async () => {
  await handedOver();
  await page.goto("/tickets");
  await page.locator("[data-follows-versions]").waitFor();
  version++;
  gone = "/assets/QuickRepliesPage-";
  await page.getByRole("link", { name: "Respostas rápidas" }).first().click();
  await seen(page.getByRole("heading", { name: "Respostas rápidas" }));
  await poll(versionShown).toBe("4");
});

test("what an old version only keeps for later is left for the new one", async () => {
  await handedOver();
  await page.goto("/quick-messages");
  await page.evaluate(async (path) => {
    const { active } = await navigator.serviceWorker.ready;
    active!.postMessage({ say: "used", paths: [path], language: "pt" });
  }, slow.part);
  await poll(() => slow.asked).toBe(1);
  await newVersion();
  await page.getByRole("button", { name: "Atualizar" }).click();
  await poll(() => slow.left).toBe(1);
  await poll(versionShown).toBe("5");
  await seen(page.getByRole("heading", { name: "Respostas rápidas" }));
});

test("an old version whose work does not end keeps nobody from the new one", async () => {
  await page.evaluate((path) => void fetch(path).catch(() => {}), slow.part);
  await poll(() => slow.asked).toBe(2);
  await newVersion();
  await page.getByRole("button", { name: "Atualizar" }).click();
  // Nothing can be begun that the change would take away.
  expect(await page.evaluate(() => document.body.inert)).toBe(true);
  await poll(versionShown).toBe("6");
  expect(await page.evaluate(() => document.body.inert)).toBe(false);
  slow.given.resolve();
  await seen(page.getByRole("heading", { name: "Respostas rápidas" }));
});

test("a page that came with a new version has it compiled once the service worker is of that version, too", async () => {
  await handedOver();
  version++;
  await page.goto("/tickets");
  await poll(versionShown).toBe(`${version}`);
  const compiled = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).headerValue);
  await poll(compiled).toBe(`/assets/start-${version}.js`);
});

test("a page whose line dies half-way is shown as it was kept", async () => {
  isCut = true;
  await page.goto("/contacts");
  await seen(page.getByRole("row", { name: /Vera Lima/ }));
  isCut = false;
});
