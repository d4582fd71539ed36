import type { Config } from "../platform/config.ts";
import type { WebFiles } from "../platform/web_files.ts";
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
export class EarlyAnswers implements Answers {
  readonly #screens: Answers;
  readonly #rest = Promise.withResolvers<Answers | undefined>();

  constructor(config: Partial<Config>, pages: WebFiles, readonly patience = PATIENCE) {
    const app = grounds(waysOf(config), () => {});
    app.get("*", (http) => pages.answer(http.req.raw) ?? http.text("Not found", 404));
    this.#screens = app;
  }

  fetch(request: Request, caller: Parameters<Answers["fetch"]>[1]): Response | Promise<Response> {
    return isScreen(request) ? this.#screens.fetch(request, caller) : this.#later(request, caller);
  }

  /** The whole server is there: what waits is answered by it. */
  leadTo(answers: Answers): void {
    this.#rest.resolve(answers);
  }

  /** It does not come. */
  giveUp(): void {
    this.#rest.resolve(undefined);
  }

  async #later(request: Request, caller: Parameters<Answers["fetch"]>[1]): Promise<Response> {
    const tooLong = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => tooLong.resolve(undefined), this.patience);
    const answers = await Promise.race([this.#rest.promise, tooLong.promise]);
    clearTimeout(timer);
    return answers?.fetch(request, caller) ?? startingAnswer(request);
  }
}

function isScreen({ method, url }: Request): boolean {
  if (!URL.canParse(url)) return true;
  return (method === "GET" || method === "HEAD") && !LATER.test(new URL(url).pathname);
}

/** Where a start takes long, as it may while companies are put back in their place. */
function startingAnswer({ url }: Request): Response {
  const said = new URL(url).pathname === "/api/health" ? { status: "starting" } : { error: "ERR_MAINTENANCE" };
  const headers = {
    "retry-after": String(AGAIN_AFTER),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return Response.json(said, { status: 503, headers });
}
