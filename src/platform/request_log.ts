import type { Context, MiddlewareHandler } from "hono";
import { isFromProxy, type Ways } from "./caller.ts";
import { log } from "./log.ts";
import { isRequestId, newRequestId, withinRequest } from "./request_id.ts";
import type { Vars } from "./routes.ts";

/** What is known of a request that was answered. Never its path, which may let somebody in, but the template of it. */
export interface Answered {
  method: string;
  /** `/api/tickets/:id` */
  route: string;
  status: number;
  /** Milliseconds. */
  ms: number;
}

/**
 * Gives each request an id, which is answered as `x-request-id` and stands in each line that is logged meanwhile. One that
 * failed (5xx) has a line in any case, any other at debug.
 */
export function noteRequests(ways: Ways, seen: (answered: Answered) => void): MiddlewareHandler<Vars> {
  return (http, next) => {
    const named = isFromProxy(http, ways) ? http.req.header("x-request-id") : undefined;
    const id = isRequestId(named) ? named : newRequestId();
    return withinRequest(id, async () => {
      const began = performance.now();
      await next();
      http.res.headers.set("x-request-id", id);
      const answered = answeredIn(http, performance.now() - began);
      seen(answered);
      // What was thrown has its line, with the cause.
      if (answered.status >= 500 && !http.get("isLogged")) log.warn("A request failed", { ...answered });
      else log.debug("A request was answered", { ...answered });
    });
  };
}

function answeredIn({ req, res }: Context, ms: number): Answered {
  return { method: req.method, route: req.routePath, status: res.status, ms: Math.round(ms * 10) / 10 };
}
