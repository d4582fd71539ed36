import type { Page } from "playwright-core";
import { poll } from "./desk.ts";

/**
 * Holds back what a page asks for at an address; the returned function lets it come, once it was asked for: what a file is
 * called may change, and a test that holds nothing back shows nothing.
 */
export async function hold(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(address, async (route) => {
    asked++;
    await promise;
    await route.continue();
  });
  return async () => {
    await poll(() => asked > 0).toBe(true);
    resolve();
  };
}

/** What hangs above pages, and comes after them. */
export const OVERLAYS = "**/assets/later-*.js";
