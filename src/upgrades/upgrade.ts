import { isThere } from "../platform/is_there.ts";
import { BadFile } from "../platform/migrate.ts";
import { startWorker } from "../platform/own_process.ts";
import { refuseHalfWay } from "./half_way.ts";
import { beginKeeping, swap } from "./kept.ts";
import { companyIds, fileOf, filesToUpgrade, kindOf, PROVIDER } from "./schemas.ts";
import { copyOf, sweepCopies, waitForCopiers } from "./sweep.ts";
import type { Order, Outcome } from "./orders.ts";
import { carryOutAll } from "./workers.ts";

/** How far an upgrade is: so many files of all that there are, and how many of these stay as they were. */
export interface Progress {
  done: number;
  failed: number;
  all: number;
}

/** Processes at work beside each other: SQLite uses one core each. */
const LEAST = 2, MOST = 4;
/** Megabytes of JavaScript objects in each of them. */
const HEAP = 200;

export interface Upgrading {
  /** Called before so many files are upgraded; not where there are none. */
  begin?: (all: number) => Promise<void>;
  progress?: (progress: Progress) => void;
  /** ms. */
  now: number;
}

/**
 * Brings every file of a data folder to the schemas of this program, before anything is served: each on a copy that is
 * checked, all of them before the first takes the old file's place. To be called by whoever has the folder for itself.
 *
 * Answers the companies that could not be upgraded, and why: they have their old file. A BadFile, when that is the
 * provider's; then nothing is changed at all.
 */
export async function upgradeFolder(
  named: string,
  { begin, progress = () => {}, now }: Upgrading,
): Promise<Map<number, string>> {
  refuseHalfWay(named);
  const ids = isThere(`${named}/provider.db`) ? filesToUpgrade(named) : [];
  if (ids.length === 0) return new Map();
  const folder = Deno.realPathSync(named), companies = companyIds(folder);
  await begin?.(ids.length);
  await waitForCopiers(folder);
  sweepCopies(folder, companies);
  try {
    const mark = crypto.randomUUID().slice(0, 8);
    const orders = ids.map((id) => ({
      id,
      kind: kindOf(id),
      path: fileOf(folder, id),
      copy: copyOf(folder, id, mark),
    }));
    const { good, failed } = await makeCopies(folder, orders, progress);
    takePlaces(folder, orders.filter(({ id }) => good.has(id)), { good, failed, now });
    return failed;
  } finally {
    sweepCopies(folder, companies);
  }
}

/** Of each file the newest message that is in its copy, or why there is none. */
interface Copies {
  good: Map<number, number>;
  failed: Map<number, string>;
}

async function makeCopies(
  folder: string,
  orders: readonly Order[],
  progress: (progress: Progress) => void,
): Promise<Copies> {
  const good: Copies["good"] = new Map(), failed: Copies["failed"] = new Map();
  const said = ({ id, fault, newestMessage = 0 }: Outcome) => {
    if (fault === undefined) good.set(id, newestMessage);
    else failed.set(id, sentenceOf(fileOf(folder, id), fault));
    progress({ done: good.size + failed.size, failed: failed.size, all: orders.length });
  };
  const spawn = () => startWorker({ module: "upgrades/upgrade_copies", verb: "upgrade-copies", folder, heap: HEAP });
  const workers = Math.min(MOST, Math.max(LEAST, navigator.hardwareConcurrency));
  // Without the provider's file nothing can be served at all.
  await carryOutAll(orders.filter(({ id }) => id === PROVIDER), { spawn, workers, done: said });
  const fault = failed.get(PROVIDER);
  if (fault) throw new BadFile(`${fault}. Nothing was changed: mend it, or start the version from before`);
  await carryOutAll(orders.filter(({ id }) => id !== PROVIDER), { spawn, workers, done: said });
  return { good, failed };
}

/** The provider's is the last: until then the version from before can still be started. */
function takePlaces(
  folder: string,
  orders: readonly Order[],
  { good, failed, now }: Copies & { now: number },
): void {
  if (orders.length === 0) return;
  beginKeeping(folder, Object.fromEntries(good), now);
  for (const { id, path, copy } of orders.toSorted((one, other) => other.id - one.id)) {
    try {
      swap(folder, id, copy);
    } catch (error) {
      const why = sentenceOf(path, (error as Error).message);
      if (id === PROVIDER) throw new BadFile(why);
      failed.set(id, why);
    }
  }
}

function sentenceOf(path: string, fault: string): string {
  return fault.includes(path) ? fault : `${path} could not be upgraded: ${fault}`;
}
