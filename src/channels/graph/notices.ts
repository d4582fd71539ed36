import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Company, Write } from "../../platform/company.ts";
import { prepared, preparedInsert } from "../../platform/prepared.ts";
import { isDiskFull } from "../../platform/db.ts";
import { log } from "../../platform/log.ts";
import { graphNoticeTable } from "./table.ts";

/** Notices that are handled in one go, and how long (ms) others of the process have their turn in between. */
const AT_ONCE = 50, PAUSE = 1;
/** The same in a flood, of so many within so long (ms): Meta waits for its answers, and what is written down can wait. */
const AT_ONCE_BUSY = 16, PAUSE_BUSY = 100, FLOOD = 20, WITHIN = 200;
/** A notice that cannot be handled is tried so often, with pauses (ms) that grow; then it is kept for a look, and lost after that (ms). */
const MOST_TRIES = 5, AGAIN = 2000, KEPT = milliseconds({ days: 30 });
/** When (ms) the reader goes on after something went wrong with the file itself. */
const RESTS = 10_000;

/** It tells of something whose own news is still on its way: to be looked at again after so long (ms). */
export class NotYet extends Error {
  constructor(readonly ms: number) {
    super("Not yet");
  }
}

const insert = preparedInsert(graphNoticeTable, ["connectionId", "notice", "receivedAt"]);

/** Writes down what Meta told: it is answered for from here on. */
export function keepNotice(db: Write, connectionId: number, notice: string, now: number): void {
  insert(db, { connectionId, notice, receivedAt: now });
}

const waiting = prepared((db) =>
  db.select().from(graphNoticeTable).where(
    // Spelled out: only so does the partial index serve it.
    and(eq(graphNoticeTable.connectionId, prepared.arg("connectionId")), sql`${graphNoticeTable.failedAt} is null`),
  ).orderBy(asc(graphNoticeTable.id)).limit(prepared.arg("most")).prepare()
);

/** Handles a connection's notices in their order, as long as there are any. */
export class NoticeReader {
  #isRunning = false;
  #isClosed = false;
  /** Those that wait for another try, and until when (ms since the start: a clock that is set does not count). */
  readonly #putOff = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the newest ones came, at most as many as make a flood. */
  readonly #woken: number[] = [];

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    /** Stores all that a notice says, in the transaction that it is called in. */
    readonly handle: (notice: string) => void,
    /** Called in the transaction that lets go of what was handled. */
    readonly letGo: (db: Write) => void,
  ) {}

  wake(): void {
    this.#woken.push(performance.now());
    if (this.#woken.length > FLOOD) this.#woken.shift();
    if (!this.#isRunning && !this.#isClosed) void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (!this.#isClosed) {
        const isBusy = this.#isFlooded();
        if (isBusy) await new Promise((resolve) => setTimeout(resolve, PAUSE_BUSY));
        const most = isBusy ? AT_ONCE_BUSY : AT_ONCE;
        const rows = this.#next(most);
        if (rows.length === 0) return this.#wakeForThoseLeft();
        const done = this.#handleAll(rows);
        // Receipts are stored a turn later; what was told of them is let go only after that.
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (done.length > 0) {
          this.company.write((db) => {
            this.letGo(db);
            forget(db, done);
          });
        }
      }
    } catch (error) {
      log.error("Meta's notices stopped", { ...this.#context(), error });
      this.#wakeIn(RESTS);
    } finally {
      this.#isRunning = false;
    }
  }

  #isFlooded(): boolean {
    return this.#woken.length === FLOOD && performance.now() - this.#woken[0]! < WITHIN;
  }

  /** Those that are put off let the others by. */
  #next(most: number) {
    const now = performance.now(), connectionId = this.connectionId;
    return waiting(this.company.latest, { connectionId, most: most + this.#putOff.size })
      .filter(({ id }) => (this.#putOff.get(id) ?? 0) <= now).slice(0, most);
  }

  #wakeForThoseLeft(): void {
    if (this.#putOff.size > 0) this.#wakeIn(Math.max(0, Math.min(...this.#putOff.values()) - performance.now()));
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), ms);
  }

  #handleAll(rows: { id: number; notice: string; attempts: number }[]): number[] {
    return this.company.write(() => rows.flatMap((row) => this.#handleOne(row) ? [row.id] : []));
  }

  /** One that fails takes no other with it, and does not come round for ever. */
  #handleOne({ id, notice, attempts }: { id: number; notice: string; attempts: number }): boolean {
    try {
      this.company.write(() => this.handle(notice));
      this.#putOff.delete(id);
      return true;
    } catch (error) {
      if (error instanceof NotYet) {
        this.#putOff.set(id, performance.now() + error.ms);
        return false;
      }
      if (isDiskFull(error)) throw error;
      log.error("What Meta told could not be handled", { ...this.#context(), notice: id, error });
      const failedAt = attempts + 1 >= MOST_TRIES ? Date.now() : null;
      if (failedAt === null) this.#putOff.set(id, performance.now() + AGAIN * 2 ** attempts);
      else this.#putOff.delete(id);
      this.company.write((db) =>
        void db.update(graphNoticeTable).set({ attempts: attempts + 1, failedAt }).where(eq(graphNoticeTable.id, id))
          .run()
      );
      return false;
    }
  }

  #context() {
    return { company: this.company.id, connection: this.connectionId };
  }
}

function forget(db: Write, ids: number[]): void {
  db.delete(graphNoticeTable).where(inArray(graphNoticeTable.id, ids)).run();
}

/** Those that could never be handled, long ago, and what came for connections that nobody has started since. */
export function forgetOldNotices(db: Write, now: number): void {
  db.delete(graphNoticeTable).where(lt(graphNoticeTable.receivedAt, now - KEPT)).run();
}
