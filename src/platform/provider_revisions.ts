import { refuse } from "../contract/errors.ts";
import type { Changed } from "../contract/revisions.ts";

/** How often a row of provider.db was changed that has a form, and by whom last: its people are in many files. */
export interface RevisedRow {
  revision: number;
  changedAt: number | null;
  changedById: number | null;
  changedBy: string | null;
}

/** Two people save at once: the second is refused, and learns how it is now, since when, and who was before them. */
export function refuseIfOther(row: RevisedRow, was: number | undefined, record: unknown): void {
  if (was === undefined || was === row.revision) return;
  const { changedAt, changedById: id, changedBy: name } = row;
  refuse("ERR_CHANGED_MEANWHILE", {
    detail: {
      record,
      changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
      changedBy: id === null || name === null ? null : { id, name },
    } satisfies Changed<unknown>,
  });
}

/** Who changes something; whoever does it on the command line has no name here. */
export interface ProviderMaker {
  id: number | null;
  name: string | null;
}

/** The columns of the revision after this one; `now` in ms. */
export function nextRevision(row: RevisedRow, by: ProviderMaker, now: number): RevisedRow {
  return { revision: row.revision + 1, changedAt: now, changedById: by.id, changedBy: by.name };
}
