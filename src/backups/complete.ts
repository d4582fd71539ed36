import type { Plan } from "./restore.ts";
import type { Reached } from "./taking.ts";

/**
 * What a target lacks of a chain that it said to keep, by its own list: a store may answer that it keeps something, and not
 * do so. Nothing when all that had been taken is there.
 */
export function faultOfChain(plan: Plan | undefined, { generation, offset }: Reached): string | undefined {
  if (!plan) return "no whole copy of the file is there";
  if (plan.gap) return `a piece is missing ${plan.gap}`;
  if (offset === 0 || plan.base > generation) return undefined;
  const newest = plan.generations.at(-1) ?? [], last = newest[0]?.generation ?? plan.base;
  if (last > generation) return undefined;
  const end = Math.max(0, ...newest.map(({ to }) => to));
  return last === generation && end >= offset ? undefined : "the newest pieces are missing";
}
