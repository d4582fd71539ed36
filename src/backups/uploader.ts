import { piecesOf } from "../platform/with_file.ts";
import { log } from "../platform/log.ts";
import { RareWarning } from "../platform/rare_warning.ts";
import { type Claimed, ClaimedElsewhere, Emptied, holdPlace } from "./claims.ts";
import { sealed } from "./envelope.ts";
import { keyBy, readKey } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { isMarkedAsLeft, mark } from "./marks.ts";
import type { OwedObject } from "./table.ts";
import type { Target } from "./targets/target.ts";
import type { KnownTarget } from "./targets/targets.ts";
import { wordsOf } from "./targets/unfit.ts";

/** How many objects are on their way to a target at once, chosen from so many that it lacks. */
const AT_ONCE = 4, CHOSEN_FROM = 256;
/** How long (ms) a target that fails is left alone: each time twice as long, up to the last. */
const FIRST_REST = 1000, LONGEST_REST = 60_000;

/** How often (ms) it is looked at whether the place is still ours, and the one that it was. */
const LOOKED_AT_EVERY = 30_000;

/** The place is ours, and another than it was left: an older copy of itself. Or it is as it was, and this folder is older. */
class SetBack extends Error {
  constructor() {
    super("it is not as it was left: it is looked through, and what is missing is brought again");
  }
}

/** Brings to one target what it lacks, oldest first; one that is down is caught up later. */
export class Uploader {
  readonly #underWay = new Set<number>();
  readonly #warning: RareWarning;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #rest = 0;
  #heldAt = -Infinity;
  #markedAt = -Infinity;
  /** Until when (ms) it is left alone, and why. */
  restsUntil = 0;
  fault: string | undefined;
  /** Who has the place now, if that is another installation. */
  claimed: Claimed | undefined;
  /** Since when (ms) nothing of what was brought there is there, as far as it was seen. */
  emptiedAt: number | undefined;
  /** Whether it takes nothing until it was looked through. */
  isSetBack = false;
  /** When (ms) it was brought something last, since the server started. */
  lastBrought: number | undefined;

  constructor(
    readonly known: Pick<KnownTarget, "id" | "kind" | "target" | "createdAt">,
    readonly ledger: Ledger,
    readonly key: Uint8Array,
    readonly folderOf: (companyId: number) => string,
    /** Hears of what was taken and is gone before the place has it. */
    readonly vanished: (companyId: number, key: string) => void = () => {},
  ) {
    this.#warning = new RareWarning("A backup's target does not take what it is given", { target: known.id });
  }

  get id(): number {
    return this.known.id;
  }

  get target(): Target {
    return this.known.target;
  }

  /** Whether the place is there, and nobody else has claimed it. */
  async isHeld(): Promise<boolean> {
    return await this.#hold().then(() => true, () => false);
  }

  /**
   * Two installations with one state would each take the other's pieces away, and neither would know; what goes to an empty
   * mount point is missing at the place when its disk is back. `key` was brought just now.
   */
  async #hold(key?: string): Promise<void> {
    const { ledger, target, known: { id, createdAt } } = this, { installation, folder } = ledger;
    const place = ledger.placeOf(id, createdAt), claiming = { installation, key: this.key, since: createdAt, folder };
    await holdPlace(target, { ...claiming, hasHeld: place !== undefined });
    if (!place) ledger.noteHeld(id, Math.max(Date.now(), createdAt));
    const marking = { ledger, target, targetId: id, since: createdAt, key: this.key };
    const isAsLeft = (!key || await target.has(key)) && !await this.#lacksNewest() && await isMarkedAsLeft(marking);
    if (!isAsLeft) throw new SetBack();
    if (key) return;
    if (!isLately(this.#markedAt) && ledger.owedTo(id, 1).length > 0) {
      await mark(marking);
      this.#markedAt = Date.now();
    }
    this.claimed = undefined;
    this.emptiedAt = undefined;
    this.#heldAt = Date.now();
  }

