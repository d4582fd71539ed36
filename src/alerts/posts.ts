import { milliseconds } from "date-fns/milliseconds";
import { asc, eq, lte } from "drizzle-orm";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { deliver } from "../webhooks/deliver.ts";
import { alertSecret, waysOf } from "./settings.ts";
import { alertPostTable } from "./table.ts";

/** So long (ms) it is tried, ever more seldom between the two. */
const LIFE = milliseconds({ days: 1 });
const FIRST_WAIT = milliseconds({ seconds: 30 }), LONGEST_WAIT = milliseconds({ minutes: 5 });
/** So many at a time. */
const BATCH = 20;

/** Whose posts were tried since the server has started: a start may be what mends the way. */
const tried = new WeakSet<Tenants>();

/** Hands what waits to the provider's webhook, in its order: where one does not get through, the next would not either. */
export async function postAlerts(tenants: Tenants, now: Date): Promise<void> {
  if (tenants.outage !== undefined) return;
  const { provider } = tenants, at = now.getTime(), { createdAt, id } = alertPostTable;
  const [first] = provider.read.select().from(alertPostTable).orderBy(asc(id)).limit(1).all();
  if (!first) return;
  const { url } = waysOf(tenants);
  if (url === undefined) return void provider.write((db) => void db.delete(alertPostTable).run());
  provider.write((db) => void db.delete(alertPostTable).where(lte(createdAt, at - LIFE)).run());
  const isBegun = tried.has(tenants);
  tried.add(tenants);
  if (isBegun && first.nextAt > at && first.nextAt - at <= LONGEST_WAIT) return;
  const waiting = provider.read.select().from(alertPostTable).orderBy(asc(id)).limit(BATCH).all();
  for (const post of waiting) {
    const { status, said } = await deliver(
      { url, secrets: [alertSecret(tenants)], id: post.messageId, payload: post.payload },
      at,
    );
    const isGood = status !== null && status >= 200 && status < 300, attempts = post.attempts + 1;
    const next = { attempts, nextAt: at + Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT) };
    provider.write((db) =>
      isGood
        ? void db.delete(alertPostTable).where(eq(id, post.id)).run()
        : void db.update(alertPostTable).set(next).where(eq(id, post.id)).run()
    );
    if (isGood) continue;
    log.warn("An alert could not be posted", { status, attempts, ...(status === null ? { why: said } : {}) });
    return;
  }
}
