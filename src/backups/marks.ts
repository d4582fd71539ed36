import { sealed } from "./envelope.ts";
import { markKey, marksOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import type { Target } from "./targets/target.ts";

interface Marking {
  ledger: Ledger;
  /** What objects are encrypted with. */
  key: Uint8Array;
  target: Target;
  targetId: number;
  /** When (ms) this installation was given the place. */
  since: number;
}

/**
 * Whether a place and the accounts still agree on the mark that was left there last. A place that was set back has an older
 * one, and of a data folder that was set back (with its machine, say) the place has a newer one.
 */
export async function isMarkedAsLeft({ ledger, target, targetId, since }: Marking): Promise<boolean> {
  const marked = ledger.placeOf(targetId, since)?.markedAt, { id } = ledger.installation;
  if (!marked) return true;
  return (await target.list(marksOf(id))).at(-1)?.key === markKey(id, marked);
}

/** Leaves a mark that no older copy has, and takes away those before it. */
export async function mark({ ledger, target, targetId, since, key }: Marking): Promise<void> {
  const { id } = ledger.installation, had = (await target.list(marksOf(id))).map((stored) => stored.key);
  const at = Math.max(Date.now(), (ledger.placeOf(targetId, since)?.markedAt ?? 0) + 1), now = markKey(id, at);
  await target.put(now, sealed(key, now, []));
  ledger.noteLast(targetId, { markedAt: at });
  await target.remove(had.filter((each) => each !== now));
}
