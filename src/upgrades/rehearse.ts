import type { Progress } from "./upgrade.ts";
import { kindOf } from "./schemas.ts";
import { removeCopy } from "./upgrade_copy.ts";
import type { Order, Outcome } from "./orders.ts";
import { startWorking } from "./workers.ts";

const WORKERS = 2;

export interface Rehearsing {
  ids: readonly number[];
  /** Makes a copy of a file that is served, and says where it lies. */
  copy(id: number): Promise<string>;
  /** Starts the new executable, which upgrades what it is told. */
  spawn(): Deno.ChildProcess;
  progress(progress: Progress): void;
}

/**
 * Has copies of all files upgraded by a new executable, while the old one goes on serving. Answers which of them cannot be,
 * and why. Of each company there is a copy only as long as it takes.
 */
export async function rehearse({ ids, copy, spawn, progress }: Rehearsing): Promise<Map<number, string>> {
  const waiting = [...ids], failed = new Map<number, string>();
  let done = 0;
  await Promise.all(Array.from({ length: Math.min(WORKERS, ids.length) }, async () => {
    const worker = startWorking<Order>(spawn);
    try {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const { fault } = await rehearseOne(worker, id, copy);
        if (fault !== undefined) failed.set(id, fault);
        progress({ done: ++done, failed: failed.size, all: ids.length });
      }
    } finally {
      await worker.end();
    }
  }));
  return failed;
}

async function rehearseOne(
  worker: ReturnType<typeof startWorking<Order>>,
  id: number,
  copy: Rehearsing["copy"],
): Promise<Outcome> {
  let path: string;
  try {
    path = await copy(id);
  } catch (error) {
    return { id, fault: `no copy could be made: ${(error as Error).message}` };
  }
  const upgraded = `${path}.upgraded`;
  try {
    return await worker.carryOut({ id, kind: kindOf(id), path, copy: upgraded });
  } finally {
    for (const each of [path, upgraded]) removeCopy(each);
  }
}
