import { isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Wal } from "../platform/wal.ts";
import { takeBase } from "./base.ts";
import { isSoundFile } from "./check_apart.ts";
import { PROVIDER, readKey } from "./keys.ts";
import { sealWith } from "./key_print.ts";
import { Ledger } from "./ledger.ts";
import { MediaTaker } from "./media.ts";
import { mediaFolder } from "./media_folder.ts";
import { type BackupKeys, keysOf, type RecoveryKey } from "./recovery_key.ts";
import { takeWhatIsMissing } from "./look_through.ts";
import { Nightly } from "./nightly.ts";
import { ServerKeyTaker } from "./server_key_taker.ts";
import { backedUp, statusOf, type TargetStatus } from "./status.ts";
import { Taker } from "./taker.ts";
import type { Taking } from "./taking.ts";
import { type KnownTarget, knownTargets } from "./targets/targets.ts";
import { byCompany, type Untaken } from "./untaken.ts";
import { Uploader } from "./uploader.ts";

/** How often (ms) the folders of media are looked at. */
const MEDIA_EVERY = 20_000;
/** How long (ms) a copy of a file that could not be taken is left alone. */
const COPIED_AGAIN_AFTER = 10_000;
/** Why there is no copy of a file where nothing has failed. */
const HELD = "another program reads its file, of which no copy can be taken so long";

/** What has become of what one company has by now. */
export interface Brought {
  /** The places, by their numbers, that do not take what they are given, and why. */
  faults: ReadonlyMap<number, string>;
  /** Since when (ms) what a sound company has cannot be taken, and why. */
  untaken?: { since: number; why: string };
}

/** The continuous backup of a data folder, as long as a server serves it. */
export class Backups {
  readonly keys: BackupKeys;
  readonly ledger: Ledger;
  readonly #taking: Taking;
  readonly #media: MediaTaker;
  readonly #serverKey: ServerKeyTaker;
  readonly #takers = new Map<number, Taker>();
  readonly nightly: Nightly;
  #uploaders: { known: KnownTarget; uploader: Uploader }[] = [];
  /** When (ms) it was last tried in vain to copy whose file. */
  readonly #copiedInVain = new Map<number, number>();
  #work: Promise<void> | undefined;
  #mediaAt = 0;
  #isClosed = false;

