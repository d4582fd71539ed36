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
  return await answersOf(ids.map((id) => ({ id })), async ({ id }) => {
    await work(id);
    return {};
  });
}

/** The same where more is known of each row, and where what was done with it is answered. */
export async function answersOf<Row extends { id: number }, Done extends object>(
  rows: readonly Row[],
  work: (row: Row) => Done | Promise<Done>,
): Promise<{ outcomes: (Outcome & Partial<Done>)[] }> {
  const outcomes: (Outcome & Partial<Done>)[] = [];
  for (const row of new Map(rows.map((row) => [row.id, row])).values()) {
    outcomes.push(await outcomeOf(row, work));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { outcomes };
}

async function outcomeOf<Row extends { id: number }, Done extends object>(
  row: Row,
  work: (row: Row) => Done | Promise<Done>,
): Promise<Outcome & Partial<Done>> {
  const { id } = row;
  try {
    return { id, ...await work(row) };
  } catch (error) {
    if (!(error instanceof Refusal) || ERRORS[error.code] >= 500) throw error;
    return { id, error: error.code, detail: error.rest.detail } as Outcome & Partial<Done>;
  }
}
