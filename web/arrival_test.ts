// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { beforeEach, expect, test, vi } from "vitest";
import { Gone, NotHere, whole } from "./arrival.ts";
import { untilSo } from "./testing_until.ts";

/** What is asked for at the moment, and how it is answered; the test is the line. */
let asked: Map<string, (hasCome: boolean) => void>;

beforeEach(() => {
  asked = new Map();
  document.head.innerHTML = "";
  vi.stubGlobal(
    "fetch",
    (address: string) =>
      new Promise<Response>((resolve, reject) =>
        asked.set(address, (hasCome) => hasCome ? resolve(new Response("script")) : reject(new TypeError("no line")))
      ),
  );
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    const { rel, href } = link as HTMLLinkElement;
    const address = `${rel} ${new URL(href, "http://x").pathname}`;
    asked.set(address, (hasCome) => (link as HTMLLinkElement).dispatchEvent(new Event(hasCome ? "load" : "error")));
  });
});

function answer(hasCome: boolean): void {
  const those = [...asked.values()];
  asked.clear();
  those.forEach((one) => one(hasCome));
}

test("a part runs once all its files are here, and no file is asked for twice", async () => {
  const run = vi.fn(() => Promise.resolve("part"));
  const first = whole(run, ["assets/a.js", "assets/shared.js", "assets/a.css"]);
  const second = whole(run, ["assets/b.js", "assets/shared.js"]);
  expect([...asked.keys()]).toEqual([
    "/assets/a.js",
    "/assets/shared.js",
    "stylesheet /assets/a.css",
    "/assets/b.js",
  ]);
  expect(run).not.toHaveBeenCalled();
  answer(true);
  expect(await Promise.all([first, second])).toEqual(["part", "part"]);
});

test("of a part that did not come whole nothing runs, and it comes when it is asked for again", async () => {
  const run = vi.fn(() => Promise.resolve("part"));
  const told = vi.fn();
  addEventListener("vite:preloadError", told);
  const lost = whole(run, ["assets/lost.js", "assets/lost.css"]);
  answer(false);
  await expect(lost).rejects.toThrow(NotHere);
  expect(run).not.toHaveBeenCalled();
  expect(told).toHaveBeenCalledTimes(1);
  // Why a style did not come is asked for.
  const unstyled = whole(run, ["assets/lost.css"]);
  expect([...asked.keys()]).toEqual(["/assets/lost.css"]);
  answer(false);
  await expect(unstyled).rejects.toThrow(NotHere);
  const again = whole(run, ["assets/lost.js", "assets/lost.css"]);
  answer(true);
  expect(await again).toBe("part");
});

test("what the page names already is not asked for again", async () => {
  document.head.innerHTML =
    `<link rel="modulepreload" href="/assets/named.js"><link rel="stylesheet" href="/assets/named.css">
    <link rel="preload" as="style" href="/assets/only_fetched.css"><script type="module" src="/assets/begins.js"></script>`;
  const addresses = ["assets/named.js", "assets/named.css", "assets/only_fetched.css", "assets/begins.js"];
  const part = whole(() => Promise.resolve("part"), addresses);
  expect([...asked.keys()]).toEqual(["stylesheet /assets/only_fetched.css"]);
  answer(true);
  expect(await part).toBe("part");
});

test("what the service worker keeps is not fetched", async () => {
  vi.stubGlobal("caches", {
    match: (address: string) => Promise.resolve(/kept/.test(address) ? new Response() : undefined),
  });
  vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
  const part = whole(() => Promise.resolve("part"), ["assets/kept.js", "assets/not_yet.js"]);
  await untilSo(() => expect([...asked.keys()]).toEqual(["/assets/not_yet.js"]));
  answer(true);
  expect(await part).toBe("part");
  vi.unstubAllGlobals();
});

test("a file that the server has no more is gone, be it a script or a style; the page must be loaded anew for it", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  const run = vi.fn(() => Promise.resolve("part"));
  await expect(whole(run, ["assets/gone.js"])).rejects.toThrow(Gone);
  const style = whole(run, ["assets/gone.css"]);
  answer(false);
  await expect(style).rejects.toThrow(Gone);
  expect(run).not.toHaveBeenCalled();
});
