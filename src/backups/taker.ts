import { log } from "../platform/log.ts";
import type { Wal, WalWatch } from "../platform/wal.ts";
import { FileChain } from "./chain.ts";
import { readKey, walKey } from "./keys.ts";
import { hasSalts, readFrom, shapeOf } from "./log_file.ts";
import { lastCommit } from "./pages.ts";
import { spoolPiece } from "./spool_piece.ts";
import type { Reached, Taking } from "./taking.ts";
import type { Untaken } from "./untaken.ts";
import { HEADER, readHeader, type WalState } from "./wal_frames.ts";

const MINUTE = 60_000;

/**
 * Takes one file's write-ahead log, piece by piece, before it is emptied. All of it happens between two commits, in one
 * go, so that every piece ends with a whole transaction.
 */
export class Taker implements WalWatch {
  readonly #chain: FileChain;
  /** The newest pieces, of the minute that is under way: together they become one. */
  #keys: string[] = [];
  /** How many commits were taken last, NaN where that is not known, and when (ms) that was all. */
  #taken: { commits: number; at: number };

  /** `isReplaced`: that the file is another than before is this server's own doing. */
  constructor(
    readonly companyId: number,
    readonly path: string,
    readonly wal: Wal,
    readonly taking: Taking,
    isReplaced = false,
  ) {
    this.#chain = new FileChain({ companyId, path, wal }, taking, isReplaced);
    this.#taken = { commits: NaN, at: taking.now() };
  }

  get needsBase(): boolean {
    return this.#chain.now.baseAt === null;
  }

  get generation(): number {
    return this.#chain.now.generation;
  }

  /** How far it is taken: all of this must be at a target that is owed nothing. */
  get reached(): Reached {
    const { generation, position, baseAt } = this.#chain.now;
    return { generation, offset: position?.offset ?? 0, baseAt };
  }

  /** Whether anything was taken since the newest base. */
  get isBeyondBase(): boolean {
    const { generation, position, baseAt } = this.#chain.now;
    return generation !== baseAt || position !== null;
  }

  /** What is written and in no piece yet. */
  get untaken(): Untaken | undefined {
    const { untakenSince, untakenWhy: why, generation, position, baseAt } = this.#chain.now, { needsBase } = this;
    const log = Math.max(0, shapeOf(this.wal.path).fileSize - (position?.offset ?? 0));
    const bytes = needsBase ? log + shapeOf(this.path).fileSize : log,
      one = { companyId: this.companyId, objects: 1, bytes };
    if (untakenSince !== null) return { ...one, since: untakenSince, why };
    if (baseAt === null) return { ...one, since: Math.min(generation, this.taking.now()), why };
    return log === 0 || this.#taken.commits === this.wal.commits ? undefined : { ...one, since: this.#taken.at, why };
  }

  /** What a target has of it cannot be restored. */
  beginAnew(why: string): void {
    this.#lose(why);
  }

  /** Whether there is anything to do: a commit, pieces that wait for the end of their minute, or what has failed before. */
  get isDue(): boolean {
    return this.#taken.commits !== this.wal.commits || this.#keys.length > 1 || !this.#chain.isKept;
  }

