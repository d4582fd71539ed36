import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { stillness } from "./browser.ts";

/** A page takes it in twice as fast as what `axe-core` itself has to give, in which every name is whole. */
const AXE = await Deno.readTextFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url));

const WCAG = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] } as const;
/** Said aloud, a button must be called what it shows; axe still tries this rule out (WCAG 2.5.3). */
const TRIED_OUT = { "label-content-name-mismatch": { enabled: true } };
/** What another theme can break: the elements and their names are the same ones in it. */
const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const;

/** What axe finds against WCAG 2.2 AA, each as one line. */
export async function faults(page: Page, runOnly: typeof WCAG | typeof COLOURS = WCAG): Promise<string[]> {
  // Halfway through a fade every colour is wrong.
  await stillness(page, "ended");
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(AXE);
  return await page.evaluate(async ({ runOnly, rules }) => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe };
    // Passes are not told, so they need not be described either.
    const options = { runOnly: runOnly as never, rules, resultTypes: ["violations" as const] };
    const { violations } = await here.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`)
    );
  }, { runOnly, rules: runOnly === WCAG ? TRIED_OUT : {} });
}

/** Looks for faults on each screen of a page in both themes; `pass` fails the test with all of them, by screen and theme. */
export function inspection(page: Page) {
  const found: Record<string, string[]> = {};
  // Each screen begins in the theme that the one before has ended in: a change of all colours takes longer than the look.
  const themes: ("light" | "dark")[] = ["light", "dark"];
  const look = async (screen: string) => {
    for (const [nth, theme] of themes.entries()) {
      await showTheme(page, theme);
      const lines = await faults(page, nth === 0 ? WCAG : COLOURS);
      if (lines.length) found[`${screen}, ${theme}`] = lines;
    }
    themes.reverse();
  };
  const pass = () => expect(JSON.stringify(found, null, 1)).toBe("{}");
  return { look, pass };
}

/** Shows a theme and waits until every element has its colours. */
async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // The colours change with the next frame, for which a busy machine may take its time.
  await page.waitForFunction((isDark) => {
    const [red = 0] = getComputedStyle(document.body).color.match(/\d+/g)!.map(Number);
    return isDark === red > 127;
  }, colorScheme === "dark");
}
