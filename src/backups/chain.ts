import type { Wal } from "../platform/wal.ts";
import { isAsLeft, shapeOf } from "./log_file.ts";
import type { Chain } from "./table.ts";
import type { Taking } from "./taking.ts";
import { logTakenAgain, logUntaken, whyUntaken } from "./untaken.ts";

/** Which file it is, and its log. */
export interface ChainOf {
  companyId: number;
  path: string;
  wal: Pick<Wal, "path">;
}

/**
 * How far one file is taken, as it is and as the accounts have it. It goes on where an earlier process ended only if the file
 * is as that one left it; else a new base is needed. What the accounts do not take is so all the same: a server that dies
 * before they do begins anew with a base.
 */
export class FileChain {
  #chain: Chain;
  #isKept: boolean;

  /** `isReplaced`: that the file is another than before is this server's own doing. */
  constructor(readonly of: ChainOf, readonly taking: Taking, isReplaced: boolean) {
    const kept = taking.ledger.chainOf(of.companyId), isKnown = isLinked(kept) && kept.baseAt! >= taking.newestTarget();
    this.#isKept = isKnown && isAsLeft(kept, of);
    this.#chain = this.#isKept ? kept! : this.#resumed(kept, isKnown && !isReplaced);
    if (!this.#isKept) this.#keep();
  }

  get now(): Chain {
    return this.#chain;
  }

  /** Whether the accounts have it as it is. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** It is so from now on, and the accounts have it already. */
  goOn(chain: Chain): void {
    this.#chain = chain;
    this.#isKept = true;
  }

  save(chain: Chain): void {
    this.#chain = chain;
    const error = this.#keep();
    if (error !== undefined) this.failed(error);
  }

  /** Throws what the accounts say when they still do not take it. */
  keep(): void {
    const error = this.#isKept ? undefined : this.#keep();
    if (error !== undefined) throw error;
  }

  /** A new life of the log, from nothing on. */
  begin(baseAt: number | null, more: Partial<Chain> = {}): void {
    this.save({ ...begun(this.of, this.#chain, this.#next(this.#chain.generation)), baseAt, ...more });
  }

  /** It is broken: until there is a new base, nothing more of it can be restored. `why` = null: somebody else has changed the file. */
  lose(why: string | null): void {
    const { untakenSince, untakenWhy } = this.#chain, at = untakenSince ?? this.taking.now();
    // What was not taken by then would be missing, whoever has broken it.
    this.begin(null, { brokenAt: at, brokenWhy: untakenWhy ?? why });
  }

  /** It is said once, and noted in the accounts, that what was written cannot be taken, until it is. */
  failed(error: unknown): void {
    const { untakenSince } = this.#chain, untakenWhy = whyUntaken(error, this.taking.ledger);
    if (untakenSince === null) logUntaken(this.of.companyId, error);
    else if (untakenWhy === this.#chain.untakenWhy) return;
    this.#chain = { ...this.#chain, untakenSince: untakenSince ?? this.taking.now(), untakenWhy };
    this.#keep();
  }

  takenAgain(): void {
    const { untakenSince } = this.#chain;
    if (untakenSince === null) return;
    logTakenAgain(this.of.companyId, untakenSince);
    this.save({ ...this.#chain, untakenSince: null, untakenWhy: null });
  }

  #keep(): unknown {
    try {
      this.taking.ledger.setChain(this.#chain);
      this.#isKept = true;
    } catch (error) {
      this.#isKept = false;
      return error;
    }
  }

  #resumed(kept: Chain | undefined, isBroken: boolean): Chain {
    const chain = begun(this.of, kept, this.#next(kept?.generation ?? 0));
    if (!isBroken) return chain;
    // Nobody else is to blame for what could not be taken before the server was stopped.
    return { ...chain, brokenAt: chain.untakenSince ?? this.taking.now(), brokenWhy: chain.untakenWhy };
  }

  /** Generations are told apart by their time, even where the clock stands still or is set back. */
  #next(after: number): number {
    return Math.max(this.taking.now(), after + 1);
  }
}

/** Whether what is at the targets leads up to it. */
function isLinked(kept: Chain | undefined): kept is Chain {
  return kept !== undefined && kept.baseAt !== null && (kept.generation === kept.baseAt || kept.previous > 0);
}

function begun({ companyId, path }: ChainOf, before: Chain | undefined, generation: number): Chain {
  const { brokenAt = null, brokenWhy = null, untakenSince = null, untakenWhy = null } = before ?? {};
  return {
    ...{
      companyId,
      generation,
      previous: before?.generation ?? 0,
      position: null,
      baseAt: null,
      minute: 0,
      minuteFrom: 0,
    },
    ...{ brokenAt, brokenWhy, untakenSince, untakenWhy },
    ...shapeOf(path),
  };
}
