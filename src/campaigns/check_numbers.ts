import { and, eq, inArray } from "drizzle-orm";
import type { Address, ChannelSession } from "../channels/channel.ts";
import { connectionById } from "../connections/connections.ts";
import type { ConnectionRow } from "../connections/table.ts";
import { emitChecks } from "../contact_lists/emit.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import type { Company, Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { within } from "../shared/within.ts";
import { leaveToAsk } from "./check_pace.ts";
import { type Heard, heardOf, noteReach } from "./reach.ts";
import { recipientTable } from "./table.ts";

/** How long (ms) a question may take, and after one that failed, how long nothing is asked. */
const PATIENCE = 20_000;
const AFTER_FAILURE = 30_000;
/** Whether a campaign may ask again is looked at this often (ms): others send meanwhile, and are not held up by it. */
const WAITS = 500;
/** How long (ms) the network's word about an account is taken as it was. */
const REACH_LIFE = 600_000;

/** Whom campaigns ask: the session of a connection, while it runs. */
export interface Network {
  find(company: Company, connectionId: number): Pick<ChannelSession, "lookUpMany" | "reach" | "heldUntil"> | undefined;
}

/** What is asked of the network for campaigns, one question at a time for each connection. */
export class Checks {
  readonly #asking = new Set<string>();
  readonly #notBefore = new Map<string, number>();
  /** When it was seen last (ms) that a campaign may not ask yet. */
  readonly #waitsSince = new Map<string, number>();

  constructor(readonly network: Network) {}

  /** Until when (ms) the network wants nothing more from an account; 0 when it has not said so. */
  heldUntil(company: Company, connectionId: number): number {
    return this.network.find(company, connectionId)?.heldUntil ?? 0;
  }

  /**
   * What the network said last of an account, and when (ms); asked anew when that is long ago. Nothing until it has answered
   * for the first time; where it will not say, there is nothing to heed.
   */
  reachOf(company: Company, connectionId: number, now: number): Heard | undefined {
    const known = heardOf(company.latest, connectionId, now);
    if (!known || Math.abs(now - known.at) > REACH_LIFE) {
      this.#ask(company, connectionId, "reach", now, async (session) => {
        const reach = await session.reach().catch((error) => {
          log.warn("The network does not say how it sees an account", {
            company: company.id,
            connection: connectionId,
            error,
          });
          return {};
        });
        company.write((db) => {
          if (connectionById(db, connectionId)) noteReach(db, connectionId, { at: now, reach });
        });
        company.signals.emit("campaigns", {});
      });
    }
    return known;
  }

  /** Asks about numbers and notes the answers; `done` is called when they are there. Whether it is being asked at all. */
  check(company: Company, connectionId: number, numbers: string[], now: number, done: () => void): boolean {
    return this.#ask(company, connectionId, "numbers", now, async (session) => {
      const found = await session.lookUpMany(numbers);
      company.write((db, emit) => {
        noteChecks(db, numbers, found, now);
        emitChecks(emit, numbers, found);
      });
      done();
    });
  }

  /**
   * The same for the next of a campaign, and only for as many of them as may be asked about now (check_pace.ts); `next`
   * finds so many.
   */
  checkNext(
    company: Company,
    connection: ConnectionRow,
    next: (most: number) => string[],
    now: number,
    done: () => void,
  ): void {
    const key = this.#keyOf(company, connection.id, "numbers"), lookedAt = this.#waitsSince.get(key) ?? -Infinity;
    if (!this.#mayAsk(key, now) || (now >= lookedAt && now - lookedAt < WAITS)) return;
    const { count } = leaveToAsk(company.latest, connection, now), numbers = count > 0 ? next(count) : [];
    if (count === 0) this.#waitsSince.set(key, now);
    else this.#waitsSince.delete(key);
    if (numbers.length > 0) this.check(company, connection.id, numbers, now, done);
  }

  /** No more than one of a kind at once, and none soon after one that failed. */
  #ask(
    company: Company,
    connectionId: number,
    what: string,
    now: number,
    work: (session: Pick<ChannelSession, "lookUpMany" | "reach">) => Promise<void>,
  ): boolean {
    const key = this.#keyOf(company, connectionId, what), session = this.network.find(company, connectionId);
    if (!session || !this.#mayAsk(key, now)) return false;
    this.#asking.add(key);
    within(PATIENCE, work(session))
      .then(() => this.#notBefore.delete(key), (error) => {
        this.#notBefore.set(key, Date.now() + AFTER_FAILURE);
        log.warn("The network did not say what campaigns asked", {
          company: company.id,
          connection: connectionId,
          error,
        });
      })
      .finally(() => this.#asking.delete(key));
    return true;
  }

  #keyOf(company: Company, connectionId: number, what: string): string {
    return `${company.id}/${connectionId}/${what}`;
  }

  #mayAsk(key: string, now: number): boolean {
    return !this.#asking.has(key) && !this.#hasJustFailed(key, now);
  }

  /** A clock that was set back makes nobody wait longer. */
  #hasJustFailed(key: string, now: number): boolean {
    const until = this.#notBefore.get(key) ?? 0;
    return now < until && until - now <= AFTER_FAILURE;
  }
}

/** The answer is kept; who has no WhatsApp fails in every campaign that they wait in. */
export function noteChecks(db: Write, numbers: readonly string[], found: Map<string, Address>, now: number): void {
  const none: string[] = [];
  for (const number of numbers) {
    const { jid = null, lid = null } = found.get(number) ?? {};
    if (jid === null) none.push(number);
    const said = { jid, lid, checkedAt: now };
    db.insert(numberCheckTable).values({ number, ...said })
      .onConflictDoUpdate({ target: numberCheckTable.number, set: said }).run();
  }
  const { state, number } = recipientTable;
  db.update(recipientTable).set({ state: "failed", reason: "ERR_WAPP_INVALID_CONTACT", changedAt: now })
    .where(and(inArray(number, none), eq(state, "waiting"))).run();
}