  constructor(readonly tenants: Tenants, key: RecoveryKey) {
    this.keys = keysOf(key);
    this.ledger = new Ledger(tenants.folder);
    sealWith(this.ledger, key);
    this.#taking = {
      ledger: this.ledger,
      targets: () => this.#uploaders.map(({ known }) => known.id),
      newestTarget: () => Math.max(0, ...this.#uploaders.map(({ known }) => known.createdAt)),
      isUnderWay: (id) => this.#uploaders.some(({ uploader }) => uploader.isUnderWay(id)),
      now: () => Date.now(),
    };
    this.#serverKey = new ServerKeyTaker(this.#taking);
    this.#media = new MediaTaker(this.#taking, this.keys, (id) => mediaFolder(tenants.folder, id));
    this.nightly = new Nightly({
      tenants,
      keys: this.keys,
      ledger: this.ledger,
      takers: () => [...this.#takers.values()],
      targets: () => this.#uploaders,
      takeBase: (companyId) => this.#takeBase(companyId),
      renewMedia: () => this.#media.renew(),
      isClosed: () => this.#isClosed,
    });
    this.openTargets();
    tenants.watchFiles((companyId, path, wal) => this.#watch(companyId, path, wal));
  }

  /** Whose targets there are now; a new one is owed everything. */
  openTargets(): void {
    const had = this.#uploaders, known = knownTargets(this.tenants);
    this.#uploaders = known.map((one) => had.find(({ known }) => isSame(known, one)) ?? this.#opened(one));
    for (const { known: one, uploader } of had) {
      if (!known.some((each) => isSame(each, one))) void uploader.close();
    }
    this.ledger.forgetTargets(known.map(({ id }) => id));
    this.#letGoOfGone();
    for (const taker of this.#takers.values()) taker.renew();
    this.#media.renew();
    this.#serverKey.take();
  }

  #opened(known: KnownTarget) {
    const folderOf = (id: number) => mediaFolder(this.tenants.folder, id);
    const vanished = (companyId: number, key: string) => this.#vanished(companyId, key);
    return { known, uploader: new Uploader(known, this.ledger, this.keys.data, folderOf, vanished) };
  }

  get targets(): { known: KnownTarget; uploader: Uploader }[] {
    return this.#uploaders;
  }

  /** How it stands with each target. */
  status(): TargetStatus[] {
    return statusOf(this.ledger, this.#uploaders, backedUp(this.tenants), this.untaken());
  }

  /** What is written and in no piece yet, so that no place has it, by company; nothing where there is no place. */
  untaken(): Untaken[] {
    if (this.#uploaders.length === 0) return [];
    const key = this.#serverKey.untaken, all = backedUp(this.tenants).flatMap((id) => this.#untakenOf(id));
    return [...byCompany(key ? [key, ...all] : all).values()];
  }

  /** Of its file and of its media; nothing of what has never been opened, which is missing as a whole. */
  #untakenOf(companyId: number): Untaken[] {
    const taker = this.#takers.get(companyId);
    return taker ? [taker.untaken, this.#media.untakenOf(companyId)].filter((one) => one !== undefined) : [];
  }

  /** The same after it was tried to take all: what waits for its turn is none of it, and each says why. */
  failing(): (Untaken & { why: string })[] {
    return this.untaken().flatMap((one) => {
      const why = one.why ?? this.#whyNot(one.companyId)?.why;
      return why === undefined || this.tenants.quarantine.has(one.companyId) ? [] : [{ ...one, why }];
    });
  }

  /** Takes what was written since the last time, and has it brought to the targets; once a second. */
  tick(now = Date.now()): void {
    if (this.#isClosed || this.#uploaders.length === 0) return;
    if (this.#serverKey.untaken) this.#serverKey.take();
    for (const taker of this.#takers.values()) if (taker.isDue) taker.take();
    for (const { uploader } of this.#uploaders) uploader.wake(now);
    this.#work ??= this.#slowWork(now).then(() => {}).finally(() => void (this.#work = undefined));
  }

  /**
   * Takes all there is by now, and resolves when the targets have it, or fail. Files that were written to lately are waited for
   * so long (ms); how many companies have some that are left for later. What a place turns out to lack is taken once more.
   */
  async bringAll(patience = 0, isLast = false): Promise<number> {
    await this.#work;
    const left = await this.#slowWork(Infinity, Date.now() + patience);
    if (this.#serverKey.untaken) this.#serverKey.take();
    for (const taker of this.#takers.values()) taker.take();
    await Promise.all(this.#uploaders.map(({ uploader }) => uploader.caughtUp()));
    const isSetBack = !isLast && this.#uploaders.some(({ uploader }) => uploader.isSetBack);
    return isSetBack ? await this.bringAll(patience, true) : left;
  }

  /**
   * Takes all that one company's own file has by now, and its media; files that were written to lately are waited for so long
   * (ms). Of a damaged one nothing is taken: a copy of it would be the newest that there is.
   */
  async bring(companyId: number, patience = 0): Promise<Brought> {
    await this.#work;
    const [company] = this.tenants.checkAll([companyId]), taker = this.#takers.get(companyId);
    if (!company || !taker) return { faults: new Map() };
    const isSound = await this.#takeAllOf(taker, Date.now() + patience);
    await Promise.all(this.#uploaders.map(({ uploader }) => uploader.caughtUp()));
    const faults = this.#uploaders.flatMap(({ uploader: { id, fault } }) =>
      fault === undefined ? [] : [[id, fault]] as const
    );
    const untaken = isSound ? this.#whyNot(companyId) : undefined;
    return { faults: new Map(faults), ...(untaken && { untaken }) };
  }

  /** False where its file is not sound, or not there any more. */
  async #takeAllOf(taker: Taker, until: number): Promise<boolean> {
    taker.take();
    if (taker.needsBase) {
      if (!isThere(taker.path) || !await isSoundFile(taker.path)) return false;
      await takeBase(taker);
      taker.take();
    }
    await this.#media.take(taker.companyId, until);
    return true;
  }

  /** Why what a company's file has is in no piece although it was tried to take it all; nothing where it is. */
  #whyNot(companyId: number): Brought["untaken"] {
    const taker = this.#takers.get(companyId), untaken = taker?.untaken;
    if (!untaken || (untaken.why === null && !taker?.needsBase)) return undefined;
    return { since: untaken.since, why: untaken.why ?? HELD };
  }

  /** To be called after the files are closed: what that left goes out, for as long (ms) as may be waited. */
  async close(patience = 5000): Promise<void> {
    this.#isClosed = true;
    await this.#work;
    await this.nightly.settled();
    const rest = Promise.all(this.#uploaders.map(({ uploader }) => uploader.caughtUp()));
    await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, patience))]);
    await Promise.all(this.#uploaders.map(({ uploader }) => uploader.close()));
    this.ledger.close();
  }

  #watch(companyId: number, path: string, wal: Wal): Taker {
    const taker = new Taker(companyId, path, wal, this.#taking, this.tenants.forgetReplaced(companyId));
    this.#takers.set(companyId, taker);
    return taker;
  }

  /** What takes its time: first copies, and media. Of how many companies some are left. */
  async #slowWork(now: number, until = 0): Promise<number> {
    this.#letGoOfGone();
    for (const { uploader } of this.#uploaders) if (uploader.isSetBack) await this.#lookThrough(uploader);
    for (const taker of [...this.#takers.values()]) {
      const tried = this.#copiedInVain.get(taker.companyId) ?? -Infinity;
      if (this.#isClosed || !taker.needsBase || Math.abs(now - tried) < COPIED_AGAIN_AFTER) continue;
      await this.#takeBase(taker.companyId);
      this.#copiedInVain.delete(taker.companyId);
      if (taker.needsBase) this.#copiedInVain.set(taker.companyId, Date.now());
    }
    if (now - this.#mediaAt < MEDIA_EVERY) return 0;
    this.#mediaAt = Math.min(now, Date.now());
    let left = 0;
    for (const companyId of [...this.#takers.keys()]) {
      if (this.#isClosed) break;
      if (!await this.#media.take(companyId, until)) left++;
    }
    return left;
  }

  /** What a place lacks that it was brought is taken again; until that is known it takes nothing. */
  async #lookThrough(uploader: Uploader): Promise<void> {
    const { ledger, keys: { data: key } } = this, target = { ...uploader.target, id: uploader.id };
    try {
      for (const taker of [...this.#takers.values()]) {
        if (this.#isClosed) return;
        await takeWhatIsMissing({ target, ledger, key }, taker);
      }
      this.#media.renew();
      this.#serverKey.take();
      uploader.lookedThrough();
    } catch (error) {
      log.warn("A place that lacks what it was brought could not be looked through", { target: uploader.id, error });
      uploader.isSetBack = false;
    }
  }

  /** A new copy of a file, which is opened for it where nobody needed it of late. */
  async #takeBase(companyId: number): Promise<void> {
    try {
      if (companyId !== PROVIDER) this.tenants.fileOf(companyId);
    } catch {
      // It is damaged, or on its way to another server, and named by whoever has found that out.
      return;
    }
    const taker = this.#takers.get(companyId);
    if (taker) await takeBase(taker);
  }

  /** What is gone from the spool leaves a gap, after which nothing could be restored. */
  #vanished(companyId: number, key: string): void {
    const taker = this.#takers.get(companyId), named = readKey(key), baseAt = taker?.reached.baseAt ?? Infinity;
    if (named?.what !== "base" && named?.what !== "wal" || named.generation < baseAt) return;
    taker?.beginAnew(`a piece has vanished from ${this.ledger.spool}`);
  }

  /** Companies that were moved away, removed, or deleted under us have no file any more. */
  #letGoOfGone(): void {
    for (const [companyId, { path }] of this.#takers) if (!isThere(path)) this.#takers.delete(companyId);
  }
}

/** A number is given again once its place was removed. */
function isSame(one: KnownTarget, other: KnownTarget): boolean {
  return one.id === other.id && one.createdAt === other.createdAt;
}
