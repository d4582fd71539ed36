import { log } from "../platform/log.ts";
import { faultOfChain } from "./complete.ts";
import { BadObject } from "./envelope.ts";
import { keyBy, mediaKey, prefixOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { namesAt, type Plan, planTo, restorableOf } from "./restore.ts";
import type { Taker } from "./taker.ts";
import type { Reached } from "./taking.ts";
import { NotKept, type Target } from "./targets/target.ts";

interface Looking {
  target: Target & { id: number };
  ledger: Ledger;
  /** What objects are encrypted with. */
  key: Uint8Array;
}

/**
 * Looks for what a place lacks of a company that it was brought once, by its own lists: it was set back to an older copy of
 * itself, say. Of a chain that is broken a new copy of the file is taken, and media that is missing, or not named, once more.
 */
export async function takeWhatIsMissing(looking: Looking, taker: Taker): Promise<void> {
  const { target, ledger } = looking, { companyId, reached } = taker;
  if (reached.baseAt !== null) {
    const there = withOwed(looking, companyId);
    const plan = planTo(await restorableOf(there, companyId, ledger.installation), Infinity);
    const fault = faultOfChain(plan, reached) ?? aheadOf(plan, taker.reached);
    if (fault) taker.beginAnew(`place ${target.id}: ${fault}`);
  }
  const missing = await missingMedia(looking, companyId);
  if (missing.length === 0) return;
  log.warn("A place lacks media that it was brought", { company: companyId, target: target.id, files: missing.length });
  ledger.forgetMedia(companyId, missing);
}

/** What a place will have once it is brought what it is owed. */
function withOwed({ target, ledger }: Looking, companyId: number): Target {
  return {
    ...target,
    async list(prefix) {
      const kept = await target.list(prefix), owed = ledger.owedKeys(companyId, target.id);
      const coming = [...owed].map((key) => keyBy(ledger.installation.id, key)).filter((key) => key.startsWith(prefix));
      return [...kept, ...coming.map((key) => ({ key, size: 0 }))].sort((one, other) => one.key < other.key ? -1 : 1);
    },
  };
}

/** Where the place goes on beyond what was ever taken, this folder was set back: two ends of one chain would be mixed. */
function aheadOf(plan: Plan | undefined, { generation, offset }: Reached): string | undefined {
  const newest = plan?.generations.at(-1) ?? [], last = newest[0]?.generation ?? 0;
  const isAhead = last > generation || (last === generation && Math.max(...newest.map(({ to }) => to)) > offset);
  return isAhead ? "it has more than was taken here" : undefined;
}

async function missingMedia(looking: Looking, companyId: number): Promise<string[]> {
  const { ledger, key } = looking, live = [...ledger.mediaOf(companyId, 0)];
  if (live.length === 0) return [];
  const there = withOwed(looking, companyId);
  const kept = new Set((await there.list(prefixOf(companyId, "media"))).map((stored) => stored.key));
  const named = await namesAt(looking.target, key, companyId, Infinity).catch((error) => {
    if (!(error instanceof BadObject || error instanceof NotKept)) throw error;
    return new Map<string, string>();
  });
  const missing = live.filter(([name, hash]) => !kept.has(mediaKey(companyId, hash)) || named.get(name) !== hash);
  return [...new Set(missing.map(([, hash]) => hash))];
}
