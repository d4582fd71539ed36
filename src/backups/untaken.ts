import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { whyOf } from "../platform/system_words.ts";

/** Of a company something is written that no piece has, so that no place can have it, whatever is brought there. */
export interface Untaken {
  companyId: number;
  /** Since when (ms). */
  since: number;
  /** What stands in the way; null where nothing does, and it will be taken in a moment. */
  why: string | null;
}

export type Part = "file" | "media";

/** The files and media that cannot be taken now. The log says it when that begins and when it is over, not at each try. */
export class Failing {
  readonly #parts = new Map<string, Untaken & { why: string }>();

  failed(companyId: number, part: Part, error: unknown): void {
    const key = `${companyId} ${part}`, had = this.#parts.get(key);
    if (!had) log.error("What a company has cannot be taken for the backup", { company: companyId, part, error });
    this.#parts.set(key, { companyId, since: had?.since ?? Date.now(), why: whyNotTaken(error) });
  }

  taken(companyId: number, part: Part): void {
    const key = `${companyId} ${part}`, had = this.#parts.get(key);
    if (!had) return;
    this.#parts.delete(key);
    log.info("What a company has is taken for the backup again", { company: companyId, part, since: had.since });
  }

  /** A company that is gone. */
  forget(companyId: number): void {
    for (const part of ["file", "media"] as const) this.#parts.delete(`${companyId} ${part}`);
  }

  get all(): Untaken[] {
    return [...this.#parts.values()];
  }
}

/** In words, without the path of the piece that could not be written: the next try names another. */
export function whyNotTaken(error: unknown): string {
  return isDiskFull(error) ? "the disk is full" : whyOf(error);
}

/** One for each company: since the oldest, and the first thing that stands in the way. */
export function byCompany(all: readonly Untaken[]): Map<number, Untaken> {
  const found = new Map<number, Untaken>();
  for (const { companyId, since, why } of all) {
    const had = found.get(companyId);
    found.set(companyId, { companyId, since: Math.min(since, had?.since ?? since), why: had?.why ?? why });
  }
  return found;
}
