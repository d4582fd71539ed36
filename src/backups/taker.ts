import { log } from "../platform/log.ts";
import type { Wal, WalWatch } from "../platform/wal.ts";
import { readKey, walKey } from "./keys.ts";
import type { NewObject } from "./ledger.ts";
import { hasSalts, readFrom, shapeOf } from "./log_file.ts";
import { lastCommit, type Pages, pagesIn, writePages } from "./pages.ts";
import type { Chain } from "./table.ts";
import type { Reached, Taking } from "./taking.ts";
import { whyNotTaken } from "./untaken.ts";
import { endOf, HEADER, readHeader, type WalState } from "./wal_frames.ts";

const MINUTE = 60_000;

/**
 * Takes one file's write-ahead log, piece by piece, before it is emptied. All of it happens between two commits, in one
 * go, so that every piece ends with a whole transaction. It goes on where an earlier process ended only if the file is as
 * that one left it; else a new base is needed.
 */
export class Taker implements WalWatch {
  #chain: Chain;
  /** The newest pieces, of the minute that is under way: together they become one. */
  #keys: string[] = [];

  /** `isReplaced`: that the file is another than before is this server's own doing. */
  constructor(
    readonly companyId: number,
    readonly path: string,
    readonly wal: Wal,
    readonly taking: Taking,
    isReplaced = false,
  ) {
    this.#chain = this.#resumed(isReplaced);
  }

  get needsBase(): boolean {
    return this.#chain.baseAt === null;
  }

  get generation(): number {
    return this.#chain.generation;
  }

  /** How far it is taken: all of this must be at a target that is owed nothing. */
  get reached(): Reached {
    const { generation, position, baseAt } = this.#chain;
    return { generation, offset: position?.offset ?? 0, baseAt };
  }

  /** Whether anything was taken since the newest base. */
  get isBeyondBase(): boolean {
    const { generation, position, baseAt } = this.#chain;
    return generation !== baseAt || position !== null;
  }

  /** What a target has of it cannot be restored. */
  beginAnew(why: string): void {
    this.#lose(why);
  }

  /** Whether pieces wait for the end of their minute. */
  get isInMinute(): boolean {
    return this.#keys.length > 1;
  }

  /** Takes what was committed since the last time. */
  take(): void {
    if (this.needsBase || !this.#isFollowed()) return;
    const now = this.taking.now();
    if (Math.floor(now / MINUTE) !== this.#chain.minute) this.#joinMinute(now);
    this.#takeRest(now, false);
  }

  beforeCheckpoint(): void {
    if (this.needsBase) return;
    try {
      if (this.#isFollowed()) this.#takeRest(this.taking.now(), true);
    } catch (error) {
      // The company goes on; its backup begins anew.
      this.taking.failing.failed(this.companyId, "file", error);
      this.#lose("what it had written could not be taken", whyNotTaken(error));
    }
  }

  afterCheckpoint(isEmptied: boolean): void {
    const { position, baseAt } = this.#chain;
    if (!isEmptied || (position === null && baseAt !== null)) {
      // The log is still there, or nothing was written in this generation: it goes on.
      return this.#save({ ...this.#chain, ...shapeOf(this.path) });
    }
    this.#keys = [];
    this.#save(this.#begun(this.#next(), baseAt));
  }

  /** A base of the file as it is now was taken: from here the chain goes on. */
  hasBase(generation: number): void {
    if (this.#chain.generation === generation) this.#save({ ...this.#chain, baseAt: generation });
  }

  /** The chain is broken: until there is a new base, nothing more of it can be restored. */
  #lose(what: string, why: string | null = null): void {
    log.warn(`The backup of ${this.path} begins anew: ${what}`, { company: this.companyId });
    this.#keys = [];
    this.#save({ ...this.#begun(this.#next(), null), brokenAt: this.taking.now(), brokenWhy: why });
  }

  /**
   * Whether nobody but us has moved the log into the file since the last time. Another program that did may have emptied it,
   * and what was not taken until then is in no piece.
   */
  #isFollowed(): boolean {
    const { position, fileSize, fileMtime } = this.#chain, now = shapeOf(this.path);
    const isSame = now.fileSize === fileSize && now.fileMtime === fileMtime &&
      (position === null || hasSalts(readFrom(this.wal.path, 0, HEADER), position));
    if (!isSame) this.#lose("another program has written to the file, or emptied its log");
    return isSame;
  }

  /** What was committed since; at the log's end together with what was taken of the minute before, as one object. */
  #takeRest(now: number, isLast: boolean): void {
    const { position, minute, minuteFrom } = this.#chain, isSameMinute = minute === Math.floor(now / MINUTE);
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
    const { ledger, targets, isUnderWay } = this.taking, { companyId } = this, { generation, previous } = this.#chain;
    const key = walKey({ companyId, generation, previous, from, to: after.offset, at: now, isLast });
    const minute = Math.floor(now / MINUTE), isNewMinute = minute !== this.#chain.minute;
    if (isNewMinute) this.#keys = [];
    const minuteFrom = isNewMinute ? from : this.#chain.minuteFrom;
    const chain = { ...this.#chain, position: after, minute, minuteFrom };
    const stored = this.#spooled(key, frames, { pageSize: after.pageSize, filePages });
    const others = replaces.filter((each) => each !== key);
    ledger.add({ companyId, key, ...stored, replaces: others, takenAt: now }, targets(), { chain, isUnderWay });
    this.#chain = chain;
    this.#keys = [...this.#keys.filter((each) => !replaces.includes(each)), key];
  }

  /** One object for a minute instead of one for each of its seconds: it is what a restore can choose among afterwards. */
  #joinMinute(now: number): void {
    const { position, minuteFrom, generation, previous } = this.#chain, keys = this.#keys;
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
    const stored = this.#spooled(key, frames, { pageSize: position.pageSize, filePages: last.filePages });
    const replaces = keys.filter((each) => each !== key);
    ledger.add({ companyId, key, ...stored, replaces, takenAt: now }, targets(), { isUnderWay });
  }

  #spooled(
    key: string,
    frames: Uint8Array,
    { pageSize, filePages }: Omit<Pages, "pages">,
  ): Pick<NewObject, "source" | "bytes"> {
    if (frames.length === 0) return { source: { nothing: true }, bytes: 0 };
    const spool = key.replaceAll("/", "-"), bytes = writePages(pagesIn(frames, pageSize, filePages));
    Deno.writeFileSync(`${this.taking.ledger.spool}/${spool}`, bytes, { mode: 0o600 });
    return { source: { spool }, bytes: bytes.length };
  }

