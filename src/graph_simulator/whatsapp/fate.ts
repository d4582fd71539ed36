import type { ErrorCode } from "../errors.ts";
import type { Message } from "../model.ts";
import type { World } from "../world.ts";

/** How long (ms) after a person's last message a business may answer freely. */
export const WINDOW = 24 * 3_600_000;

/** Why an accepted message will not arrive, if it will not: what notices of the status "failed" say. */
export function fateOf(
  world: World,
  { line, customer, kind, category }: Message,
  { isKnown, mediaFailed }: { isKnown: boolean; mediaFailed: boolean },
): ErrorCode | undefined {
  const wanted = world.faults.takeFailure();
  if (wanted) return wanted;
  if (!isKnown) return 131026;
  if (mediaFailed) return 131053;
  if (kind === "template") return category === "MARKETING" && customer.isOptedOut ? 131050 : undefined;
  const since = world.sinceWritten(line, customer);
  return since === undefined || since > WINDOW ? 131047 : undefined;
}
