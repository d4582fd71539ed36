import { milliseconds } from "date-fns/milliseconds";
import { newestPlan, targetsToRestoreFrom, type Way } from "../backups/newest_plan.ts";
import { keysOf, readKey } from "../backups/recovery_key.ts";
import { restorableOf } from "../backups/restore.ts";
import type { RunningBackups } from "../backups/running.ts";
import { companyBackups } from "../backups/status.ts";
import { knownTargets } from "../backups/targets/targets.ts";
import { refuse } from "../contract/errors.ts";
import type { Put, Restores } from "../contract/restores.ts";
import { BadCommand, NotThere } from "../platform/config.ts";
import { log } from "../platform/log.ts";
import { momentOf } from "../platform/moment.ts";
import { asides, isEmpty, readyPlace } from "./places.ts";
import { newestMessages, type Seen } from "./preview.ts";
import { type Here, isUnderWay, prepareCompany, type Ready, swapReady, undoRestoration } from "./restore_company.ts";

/** How long (ms) what was made ready waits for its maker. */
const READY_FOR = milliseconds({ hours: 1 });

interface Prepared {
  state: "preparing" | "ready" | "failed";
  way?: Way;
  isBehind?: boolean;
  ready?: Ready;
  seen?: Seen[];
  timer?: ReturnType<typeof setTimeout>;
}

/** Brings companies back to earlier moments for somebody at a screen: first it is made ready and looked at, then put in place. */
export class Restorer {
  readonly #prepared = new Map<number, Prepared>();

  constructor(readonly here: Here, readonly backups: Pick<RunningBackups, "current" | "keyPath">) {}

  async show(companyId: number): Promise<Restores> {
    const { tenants } = this.here;
    const isOn = this.backups.current !== undefined && knownTargets(tenants).length > 0;
    const newest = asides(tenants.folder).find((each) => each.companyId === companyId);
    const aside = newest && !isEmpty(newest.path) ? newest : undefined;
    const { state = "idle", ready, isBehind = false, seen = [] } = this.#prepared.get(companyId) ?? {};
    // Each place is asked for its whole list: not while a screen only waits for what is made ready.
    const isChosen = state === "preparing" || state === "ready";
    const span = isOn && !isChosen ? await this.#spanOf(companyId) : undefined;
    return {
      isOn,
      oldest: span ? momentOf(span.oldest) : null,
      // Where nothing is lacking, nothing was written since: any moment until now can be chosen.
      newest: span ? momentOf(this.#isWhole(companyId) ? Math.max(span.newest, Date.now()) : span.newest) : null,
      asideFrom: aside ? momentOf(aside.at) : null,
      state,
      ready: ready
        ? {
          moment: momentOf(ready.newest),
          messages: ready.messages,
          missing: ready.missing.length,
          hasGap: ready.gap !== undefined,
          isBehind,
          newestMessages: seen.map(({ at, ...message }) => ({ ...message, at: momentOf(at) })),
        }
        : null,
    };
  }

  /** Whether some place has all that the company has written. */
  #isWhole(companyId: number): boolean {
    const { current } = this.backups;
    const stands = current && companyBackups(current.ledger, current.status(), current.untaken())(companyId);
    return stands !== undefined && stands.isBegun && stands.since === null;
  }

  async #spanOf(companyId: number): Promise<{ oldest: number; newest: number } | undefined> {
    const all = await Promise.all(
      knownTargets(this.here.tenants).map(async ({ target, place, installation }) => {
        try {
          const { bases, pieces } = await restorableOf(target, companyId, installation);
          return bases.length > 0 ? [bases[0]!, ...bases, ...pieces.map(({ at }) => at)] : [];
        } catch (error) {
          log.warn("A place for backups could not be asked", { place, error });
          return [];
        }
      }),
    );
    const moments = all.flat();
    if (moments.length === 0) return undefined;
    return moments.reduce(
      ({ oldest, newest }, at) => ({ oldest: Math.min(oldest, at), newest: Math.max(newest, at) }),
      {
        oldest: Infinity,
        newest: 0,
      },
    );
  }

  /** Begins to make a moment ready (ms; null = the newest); ERR_NO_BACKUP, ERR_NO_STATE_FOUND or ERR_RESTORE_UNDER_WAY. */
  async prepare(companyId: number, at: number | null): Promise<void> {
    const { tenants } = this.here;
    if (isUnderWay(companyId)) refuse("ERR_RESTORE_UNDER_WAY");
    await this.discard(companyId);
    const key = this.#key();
    const brought = at === null ? await this.backups.current?.bring(companyId) : undefined;
    const prepared: Prepared = { state: "preparing" };
    const way = await asked(newestPlan(targetsToRestoreFrom(tenants, undefined), companyId, at ?? Infinity));
    prepared.way = way;
    prepared.isBehind = brought !== undefined && (brought.untaken !== undefined || brought.faults.has(way.known.id));
    this.#prepared.set(companyId, prepared);
    prepareCompany(this.here, key, way).then(
      (ready) => {
        const seen = newestMessages(`${readyPlace(tenants.folder, companyId)}/new/company.db`);
        Object.assign(prepared, { state: "ready", ready, seen });
        prepared.timer = setTimeout(() => void this.discard(companyId), READY_FOR);
        Deno.unrefTimer(Number(prepared.timer));
      },
      (error) => {
        prepared.state = "failed";
        log.error("A moment of a company could not be made ready", { company: companyId, error });
      },
    );
  }

  /** Puts in place what was looked at; ERR_NOT_READY for another moment, or none. */
  async apply(companyId: number, moment: number): Promise<Put> {
    const prepared = this.#prepared.get(companyId);
    if (!prepared?.ready || !prepared.way || momentOf(prepared.ready.newest) !== momentOf(moment)) {
      refuse("ERR_NOT_READY");
    }
    if (isUnderWay(companyId)) refuse("ERR_RESTORE_UNDER_WAY");
    this.#forget(companyId);
    const { held, withoutPassword, taken, gone } = await asked(
      swapReady(this.here, this.#key(), prepared.way, prepared.ready),
    );
    return { moment: momentOf(prepared.ready.newest), held, withoutPassword, taken, gone };
  }

  async undo(companyId: number): Promise<Put> {
    if (isUnderWay(companyId)) refuse("ERR_RESTORE_UNDER_WAY");
    await this.discard(companyId);
    const { moment, held, withoutPassword, taken, gone } = await asked(undoRestoration(this.here, companyId));
    return { moment: momentOf(moment), held, withoutPassword, taken, gone };
  }

  async discard(companyId: number): Promise<void> {
    const prepared = this.#prepared.get(companyId);
    if (!prepared || prepared.state === "preparing") return;
    this.#forget(companyId);
    await Deno.remove(readyPlace(this.here.tenants.folder, companyId), { recursive: true }).catch(() => {});
  }

  #forget(companyId: number): void {
    clearTimeout(this.#prepared.get(companyId)?.timer);
    this.#prepared.delete(companyId);
  }

  #key(): Uint8Array {
    const { keyPath, current } = this.backups, key = keyPath === undefined ? undefined : readKey(keyPath);
    if (!current || !key) refuse("ERR_NO_BACKUP");
    return keysOf(key).data;
  }
}

/** What a command would say in a sentence, for a screen. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotThere) refuse("ERR_NO_STATE_FOUND");
    if (!(error instanceof BadCommand)) throw error;
    log.error("A company could not be restored", { error });
    refuse("ERR_RESTORE_FAILED");
  }
}
