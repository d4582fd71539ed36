import { BadCommand, NotThere } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type Plan, planTo, restorableOf } from "./restore.ts";
import { type KnownTarget, knownTargets } from "./targets/targets.ts";

/** How to come to a moment, and from which target. */
export interface Way {
  plan: Plan;
  known: KnownTarget;
}

/** The targets that a company may be restored from: the one of that number, or all. NotThere when there is none. */
export function targetsToRestoreFrom(tenants: Tenants, from: number | undefined): KnownTarget[] {
  const all = knownTargets(tenants).filter(({ id }) => from === undefined || id === from);
  if (all.length === 0) throw new NotThere("There is no such place for backups: see balcao backup list");
  return all;
}

/**
 * The target that comes nearest to a moment (ms) of a company; one that cannot be asked is passed over while another can.
 * NotThere when all that there is is younger.
 */
export async function newestPlan(targets: KnownTarget[], companyId: number, at: number): Promise<Way> {
  const faults: string[] = [];
  const plans = await Promise.all(targets.map(async (known) => {
    try {
      const plan = planTo(await restorableOf(known.target, companyId, known.installation), at);
      return plan && { plan, known };
    } catch (error) {
      faults.push(`${known.place}: ${(error as Error).message}`);
    }
  }));
  const [best] = plans.filter((each) => each !== undefined).sort((a, b) => b.plan.newest - a.plan.newest);
  if (best) return best;
  if (faults.length > 0) throw new BadCommand(faults.join("\n"));
  throw new NotThere("The backups have nothing of this company from so long ago");
}
