import { log } from "../platform/log.ts";
import { RareWarning } from "../platform/rare_warning.ts";
import { sealed } from "./envelope.ts";
import type { Ledger } from "./ledger.ts";
import type { OwedObject } from "./table.ts";
import type { Target } from "./targets/target.ts";

/** How many objects are on their way to a target at once. */
const AT_ONCE = 4;
/** How long (ms) a target that fails is left alone: each time twice as long, up to the last. */
const FIRST_REST = 1000, LONGEST_REST = 60_000;

/** Brings to one target what it lacks, oldest first; one that is down is caught up later. */
export class Uploader {
  readonly #underWay = new Set<number>();
  readonly #warning: RareWarning;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #rest = 0;
  /** Until when (ms) it is left alone, and why. */
  restsUntil = 0;
  fault: string | undefined;
  /** When (ms) it was brought something last, since the server started. */
  lastBrought: number | undefined;

  constructor(
    readonly id: number,
    readonly target: Target,
    readonly ledger: Ledger,
    readonly key: Uint8Array,
    readonly folderOf: (companyId: number) => string,
  ) {
    this.#warning = new RareWarning("A backup's target does not take what it is given", { target: id });
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
    while (!this.#isClosed) {
      const owed = this.ledger.owedTo(this.id, AT_ONCE);
      if (owed.length === 0) return;
      for (const { id } of owed) this.#underWay.add(id);
      const results = await Promise.allSettled(owed.map((object) => this.#bring(object)));
      for (const { id } of owed) this.#underWay.delete(id);
      const failed = results.find((result) => result.status === "rejected");
      if (failed) return this.#failed(failed.reason);
      this.fault = undefined;
      this.#rest = 0;
    }
  }

  #failed(error: unknown): void {
    this.#rest = Math.min(LONGEST_REST, Math.max(FIRST_REST, this.#rest * 2));
    this.restsUntil = Date.now() + this.#rest;
    this.fault = (error as Error).message;
    this.#warning.warn({ error });
  }

  async #bring(object: OwedObject): Promise<void> {
    const path = this.#pathOf(object);
    if (path !== undefined && !await exists(path)) {
      // Media that was deleted before its turn came is not missed; all else is.
      if (!object.media) log.error("What was taken for the backup has vanished from its spool", { key: object.key });
      return await this.ledger.paid(this.id, object);
    }
    await this.target.put(object.key, sealed(this.key, object.key, path === undefined ? [] : read(path)));
    if (object.replaces.length > 0) await this.target.remove(object.replaces);
    this.lastBrought = Date.now();
    await this.ledger.paid(this.id, object);
  }

  #pathOf({ companyId, spool, media }: OwedObject): string | undefined {
    if (spool) return `${this.ledger.spool}/${spool}`;
    return media ? `${this.folderOf(companyId)}/${media}` : undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function* read(path: string): AsyncGenerator<Uint8Array> {
  using file = await Deno.open(path);
  for (;;) {
    const room = new Uint8Array(262_144), count = await file.read(room);
    if (count === null) return;
    yield room.subarray(0, count);
  }
}
