import { refuse } from "../contract/errors.ts";
import { sql } from "drizzle-orm";
import type { EventName, Events } from "../contract/events.ts";
import type { Db } from "./db.ts";
import { type Audience, Hub } from "./hub.ts";
import { Signals } from "./signals.ts";
import type { Wal } from "./wal.ts";

/** Reads anywhere; writes only inside Company.write. */
export type Read = Pick<Db, "select" | "selectDistinct" | "$count" | "all" | "get">;
export type Write = Db;

/** Says something to the company's open screens, once the writing is committed. */
export type Emit = <N extends EventName>(name: N, payload: Events[N], to?: Audience) => void;

/** Somebody who sees what a writing says before it is committed, and writes what belongs to it along. */
export type Witness = (company: Company, db: Write, emitted: readonly Parameters<Emit>[]) => void;

/** A transaction commits when its function returns, so the function may not await. */
type NotAPromise = { then?: never } | string | number | boolean | null | undefined | void;

/** The two connections to one file: the only writer, and a reader that cannot write. */
export interface Connections {
  writer: { db: Db; exec(sql: string): void; wal: Pick<Wal, "noteCommit" | "isSettled" | "settled" | "checkpoint"> };
  reader: { db: Db };
}

/** One tenant: its own database file, its own media folder, its own open screens. */
export class Company {
  readonly hub = new Hub();
  readonly signals = new Signals();
  /** Whether something was written, or somebody logged in, since the figures were rolled up or the server has started. */
  isChanged = true;
  /** How many writings there were since the server has started: where it stands still, the file is as it was. */
  writes = 0;

  constructor(
    readonly id: number,
    readonly folder: string,
    private readonly open: () => Connections,
    private readonly witness: () => Witness | undefined = () => undefined,
    /** The files that are open now, if they are. */
    private readonly opened: () => Connections | undefined = open,
    /** Whether it is served no more, because its file is damaged or gone. */
    private readonly isDown: () => boolean = () => false,
  ) {}

  get read(): Read {
    return this.open().reader.db;
  }

  /** Which state of the company this is: another one after a file was put in the place of its own. 0 for the first. */
  get state(): number {
    return this.read.get<{ application_id: number }>(sql`pragma application_id`).application_id;
  }

  /**
   * Reads through the writer's connection, with its cache of pages: a commit empties the reader's. For hot paths that read
   * between one writing and the next; everyone else reads by `read`, which cannot write by mistake.
   */
  get latest(): Read {
    return this.open().writer.db;
  }

  /** What the transaction that is under way has emitted so far, and what it leaves to be done after it. */
  #emitted: Parameters<Emit>[] | undefined;
  #afterwards: (() => void)[] = [];
  /** Why a transaction that is under way cannot be committed any more. */
  #spoilt: unknown;

  /**
   * BEGIN IMMEDIATE … COMMIT. Events are published after the commit; an error rolls everything back.
   * Called inside another writing it is a part of that one: what it throws undoes this part alone.
   */
  write<T>(work: (db: Write, emit: Emit) => T & NotAPromise): T {
    const { writer } = this.open();
    if (this.#emitted) return this.#writePart(writer, work, this.#emitted);
    const emitted: Parameters<Emit>[] = this.#emitted = [];
    let result: T;
    try {
      result = inTransaction(writer, () => {
        const result = work(writer.db, (...event) => void emitted.push(event as Parameters<Emit>));
        if (emitted.length > 0) this.witness()?.(this, writer.db, emitted);
        if (this.#spoilt) throw this.#spoilt;
        // Damage that somebody on the way has caught: a file that is not served any more takes nothing.
        this.open();
        return result;
      });
    } catch (error) {
      this.#afterwards = [];
      throw error;
    } finally {
      this.#emitted = this.#spoilt = undefined;
    }
    this.isChanged = true;
    this.writes++;
    for (const event of emitted) this.hub.publish(...event);
    for (const done of this.#afterwards.splice(0)) done();
    return result;
  }

  /** Whether all that is committed is on the disk, so that nobody has to wait for it. */
  get isSettled(): boolean {
    // A file that was closed meanwhile was synced on the way.
    return !this.isDown() && (this.opened()?.writer.wal.isSettled ?? true);
  }

  /**
   * Resolves when all that is committed by now is on the disk. To be awaited before anybody outside - a network, a browser,
   * another program - is told that something is stored, or anything leaves that must not leave twice. Refuses with
   * ERR_COMPANY_UNAVAILABLE where the file is damaged or gone.
   */
  async settled(): Promise<void> {
    if (this.isDown()) refuse("ERR_COMPANY_UNAVAILABLE");
    await this.opened()?.writer.wal.settled();
  }

  /** Moves what was written from the log into the file itself; false where somebody is reading it. */
  checkpoint(): boolean {
    return this.open().writer.wal.checkpoint();
  }

  /** Now, or as soon as the writing that is under way is committed. */
  afterwards(work: () => void): void {
    if (this.#emitted) this.#afterwards.push(work);
    else work();
  }

  #writePart<T>(
    { db, exec }: Connections["writer"],
    work: (db: Write, emit: Emit) => T,
    emitted: Parameters<Emit>[],
  ): T {
    if (this.#spoilt) throw this.#spoilt;
    const before = { emitted: emitted.length, afterwards: this.#afterwards.length };
    exec("SAVEPOINT part");
    try {
      const result = work(db, (...event) => void emitted.push(event as Parameters<Emit>));
      exec("RELEASE part");
      return result;
    } catch (error) {
      emitted.length = before.emitted;
      this.#afterwards.length = before.afterwards;
      try {
        exec("ROLLBACK TO part");
        exec("RELEASE part");
      } catch {
        // A full disk has rolled back the whole transaction: what follows must not be stored by itself.
        this.#spoilt = error;
      }
      throw error;
    }
  }
}

export function inTransaction<T>({ exec, wal }: Pick<Connections["writer"], "exec" | "wal">, work: () => T): T {
  exec("BEGIN IMMEDIATE");
  let result: T;
  try {
    result = work();
    exec("COMMIT");
  } catch (error) {
    rollBack(exec);
    throw error;
  }
  wal.noteCommit();
  return result;
}

/** Undoes a transaction, as far as that is not done: a full disk makes SQLite roll back by itself. */
export function rollBack(exec: (sql: string) => void): void {
  try {
    exec("ROLLBACK");
  } catch { /* There is nothing left to undo. */ }
}
