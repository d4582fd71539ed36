import type { Ledger } from "./ledger.ts";

/** What the takers of all files share. */
export interface Taking {
  ledger: Ledger;
  /** Ids of the targets that are to have what is taken. */
  targets(): readonly number[];
  /** When the youngest of them was added (ms): a base from before that it does not have. */
  newestTarget(): number;
  isUnderWay(objectId: number): boolean;
  now(): number;
}

/** How far a file is taken; times in milliseconds. */
export interface Reached {
  generation: number;
  /** Bytes of this generation's log. */
  offset: number;
  baseAt: number | null;
}
