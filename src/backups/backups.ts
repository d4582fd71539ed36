import { isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Wal } from "../platform/wal.ts";
import { takeBase } from "./base.ts";
import { checkApart } from "./check_apart.ts";
import { PROVIDER, SERVER_KEY } from "./keys.ts";
import { printOf } from "./key_print.ts";
import { Ledger } from "./ledger.ts";
import { mediaFolder, MediaTaker } from "./media.ts";
import { type BackupKeys, keysOf, type RecoveryKey } from "./recovery_key.ts";
import { Nightly } from "./nightly.ts";
import { backedUp, statusOf, type TargetStatus } from "./status.ts";
import { Taker } from "./taker.ts";
import type { Taking } from "./taking.ts";
import { type KnownTarget, knownTargets } from "./targets/targets.ts";
import { byCompany, Failing, type Untaken } from "./untaken.ts";
import { Uploader } from "./uploader.ts";

/** How often (ms) the folders of media are looked at. */
const MEDIA_EVERY = 20_000;

/** The continuous backup of a data folder, as long as a server serves it. */
export class Backups {
  readonly keys: BackupKeys;
  readonly ledger: Ledger;
  readonly #taking: Taking;
  readonly #media: MediaTaker;
  readonly #takers = new Map<number, Taker>();
  /** How much was written to each file when it was last taken. */
  readonly #taken = new Map<Wal, number>();
  readonly #failing = new Failing();
  readonly nightly: Nightly;
  #uploaders: { known: KnownTarget; uploader: Uploader }[] = [];
  #work: Promise<void> | undefined;
  #mediaAt = 0;
  #isClosed = false;

  constructor(readonly tenants: Tenants, key: RecoveryKey) {
    this.keys = keysOf(key);
    this.ledger = new Ledger(tenants.folder);
    this.ledger.sealWith(printOf(key));
    this.#taking = {
      ledger: this.ledger,
      targets: () => this.#uploaders.map(({ known }) => known.id),
      newestTarget: () => Math.max(0, ...this.#uploaders.map(({ known }) => known.createdAt)),
      isUnderWay: (id) => this.#uploaders.some(({ uploader }) => uploader.isUnderWay(id)),
      failing: this.#failing,
      now: () => Date.now(),
    };
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
    this.#uploaders = known.map((one) => had.find((each) => each.known.id === one.id) ?? this.#opened(one));
    for (const { known: one, uploader } of had) {
      if (!known.some(({ id }) => id === one.id)) void uploader.close();
    }
    this.ledger.forgetTargets(known.map(({ id }) => id));
    this.#letGoOfGone();
    for (const taker of this.#takers.values()) taker.renew();
    this.#media.renew();
    this.#takeServerKey();
  }

  #opened(known: KnownTarget) {
    const folderOf = (id: number) => mediaFolder(this.tenants.folder, id);
    return { known, uploader: new Uploader(known, this.ledger, this.keys.data, folderOf) };
  }

  get targets(): { known: KnownTarget; uploader: Uploader }[] {
    return this.#uploaders;
  }