  /** Takes what was committed since the last time; false where that failed, or there is no base that it would follow. */
  take(): boolean {
    const { commits } = this.wal;
    try {
      this.#chain.keep();
      if (this.needsBase || !this.#isFollowed()) return false;
      const now = this.taking.now();
      if (Math.floor(now / MINUTE) !== this.#chain.now.minute) this.#joinMinute(now);
      this.#takeRest(now, false);
    } catch (error) {
      this.failed(error);
      return false;
    }
    this.#taken = { commits, at: this.taking.now() };
    this.#chain.takenAgain();
    return true;
  }

  failed(error: unknown): void {
    this.#taken = { ...this.#taken, commits: NaN };
    this.#chain.failed(error);
  }

  beforeCheckpoint(): void {
    if (this.needsBase) return;
    try {
      if (this.#isFollowed()) this.#takeRest(this.taking.now(), true);
    } catch (error) {
      // The company goes on; its backup begins anew.
      this.failed(error);
      this.#lose(null, "what it had written could not be taken");
    }
  }

  afterCheckpoint(isEmptied: boolean): void {
    const { position, baseAt } = this.#chain.now;
    if (!isEmptied || (position === null && baseAt !== null)) {
      // The log is still there, or nothing was written in this generation: it goes on.
      return this.#chain.save({ ...this.#chain.now, ...shapeOf(this.path) });
    }
    this.#keys = [];
    this.#chain.begin(baseAt);
  }

  /** A base of the file as it is now was taken: from here the chain goes on. */
  hasBase(generation: number): void {
    if (this.generation !== generation) return;
    this.#chain.save({ ...this.#chain.now, baseAt: generation });
    this.#chain.takenAgain();
  }

  /** A target that was added since has nothing of it: the chain begins anew, for all. */
  renew(): void {
    const { baseAt } = this.#chain.now;
    if (baseAt !== null && baseAt < this.taking.newestTarget()) this.#chain.begin(null);
    this.#keys = [];
  }

  #lose(why: string | null, says = why): void {
    log.warn(`The backup of ${this.path} begins anew: ${says}`, { company: this.companyId });
    this.#keys = [];
    this.#chain.lose(why);
  }

  /**
   * Whether nobody but us has moved the log into the file since the last time. Another program that did may have emptied it,
   * and what was not taken until then is in no piece.
   */
  #isFollowed(): boolean {
    // Deleted, or another's in its place: it is served no more in a moment, and what comes by a restoration is no fault.
    if (!this.wal.isInPlace) return false;
    const { position, fileSize, fileMtime } = this.#chain.now, now = shapeOf(this.path);
    const isSame = now.fileSize === fileSize && now.fileMtime === fileMtime &&
      (position === null || hasSalts(readFrom(this.wal.path, 0, HEADER), position));
    if (!isSame) this.#lose(null, "another program has written to the file, or emptied its log");
    return isSame;
  }

  /** What was committed since; at the log's end together with what was taken of the minute before, as one object. */
  #takeRest(now: number, isLast: boolean): void {
    const { position, minute, minuteFrom } = this.#chain.now, isSameMinute = minute === Math.floor(now / MINUTE);
    const isJoined = isLast && isSameMinute && this.#keys.length > 0;
    const from = isJoined ? minuteFrom : position?.offset ?? 0;
    const bytes = readFrom(this.wal.path, from);
    if (bytes.length === 0 && (!isLast || position === null)) return;
    const state = position ?? readHeader(bytes);
    if (!state) return;
    // The log's own header, which is no frame.
    const begins = from === 0 ? HEADER : 0;
    const last = lastCommit(bytes.subarray(begins), { ...state, offset: from + begins });
    const after = last?.after ?? state;
    if (after.offset === (position?.offset ?? HEADER) && !(isLast && position)) return;
    const frames = bytes.subarray(begins, after.offset - from);
    this.#add({
      frames,
      filePages: last?.filePages ?? 0,
      from,
      after,
      now,
      isLast,
      replaces: isJoined ? this.#keys : [],
    });
  }

  #add({ frames, filePages, from, after, now, isLast, replaces }: Piece): void {
    const { ledger, targets, isUnderWay } = this.taking,
      { companyId } = this,
      { generation, previous } = this.#chain.now;
    const key = walKey({ companyId, generation, previous, from, to: after.offset, at: now, isLast });
    const minute = Math.floor(now / MINUTE), isNewMinute = minute !== this.#chain.now.minute;
    if (isNewMinute) this.#keys = [];
    const minuteFrom = isNewMinute ? from : this.#chain.now.minuteFrom;
    const chain = { ...this.#chain.now, position: after, minute, minuteFrom };
    const stored = spoolPiece(ledger, key, { frames, pageSize: after.pageSize, filePages });
    const others = replaces.filter((each) => each !== key);
    ledger.add({ companyId, key, ...stored, replaces: others, takenAt: now }, targets(), { chain, isUnderWay });
    this.#chain.goOn(chain);
    this.#keys = [...this.#keys.filter((each) => !replaces.includes(each)), key];
  }

  /** One object for a minute instead of one for each of its seconds: it is what a restore can choose among afterwards. */
  #joinMinute(now: number): void {
    const { position, minuteFrom, generation, previous } = this.#chain.now, keys = this.#keys;
    this.#keys = [];
    if (!position || keys.length < 2) return;
    const { ledger, targets, isUnderWay } = this.taking, { companyId } = this;
    const bytes = readFrom(this.wal.path, minuteFrom).subarray(0, position.offset - minuteFrom);
    if (bytes.length !== position.offset - minuteFrom) return;
    const frames = bytes.subarray(minuteFrom === 0 ? HEADER : 0);
    const last = lastCommit(frames, { ...position, offset: Math.max(minuteFrom, HEADER) });
    if (last?.after.offset !== position.offset) return;
    const newest = readKey(keys.at(-1)!);
    if (newest?.what !== "wal") return;
    const { at } = newest;
    const key = walKey({ companyId, generation, previous, from: minuteFrom, to: position.offset, at, isLast: false });
    const replaces = keys.filter((each) => each !== key);
    try {
      const stored = spoolPiece(ledger, key, { frames, pageSize: position.pageSize, filePages: last.filePages });
      ledger.add({ companyId, key, ...stored, replaces, takenAt: now }, targets(), { isUnderWay });
    } catch { /* Its pieces stay as they are, and nothing is missing: what comes next says what is wrong. */ }
  }
}

interface Piece {
  frames: Uint8Array;
  filePages: number;
  /** Where it begins in the log. */
  from: number;
  after: WalState;
  now: number;
  isLast: boolean;
  /** Keys of pieces that are in it. */
  replaces: string[];
}
