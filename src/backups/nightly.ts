import { and, isNotNull, isNull } from "drizzle-orm";
import { companyTable } from "../companies/table.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { countDay } from "./counted_days.ts";
import { type Days, daysBack, KEPT, longest } from "./keep.ts";
import { PROVIDER } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { newestMessageOf } from "./newest_message.ts";
import { isDue, quietMoment } from "./night.ts";
import { prove } from "./prove.ts";
import type { BackupKeys } from "./recovery_key.ts";
import type { Taker } from "./taker.ts";
import type { KnownTarget } from "./targets/targets.ts";
import { tidyFile, tidyMedia, tidyRemoved } from "./tidy.ts";
import type { Uploader } from "./uploader.ts";

/** So many days the files of a removed company are kept in the data folder (provisioning/remove.ts). */
const REMOVED_DAYS = 30;
/** Others have their turn between two companies (ms). */
const PAUSE = 50;

export interface Tended {
  tenants: Tenants;
  keys: BackupKeys;
  ledger: Ledger;
  takers(): Taker[];
  targets(): { known: KnownTarget; uploader: Uploader }[];
  takeBase(companyId: number): Promise<void>;
  /** Media are looked through anew. */
  renewMedia(): void;
  isClosed(): boolean;
}

/** What is done by night: new copies of the files, proofs that they can be restored, and the end of what is too old. */
export class Nightly {
  #running: Promise<void> | undefined;
  #tidiedAt = -Infinity;

  constructor(readonly of: Tended) {}

  /** To be called often; does what is due, one company after the other. */
  async tend(now = Date.now()): Promise<void> {
    await (this.#running ??= this.#work(now).finally(() => void (this.#running = undefined)));
  }

  /**
   * Proves now what is else proven by night, at every place: of one company (0 = the provider's file), or of all. What is under
   * way is waited for. `said` is told how many of how many are done.
   */
  async proveNow(companyId: number | undefined, said: (done: number, all: number) => void): Promise<void> {
    while (this.#running) await this.#running;
    await (this.#running = this.#proveThese(companyId, said).finally(() => void (this.#running = undefined)));
  }

  async #proveThese(companyId: number | undefined, said: (done: number, all: number) => void): Promise<void> {
    const takers = this.of.takers().filter((taker) => companyId === undefined || taker.companyId === companyId);
    const each = this.of.targets().flatMap((target) => takers.map((taker) => ({ ...target, taker })));
    for (const [nth, { known, uploader, taker }] of each.entries()) {
      if (this.of.isClosed()) return;
      await this.proveOne(known, uploader, taker);
      said(nth + 1, each.length);
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #work(now: number): Promise<void> {
    const { of } = this, quiet = quietMoment(now, of.keys.names), counted = countDay(of.tenants.folder, now);
    // Before the new copies: from those on nobody would look at what leads up to them.
    await this.#prove(now, quiet);
    for (const taker of of.takers()) {
      const { baseAt } = taker.reached;
      if (of.isClosed()) return;
      if (quiet.isNow && baseAt !== null && baseAt < quiet.at && taker.isBeyondBase) await of.takeBase(taker.companyId);
    }
    if (!quiet.isNow || this.#tidiedAt >= quiet.at || of.isClosed()) return;
    this.#tidiedAt = now;
    await this.#tidy({ now, counted });
  }

  async #prove(now: number, quiet: ReturnType<typeof quietMoment>): Promise<void> {
    const proofs = this.of.ledger.proofs;
    for (const { known, uploader } of this.of.targets()) {
      for (const taker of this.of.takers()) {
        if (this.of.isClosed()) return;
        const last = proofs.find((one) => one.targetId === known.id && one.companyId === taker.companyId);
        if (isDue(last, now, quiet)) await this.proveOne(known, uploader, taker);
      }
    }
  }

  async proveOne({ id, target }: KnownTarget, uploader: Uploader, taker: Taker): Promise<void> {
    const { keys, ledger, tenants } = this.of;
    try {
      const proof = await prove({
        target: { ...target, id },
        keys,
        ledger,
        broughtAll: async () => {
          await uploader.caughtUp();
          return uploader.fault === undefined;
        },
        newestMessage: (companyId) => newestMessageOf(tenants, companyId),
        now: () => Date.now(),
      }, taker);
      if (proof?.fault) this.of.renewMedia();
    } catch (error) {
      log.warn("A backup could not be tried", { company: taker.companyId, target: id, error });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }

  /** Only what was restored without a fault lets go of what is older. */
  async #tidy(days: Days): Promise<void> {
    const { ledger, targets, takers, keys } = this.of, all = targets();
    const held = await Promise.all(all.map(({ uploader }) => uploader.isHeld()));
    // What lies in a place that another has claimed is that one's to delete.
    const ours = all.filter((_, nth) => held[nth]);
    const tidying = { ledger, key: keys.data, days, rules: KEPT, targets: ours.map(({ known }) => known.target) };
    const proven = new Set(
      ledger.proofs.filter(({ fault }) => fault === null).map(({ targetId, companyId }) => `${targetId} ${companyId}`),
    );
    for (const { companyId } of takers()) {
      const safe = ours.filter(({ known }) => proven.has(`${known.id} ${companyId}`));
      if (this.of.isClosed()) return;
      await this.#tried(companyId, async () => {
        for (const { known } of safe) await tidyFile(known.target, companyId, tidying);
        if (safe.length === all.length) await tidyMedia(companyId, tidying);
      });
    }
    for (const companyId of this.#longRemoved(days)) {
      for (const target of tidying.targets) await this.#tried(companyId, () => tidyRemoved(target, companyId, ledger));
    }
  }

  #longRemoved(days: Days): number[] {
    const until = daysBack(days, REMOVED_DAYS + longest(KEPT)), { provider } = this.of.tenants;
    if (until === -Infinity) return [];
    const isThere = new Set([PROVIDER, ...this.of.tenants.ids()]);
    return provider.read.select({ id: companyTable.id, removedAt: companyTable.removedAt }).from(companyTable)
      .where(and(isNotNull(companyTable.removedAt), isNull(companyTable.removedState))).all()
      .filter(({ id, removedAt }) => !isThere.has(id) && removedAt! <= until).map(({ id }) => id);
  }

  async #tried(companyId: number, work: () => Promise<void>): Promise<void> {
    await work().catch((error) =>
      log.warn("A backup's old objects could not be deleted", { company: companyId, error })
    );
  }
}