  /** A disk may have gone, or come, since the place was looked at. */
  async #holdAfter(key: string): Promise<void> {
    try {
      await this.#hold(key);
    } catch (error) {
      // It would lie hidden below the disk.
      if (error instanceof Emptied) await this.target.remove([key]).catch(() => {});
      throw error;
    }
  }

  /** Another may be brought meanwhile, and take its place. */
  async #lacksNewest(): Promise<boolean> {
    const { ledger, target, known: { id, createdAt } } = this, newest = ledger.placeOf(id, createdAt)?.newest;
    return newest ? !await target.has(newest) && ledger.placeOf(id, createdAt)?.newest === newest : false;
  }

  /** A disk may go between two seconds. */
  get #isHeldStill(): boolean {
    if (this.fault !== undefined || !isLately(this.#heldAt)) return false;
    return this.known.kind === "s3" || this.ledger.owedTo(this.id, 1).length === 0;
  }

  /** What was missing is taken again. */
  lookedThrough(): void {
    this.ledger.noteLast(this.id, { newest: null, markedAt: null });
    this.isSetBack = false;
    this.restsUntil = 0;
  }

  isUnderWay(objectId: number): boolean {
    return this.#underWay.has(objectId);
  }

  wake(now = Date.now()): void {
    if (this.#isClosed || this.#running || this.restsUntil > now && this.restsUntil - now <= LONGEST_REST) return;
    this.#running = this.#run().finally(() => void (this.#running = undefined));
  }

  /** Resolves when all that was owed by now is there, or the target fails. */
  async caughtUp(): Promise<void> {
    this.restsUntil = 0;
    this.#heldAt = this.#markedAt = -Infinity;
    do {
      this.wake();
      await this.#running;
    } while (!this.#isClosed && this.fault === undefined && this.ledger.owedTo(this.id, 1).length > 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const going = new Map<OwedObject, Promise<void>>();
    let failure: { error: unknown } | undefined;
    while (!this.#isClosed && !failure) {
      if (!this.#isHeldStill) await this.#hold().catch((error) => failure = { error });
      if (failure) break;
      for (const object of nextOf(this.ledger.owedTo(this.id, CHOSEN_FROM), [...going.keys()])) {
        this.#underWay.add(object.id);
        const brought = this.#bring(object).then(() => this.#brought(), (error) => void (failure ??= { error }));
        going.set(
          object,
          brought.finally(() => {
            going.delete(object);
            this.#underWay.delete(object.id);
          }),
        );
      }
      if (going.size === 0) return void (this.fault = undefined);
      await Promise.race(going.values());
    }
    await Promise.all(going.values());
    if (failure) this.#failed(failure.error);
  }

  #brought(): void {
    this.fault = undefined;
    this.#rest = 0;
  }

  #failed(error: unknown): void {
    this.#rest = Math.min(LONGEST_REST, Math.max(FIRST_REST, this.#rest * 2));
    this.restsUntil = Date.now() + this.#rest;
    this.fault = wordsOf(error);
    this.claimed = error instanceof ClaimedElsewhere ? error.claimed : undefined;
    this.emptiedAt = error instanceof Emptied ? this.emptiedAt ?? Date.now() : undefined;
    this.isSetBack = error instanceof SetBack;
    // To have the place back it is removed and added, and begins anew with copies of all: none of this would ever go there.
    if (this.claimed) this.ledger.giveUp(this.id);
    this.#warning.warn({ error });
  }

  async #bring(object: OwedObject): Promise<void> {
    const path = this.#pathOf(object);
    if (path !== undefined && !await Deno.stat(path).then(() => true, () => false)) {
      // Media that was deleted before its turn came is not missed; all else is.
      if (!object.media) {
        log.error("What was taken for the backup has vanished from its spool", { key: object.key });
        this.vanished(object.companyId, object.key);
      }
      return await this.ledger.paid(this.id, object);
    }
    const { id } = this.ledger.installation, key = keyBy(id, object.key);
    await this.target.put(key, sealed(this.key, key, path === undefined ? [] : piecesOf(path)));
    if (this.known.kind === "folder") await this.#holdAfter(key);
    const newest = isTracked(key) ? key : undefined;
    // Those that were brought before pieces said whose they are, too.
    const replaced = object.replaces.flatMap((each) => [...new Set([keyBy(id, each), each])]);
    if (replaced.length > 0) {
      if (newest) this.ledger.noteLast(this.id, { newest });
      await this.target.remove(replaced);
    }
    this.lastBrought = Date.now();
    await this.ledger.paid(this.id, object, newest);
  }

  #pathOf({ companyId, spool, media }: OwedObject): string | undefined {
    if (spool) return `${this.ledger.spool}/${spool}`;
    return media ? `${this.folderOf(companyId)}/${media}` : undefined;
  }
}

/**
 * What may go beside what is going, oldest first: of a company's file one object at a time. A later piece that is there before
 * an earlier one would be of no use if nothing came after it, and would look as if one had been lost. Media goes in any order.
 */
function nextOf(owed: readonly OwedObject[], going: readonly OwedObject[]): OwedObject[] {
  const ids = new Set(going.map(({ id }) => id));
  const companies = new Set(going.flatMap(({ media, companyId }) => media ? [] : [companyId]));
  const isNext = ({ id, media, companyId }: OwedObject) => {
    if (ids.has(id)) return false;
    if (media) return true;
    const isFirst = !companies.has(companyId);
    companies.add(companyId);
    return isFirst;
  };
  return owed.filter(isNext).slice(0, AT_ONCE - going.length);
}

/** Whether a moment (ms) was lately, by a clock that may have been set back. */
function isLately(at: number): boolean {
  const since = Date.now() - at;
  return since >= 0 && since < LOOKED_AT_EVERY;
}

/** Whether a place that has lost it would be missing it; media goes when its company has it no more. */
function isTracked(key: string): boolean {
  const named = readKey(key);
  return named?.what === "base" || named?.what === "wal";
}
