import { and, asc, eq, gte, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { inTransaction } from "../platform/company.ts";
import { type Db, type DbFile, isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { type Installation, installationOf, newInstallation, settleInstallation } from "./installation.ts";
import { openAccounts } from "./open_accounts.ts";
import {
  type Chain,
  chainTable,
  mediaTable,
  missedMediaTable,
  objectTable,
  type OwedObject,
  owedTable,
  type Place,
  placeTable,
  type Proof,
  proofTable,
} from "./table.ts";

/** Where a data folder's backup keeps its own accounts, and what waits for a target. */
export const LEDGER = "backup.db", SPOOL = "backup-spool";

/** What an object is made of: a file in the spool, or one of the company's media; neither for one without a byte. */
export type Source = { spool: string } | { media: string } | { nothing: true };

export interface NewObject {
  companyId: number;
  key: string;
  source: Source;
  bytes: number;
  /** Keys that a target may delete once it has this one. */
  replaces?: string[];
  takenAt: number;
}

/** The accounts of a data folder's backup: how far each file is taken, and which target lacks what. */
export class Ledger {
  readonly #file: DbFile;
  #installation: Installation | undefined;

  constructor(readonly folder: string) {
    const installation = installationOf(folder);
    this.#file = openAccounts(`${folder}/${LEDGER}`);
    this.#makeSpool();
    if (installation?.isNew) {
      // What both had written goes on to be brought; what follows fits on files of its own.
      this.write((db) => void db.delete(chainTable).run());
      settleInstallation(folder, installation);
    }
  }

  /** Where that cannot be, a server serves all the same: each try to take something says why it fails. */
  #makeSpool(): void {
    try {
      Deno.mkdirSync(this.spool, { recursive: true, mode: 0o700 });
    } catch (error) {
      log.error("There can be no spool for the backup", { error });
    }
  }

  get spool(): string {
    return `${this.folder}/${SPOOL}`;
  }

  /** Whose accounts they are: what is brought to a place says so. */
  get installation(): Installation {
    return this.#installation ??= installationOf(this.folder) ?? newInstallation(this.folder);
  }

  get db(): Db {
    return this.#file.db;
  }

  write<T>(work: (db: Db) => T): T {
    return inTransaction(this.#file, () => work(this.#file.db));
  }

  chainOf(companyId: number): Chain | undefined {
    return this.db.select().from(chainTable).where(eq(chainTable.companyId, companyId)).all()[0];
  }

  setChain(chain: Chain): void {
    const set = () => this.write((db) => putChain(db, chain));
    try {
      set();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // What the accounts' own log takes up on a full disk is room enough for what has to be kept now.
      this.#file.wal.checkpoint();
      set();
    }
  }

  /**
   * An object that each of these targets is to have; with the chain's new position, and instead of the objects that it
   * `replaces`, in one writing: a process that dies in between would have taken what no object has. What no target has yet of
   * those is forgotten, the rest is deleted once this one is there.
   */
  add(object: NewObject, targetIds: readonly number[], { chain, isUnderWay = () => false }: AddedWith = {}): void {
    const { source, replaces = [], ...rest } = object;
    const spool = "spool" in source ? source.spool : null, media = "media" in source ? source.media : null;
    const forgotten = this.write((db) => {
      const unsent = replaces.length > 0 ? unsentOf(db, replaces, targetIds.length, isUnderWay) : [];
      for (const { id } of unsent) db.delete(objectTable).where(eq(objectTable.id, id)).run();
      const left = replaces.filter((key) => unsent.every((one) => one.key !== key));
      const [row] = db.insert(objectTable).values({ ...rest, spool, media, replaces: left })
        .onConflictDoUpdate({ target: objectTable.key, set: { spool, media, bytes: rest.bytes } })
        .returning({ id: objectTable.id }).all();
      const owed = targetIds.map((targetId) => ({ targetId, objectId: row!.id }));
      if (owed.length > 0) db.insert(owedTable).values(owed).onConflictDoNothing().run();
      if (chain) putChain(db, chain);
      return unsent;
    });
    for (const one of forgotten) if (one.spool) this.#drop(one.spool);
  }

  /** What a target lacks, oldest first. */
  owedTo(targetId: number, most: number): OwedObject[] {
    return this.db.select({ object: objectTable }).from(owedTable)
      .innerJoin(objectTable, eq(objectTable.id, owedTable.objectId))
      .where(eq(owedTable.targetId, targetId)).orderBy(asc(owedTable.objectId)).limit(most).all()
      .map(({ object }) => object);
  }

  /** What some target still lacks of a company, or this one. */
  owedKeys(companyId: number, targetId?: number): Set<string> {
    const { key, id } = objectTable, isTheirs = eq(objectTable.companyId, companyId);
    const rows = targetId === undefined
      ? this.db.select({ key }).from(objectTable).where(isTheirs).all()
      : this.db.select({ key }).from(objectTable)
        .innerJoin(owedTable, and(eq(owedTable.objectId, id), eq(owedTable.targetId, targetId))).where(isTheirs).all();
    return new Set(rows.map(({ key }) => key));
  }

  /** How much a target lacks, and since when (ms). */
  backlogOf(targetId: number): { objects: number; bytes: number; since: number | null } {
    return this.db.select({
      objects: sql<number>`count(*)`,
      bytes: sql<number>`coalesce(sum(${objectTable.bytes}), 0)`,
      since: sql<number | null>`min(${objectTable.takenAt})`,
    }).from(owedTable).innerJoin(objectTable, eq(objectTable.id, owedTable.objectId))
      .where(eq(owedTable.targetId, targetId)).all()[0]!;
  }

  /** What this installation knows a target by again that it has had since then (ms); nothing of one that it has not held yet. */
  placeOf(targetId: number, since: number): Place | undefined {
    const [place] = this.db.select().from(placeTable).where(eq(placeTable.targetId, targetId)).all();
    return place && place.installation === this.installation.id && place.heldAt >= since ? place : undefined;
  }

  /** This installation has found its claim at a target. */
  noteHeld(targetId: number, heldAt: number): void {
    const place = { targetId, installation: this.installation.id, heldAt, newest: null, markedAt: null };
    this.write((db) =>
      void db.insert(placeTable).values(place).onConflictDoUpdate({ target: placeTable.targetId, set: place }).run()
    );
  }

  /** What a target was brought last, or which mark (ms) was left there; null where nobody knows any more what it must have. */
  noteLast(targetId: number, last: Partial<Pick<Place, "newest" | "markedAt">>): void {
    this.write((db) => putLast(db, targetId, last));
  }

  /** These are about to be deleted from a target, as nobody needs them any more. */
  forgetNewest(keys: readonly string[]): void {
    const places = this.db.select().from(placeTable).all().filter(({ newest }) => newest && keys.includes(newest));
    for (const { targetId } of places) this.noteLast(targetId, { newest: null });
  }

  /** A target has an object, under this key if it was brought; what no target lacks any more goes from the spool. */
  async paid(targetId: number, object: OwedObject, newest?: string): Promise<void> {
    const isDone = this.write((db) => {
      if (newest !== undefined) putLast(db, targetId, { newest });
      db.delete(owedTable).where(and(eq(owedTable.targetId, targetId), eq(owedTable.objectId, object.id))).run();
      const others = db.select({ id: owedTable.objectId }).from(owedTable)
        .where(eq(owedTable.objectId, object.id)).limit(1).all();
      if (others.length > 0) return false;
      db.delete(objectTable).where(eq(objectTable.id, object.id)).run();
      return true;
    });
    if (isDone && object.spool) await Deno.remove(`${this.spool}/${object.spool}`).catch(() => {});
  }

  /** Media of a company that were taken since then (ms) and are still there: by their names, what is in them. */
  mediaOf(companyId: number, since: number): Map<string, string> {
    const rows = this.db.select({ name: mediaTable.name, hash: mediaTable.hash }).from(mediaTable)
      .where(and(eq(mediaTable.companyId, companyId), gte(mediaTable.takenAt, since), isNull(mediaTable.goneAt))).all();
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  }

  /** What was found when a company's newest backup was last restored from each target. */
  get proofs(): Proof[] {
    return this.db.select().from(proofTable).all();
  }

  setProof(proof: Proof): void {
    this.write((db) =>
      void db.insert(proofTable).values(proof)
        .onConflictDoUpdate({ target: [proofTable.targetId, proofTable.companyId], set: proof }).run()
    );
  }

  /** These contents are not where they should be: what has them is taken again, and missed until then. */
  forgetMedia(companyId: number, hashes: readonly string[]): void {
    const isOne = and(
      eq(mediaTable.companyId, companyId),
      inArray(mediaTable.hash, [...hashes]),
      isNull(mediaTable.goneAt),
    );
    this.write((db) => {
      const names = db.select({ companyId: mediaTable.companyId, name: mediaTable.name }).from(mediaTable).where(isOne);
      const rows = names.all();
      if (rows.length > 0) db.insert(missedMediaTable).values(rows).onConflictDoNothing().run();
      db.delete(mediaTable).where(isOne).run();
    });
  }

  /** The names of a company's files that a place lacked, and that were not taken since. */
  missedMedia(companyId: number): string[] {
    return this.db.select({ name: missedMediaTable.name }).from(missedMediaTable)
      .where(eq(missedMediaTable.companyId, companyId)).all().map(({ name }) => name);
  }

  /** Nothing is owed to targets that are none any more. */
  forgetTargets(remaining: readonly number[]): void {
    this.write((db) => {
      for (const table of [owedTable, proofTable, placeTable]) {
        db.delete(table).where(remaining.length > 0 ? notInArray(table.targetId, [...remaining]) : undefined).run();
      }
      const owed = db.select({ id: owedTable.objectId }).from(owedTable);
      db.delete(objectTable).where(notInArray(objectTable.id, owed)).run();
    });
    this.sweep();
  }

  /** A target is another installation's now: it is owed nothing. What other targets lack stays. */
  giveUp(targetId: number): void {
    const forgotten = this.write((db) => {
      db.delete(owedTable).where(eq(owedTable.targetId, targetId)).run();
      const owed = db.select({ id: owedTable.objectId }).from(owedTable);
      return db.delete(objectTable).where(notInArray(objectTable.id, owed)).returning({ spool: objectTable.spool })
        .all();
    });
    for (const { spool } of forgotten) if (spool) this.#drop(spool);
  }

  /** Removes from the spool what no account names: the process died between the two. */
  sweep(): void {
    const named = new Set(
      this.db.select({ spool: objectTable.spool }).from(objectTable).all().map(({ spool }) => spool),
    );
    for (const name of namesIn(this.spool)) if (!named.has(name)) this.#drop(name);
  }

  /** One that stays, because the spool can only be read just now, is swept away later. */
  #drop(name: string): void {
    try {
      Deno.removeSync(`${this.spool}/${name}`);
    } catch { /* it is gone, or is swept away later */ }
  }

  close(): void {
    this.#file.close();
  }
}

function putLast(db: Db, targetId: number, last: Partial<Place>): void {
  db.update(placeTable).set(last).where(eq(placeTable.targetId, targetId)).run();
}

function putChain(db: Db, chain: Chain): void {
  db.insert(chainTable).values(chain).onConflictDoUpdate({ target: chainTable.companyId, set: chain }).run();
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

interface AddedWith {
  chain?: Chain;
  /** Whether an object is just being given to a target. */
  isUnderWay?: (objectId: number) => boolean;
}

/** Those of these objects that none of so many targets has, or is being given. */
function unsentOf(db: Db, keys: readonly string[], targets: number, isUnderWay: (objectId: number) => boolean) {
  return db.select().from(objectTable).where(inArray(objectTable.key, [...keys])).all().filter(({ id }) => {
    const owed = db.select().from(owedTable).where(eq(owedTable.objectId, id)).all();
    return owed.length >= targets && !isUnderWay(id);
  });
}
