import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { isOfThisMachine } from "../platform/caller.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Answers the metrics to this machine's own programs, and to whoever shows the token (BALCAO_METRICS_TOKEN). To all others
 * there is nothing here.
 */
export async function answerScrape(http: Context, metrics: Metrics, token: string | undefined): Promise<Response> {
  const shown = /^Bearer\s+(\S+)\s*$/i.exec(http.req.header("authorization") ?? "")?.[1];
  const maySee = isOfThisMachine(http) || (token !== undefined && shown !== undefined && isSame(shown, token));
  if (!maySee) return http.text("Not found", 404);
  return http.body(await metrics.text(), 200, { "content-type": metrics.contentType, "cache-control": "no-store" });
}

function isSame(shown: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}
