import { BlockList } from "node:net";
import { Hono } from "hono";
import { brandedPage } from "../brand/page.ts";
import type { Ways } from "../platform/caller.ts";
import type { Config } from "../platform/config.ts";
import { type Answered, noteRequests } from "../platform/request_log.ts";
import type { Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type WebFiles, webFiles } from "../platform/web_files.ts";
import { ROOT } from "../root.ts";
import { unsetPage } from "../set_up/page.ts";
import { pageForCodeCache } from "./code_cache.ts";
import { policies } from "./policies.ts";

/** The screens as they were built, in the provider's name and colours. */
export function pagesOf(tenants: Tenants): WebFiles {
  const branded = brandedPage(tenants);
  return webFiles(
    `${ROOT}/web/dist`,
    (html, request) => pageForCodeCache(unsetPage(tenants, branded(html)), request),
  );
}

/** How a server is reached, as it was told. */
export function waysOf({ publicUrl, trustedProxies }: Partial<Config>): Ways {
  return { publicUrl, trusted: trustedProxies ?? new BlockList() };
}

/** What holds for everything that is answered, whoever answers it: an id and a line in the log, and what browsers may do. */
export function grounds(ways: Ways, seen: (answered: Answered) => void): Hono<Vars> {
  const app = new Hono<Vars>({ strict: false });
  app.use(noteRequests(ways, seen));
  app.use(policies());
  // A made-up Host header makes an address that nothing can read; strangers must not fill the log with it.
  app.use((http, next) => {
    if (URL.canParse(http.req.url)) return next();
    return Promise.resolve(http.json({ error: "ERR_INVALID_INPUT" }, 400, { "cache-control": "no-store" }));
  });
  return app;
}