  /** How it stands with each target. */
  status(): TargetStatus[] {
    return statusOf(this.ledger, this.#uploaders, backedUp(this.tenants), this.untaken());
  }

  /** What no place can have yet: what cannot be taken, and media that wait for it. */
  untaken(): Untaken[] {
    // One without a base has nothing there at all, which is told otherwise.
    const waiting = [...this.#takers].flatMap(([companyId, { needsBase }]) => {
      const since = needsBase ? undefined : this.#media.waitingSince(companyId);
      return since === undefined ? [] : [{ companyId, since, why: null }];
    });
    return [...byCompany([...this.#failing.all, ...waiting]).values()];
  }

  /** Takes what was written since the last time, and has it brought to the targets; once a second. */
  tick(now = Date.now()): void {
    if (this.#isClosed || this.#uploaders.length === 0) return;
    for (const taker of this.#takers.values()) this.#take(taker);
    for (const { uploader } of this.#uploaders) uploader.wake(now);
    this.#work ??= this.#slowWork(now).then(() => {}).finally(() => void (this.#work = undefined));
  }

  /**
   * Takes all there is by now, and resolves when the targets have it, or fail. Files that were written to lately are waited for
   * so long (ms); how many companies have some that are left for later.
   */
  async bringAll(patience = 0): Promise<number> {
    await this.#work;
    const left = await this.#slowWork(Infinity, Date.now() + patience);
    for (const taker of this.#takers.values()) this.#takeNow(taker);
    await Promise.all(this.#uploaders.map(({ uploader }) => uploader.caughtUp()));
    return left;
  }

  /**
   * Takes all that one company's own file has by now; its file stays as it is where that cannot be done. Answers the places,
   * by their numbers, that do not take what a sound file has, and why.
   */
  async bring(companyId: number): Promise<ReadonlyMap<number, string>> {
    await this.#work;
    const [company] = this.tenants.checkAll([companyId]), taker = this.#takers.get(companyId);
    if (!company || !taker) return new Map();
    try {
      // A copy of a damaged file would be the newest that there is.
      if (taker.needsBase && (await checkApart(taker.path)).integrity === "ok") await takeBase(taker);
    } catch (error) {
      log.warn("A file could not be looked through for the backup", { company: companyId, error });
    }
    await this.#takeMedia(companyId);
    this.#takeNow(taker);
    await Promise.all(this.#uploaders.map(({ uploader }) => uploader.caughtUp()));
    const why = byCompany(this.#failing.all).get(companyId)?.why;
    return new Map(this.#uploaders.flatMap(({ uploader: { id, fault = why } }) => fault ? [[id, fault]] : []));
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

  #take(taker: Taker): void {
    if (this.#taken.get(taker.wal) !== taker.wal.commits || taker.isInMinute) this.#takeNow(taker);
  }

  /** One that cannot be taken keeps nobody else from it. */
  #takeNow(taker: Taker): void {
    const { commits } = taker.wal;
    try {
      taker.take();
      // Without a base nothing is taken: that comes with one.
      if (taker.needsBase) return;
      this.#taken.set(taker.wal, commits);
      this.#failing.taken(taker.companyId, "file");
    } catch (error) {
      this.#failing.failed(taker.companyId, "file", error);
    }
  }

  /** Whether all of a company's media are taken. */
  async #takeMedia(companyId: number, until = 0): Promise<boolean> {
    try {
      const isWhole = await this.#media.take(companyId, until);
      this.#failing.taken(companyId, "media");
      return isWhole;
    } catch (error) {
      this.#failing.failed(companyId, "media", error);
      return false;
    }
  }

  /** What takes its time: first copies, and media. Of how many companies some are left. */
  async #slowWork(now: number, until = 0): Promise<number> {
    this.#letGoOfGone();
    for (const taker of [...this.#takers.values()]) {
      if (!this.#isClosed && taker.needsBase) await this.#takeBase(taker.companyId);
    }
    if (now - this.#mediaAt < MEDIA_EVERY) return 0;
    this.#mediaAt = Math.min(now, Date.now());
    let left = 0;
    for (const companyId of [...this.#takers.keys()]) {
      if (this.#isClosed) break;
      if (!await this.#takeMedia(companyId, until)) left++;
    }
    return left;
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

  /** Companies that were moved away, removed, or deleted under us have no file any more. */
  #letGoOfGone(): void {
    for (const [companyId, { path }] of this.#takers) {
      if (isThere(path)) continue;
      this.#takers.delete(companyId);
      this.#failing.forget(companyId);
    }
  }

  /** It never changes, and everything that is sealed in the files needs it. */
  #takeServerKey(): void {
    const spool = "server.key";
    Deno.writeFileSync(`${this.ledger.spool}/${spool}`, Deno.readFileSync(`${this.tenants.folder}/server.key`), {
      mode: 0o600,
    });
    const about = { companyId: PROVIDER, key: SERVER_KEY, bytes: 32, takenAt: Date.now() };
    this.ledger.add({ ...about, source: { spool } }, this.#taking.targets());
  }
}
