import type { Config } from "../platform/config.ts";
import type { WebFiles } from "../platform/web_files.ts";
import { comeAgain } from "../upgrades/answer.ts";
import type { Answers } from "./listen.ts";
import { grounds, waysOf } from "./pages.ts";

/** So long (ms) a call waits for a server that starts: half of what a reverse proxy waits at least. */
const PATIENCE = 10_000;
/** Seconds after which whoever was sent away may ask again. */
const AGAIN_AFTER = 2;

/** What no screen is: answered once all of the server is there. */
const LATER = /^\/(?:api|widget|metrics|manifest\.webmanifest|demo-shop)(?:\/|$)/;

/**
 * Who answers while the rest of the server is being read: screens come at once, and every call waits its turn. None is
 * answered by half a server, and none is lost by asking too early.
 */
export function earlyAnswers(
  config: Partial<Config>,
  pages: WebFiles,
  /** The whole server; nothing where it does not come. */
  whole: Promise<Answers | undefined>,
  patience = PATIENCE,
): Answers {
  const screens = grounds(waysOf(config), () => {});
  screens.get("*", (http) => pages.answer(http.req.raw) ?? http.text("Not found", 404));
  return {
    async fetch(request, caller) {
      if (isScreen(request)) return screens.fetch(request, caller);
      const tooLong = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => tooLong.resolve(undefined), patience);
      const answers = await Promise.race([whole, tooLong.promise]);
      clearTimeout(timer);
      return answers?.fetch(request, caller) ?? startingAnswer(request);
    },
  };
}

/** Whether any address asks for a file of the build, or for a page of the product's. */
export function isScreen({ method, url }: Pick<Request, "method" | "url">): boolean {
  if (!URL.canParse(url)) return true;
  return (method === "GET" || method === "HEAD") && !LATER.test(new URL(url).pathname);
}

/** Where a start takes long, as it may while companies are put back in their place. */
function startingAnswer({ url }: Request): Response {
  const said = new URL(url).pathname === "/api/health" ? { status: "starting" } : { error: "ERR_MAINTENANCE" };
  return comeAgain(said, AGAIN_AFTER);
}
