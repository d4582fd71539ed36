import { expect, test } from "vitest";
import { pageForCodeCache } from "./code_cache.ts";

const PAGE =
  `<link rel="modulepreload" href="/assets/index-a.js"><script type="module" src="/assets/index-a.js"></script>` +
  `<link rel="modulepreload" href="/assets/TicketsPage-b.js"><link rel="preload" as="style" href="/assets/c.css">`;
const page = (said?: string) =>
  pageForCodeCache(
    PAGE,
    new Request("http://x/", said === undefined ? {} : { headers: { "service-worker-navigation-preload": said } }),
  );

test("who keeps this build compiled gets its scripts announced as plain ones, and nothing else is changed", () => {
  expect(page("/assets/index-a.js")).toBe(
    `<link rel="preload" as="script" href="/assets/index-a.js"><script type="module" src="/assets/index-a.js"></script>` +
      `<link rel="preload" as="script" href="/assets/TicketsPage-b.js"><link rel="preload" as="style" href="/assets/c.css">`,
  );
});

test("everybody else gets the page as it was built: without a worker, with a new one, of another build, of no build", () => {
  for (
    const said of [undefined, "true", "", "/assets/index-z.js", "/assets/", "/assets/TicketsPage-b.js", "index-a.js"]
  ) {
    expect(page(said), said).toBe(PAGE);
  }
});
