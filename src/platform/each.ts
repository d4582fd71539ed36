import type { Outcome } from "../contract/bulk.ts";
import { ERRORS, Refusal } from "../contract/errors.ts";

/**
 * Does the same with each row, in a transaction of its own, so that one that is refused spoils no other; other work has
 * its turn in between. What is no refusal but a fault ends it; what was done until then stays done.
 */
export async function outcomesOf(
  ids: readonly number[],
  work: (id: number) => unknown,
): Promise<{ outcomes: Outcome[] }> {
  const outcomes: Outcome[] = [];
  for (const id of new Set(ids)) {
    outcomes.push(await outcomeOf(id, work));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { outcomes };
}

async function outcomeOf(id: number, work: (id: number) => unknown): Promise<Outcome> {
  try {
    await work(id);
    return { id };
  } catch (error) {
    if (!(error instanceof Refusal) || ERRORS[error.code] >= 500) throw error;
    return { id, error: error.code, detail: error.rest.detail };
  }
}
