import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { refuse } from "../contract/errors.ts";
import { isNoticeSecret, noticeSecret } from "../pix/chosen_gateway.ts";
import { networkOf } from "../platform/caller.ts";
import { log } from "../platform/log.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { anyBank } from "./bank.ts";
import { pollCharges } from "./poll.ts";
import { chargeTable } from "./table.ts";

/** Notices that one network may send within a minute: more than a bank has to say, and little work for us. */
const MOST = 300;
const limits = new WeakMap<Tenants, RateLimit>();
/** A longer notice (bytes) is not read. */
const LONGEST = 256_000;
/** Charges that one notice may speak of. */
const MOST_NAMED = 500;

/** The path to which a bank sends its notices; some add `/pix` to it (reference: Efí). */
export function noticePath(tenants: Tenants): string {
  return `/api/pix/notice/${noticeSecret(tenants)}`;
}

/**
 * A bank's notices. Nothing in one is believed: the charges that it names are asked about at the bank, at once. Whatever
 * else it says has no effect and is answered alike, so that nobody learns anything by it.
 */
export const noticeRoutes = new Hono<Vars>()
  .post("/pix/notice/:token", hear)
  .post("/pix/notice/:token/pix", hear);

async function hear(http: Context<Vars>): Promise<Response> {
  const { tenants, caller } = http.var, now = Date.now(), network = networkOf(caller.address);
  const limit = limits.get(tenants) ?? new RateLimit(MOST, milliseconds({ minutes: 1 }));
  limits.set(tenants, limit);
  limit.countOrRefuse(network, now);
  if (!isNoticeSecret(tenants, http.req.param("token") ?? "")) refuse("ERR_NOT_FOUND");
  const named = anyBank(tenants)?.txidsOf(await readNotice(http.req.raw)).slice(0, MOST_NAMED) ?? [];
  if (askSoon(tenants, named, now)) {
    // The bank need not wait for what we ask it; what is not asked now is asked by the clock.
    pollCharges(tenants).catch((error) => log.error("A notice of the bank could not be followed", { error }));
  }
  return http.json({});
}

/** Lets the bank be asked about those of the charges that are ours. */
function askSoon({ provider }: Tenants, txids: readonly string[], now: number): boolean {
  if (txids.length === 0) return false;
  return provider.write((db) =>
    txids.map((txid) => db.update(chargeTable).set({ nextPollAt: now }).where(eq(chargeTable.txid, txid)).run().changes)
      .some((changes) => changes > 0)
  );
}

/** What was sent, if it is JSON; undefined for anything else. */
async function readNotice({ body }: Request): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "", size = 0;
  try {
    for await (const chunk of body ?? []) {
      if ((size += chunk.length) > LONGEST) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