  #save(chain: Chain): void {
    this.taking.ledger.setChain(chain);
    this.#chain = chain;
  }

  #begun(generation: number, baseAt: number | null, previous = this.#chain?.generation ?? 0): Chain {
    const { companyId } = this;
    const { brokenAt = null, brokenWhy = null } = this.#chain ?? {}, shape = shapeOf(this.path);
    const broken = { brokenAt, brokenWhy };
    return { companyId, generation, previous, position: null, baseAt, minute: 0, minuteFrom: 0, ...broken, ...shape };
  }

  /** A target that was added since has nothing of it: the chain begins anew, for all. */
  renew(): void {
    const { baseAt } = this.#chain;
    if (baseAt !== null && baseAt < this.taking.newestTarget()) this.#save(this.#begun(this.#next(), null));
    this.#keys = [];
  }

  /** Generations are told apart by their time, even where the clock stands still or is set back. */
  #next(after = this.#chain.generation): number {
    return Math.max(this.taking.now(), after + 1);
  }

  #resumed(isReplaced: boolean): Chain {
    const chain = this.taking.ledger.chainOf(this.companyId);
    const isLinked = chain?.generation === chain?.baseAt || (chain?.previous ?? 0) > 0;
    const isKnown = isLinked && chain !== undefined && chain.baseAt !== null &&
      chain.baseAt >= this.taking.newestTarget();
    if (isKnown && this.#isAsLeft(chain)) return chain;
    const before = chain?.generation ?? 0, isBroken = isKnown && !isReplaced;
    const broken = isBroken
      ? { brokenAt: this.taking.now(), brokenWhy: null }
      : { brokenAt: chain?.brokenAt ?? null, brokenWhy: chain?.brokenWhy ?? null };
    const begun = { ...this.#begun(this.#next(before), null, before), ...broken };
    this.taking.ledger.setChain(begun);
    return begun;
  }

  /** Nobody has checkpointed since, and the log still has what was taken of it: a power cut may have shortened it. */
  #isAsLeft({ position, fileSize, fileMtime }: Chain): boolean {
    const now = shapeOf(this.path);
    if (now.fileSize !== fileSize || now.fileMtime !== fileMtime) return false;
    if (!position) return true;
    const bytes = readFrom(this.wal.path, 0), header = readHeader(bytes);
    if (!header || !hasSalts(bytes, position)) return false;
    const then = endOf(bytes.subarray(HEADER, position.offset), header);
    return then.offset === position.offset && then.sums[0] === position.sums[0] && then.sums[1] === position.sums[1];
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
