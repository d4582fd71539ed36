import { createHash, createHmac } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { isPart } from "../platform/media.ts";
import { piecesOf } from "../platform/with_file.ts";
import { mediaKey, namesKey } from "./keys.ts";
import { writeNames } from "./media_names.ts";
import type { BackupKeys } from "./recovery_key.ts";
import { mediaTable, missedMediaTable } from "./table.ts";
import type { Taking } from "./taking.ts";
import { logTakenAgain, logUntaken, type Untaken, whyUntaken } from "./untaken.ts";

/** A file that was written to so lately (ms) may not be whole. */
const SETTLED_AFTER = 20_000;
/** So long (ms) a file may be waited for that is written to again and again. */
const WAITED_FOR = 300_000;

/** Takes the media of companies: each content once, under a name that says nothing of it. */
export class MediaTaker {
  /** When each folder was looked through last with nothing left, by its own time (ms). */
  readonly #seen = new Map<number, number>();
  /** What was left, and what of it cannot be taken. */
  readonly #left = new Map<number, Untaken>();
  /** Since when (ms) which files are left, by their names. */
  readonly #waiting = new Map<number, Map<string, number>>();
  /** Since when (ms) a folder may have what nobody has looked at. */
  #renewedAt: number;

  constructor(readonly taking: Taking, readonly keys: BackupKeys, readonly folderOf: (companyId: number) => string) {
    this.#renewedAt = taking.now();
  }

  /** What is in a company's folder and not taken: also where it was only seen to have changed. */
  untakenOf(companyId: number): Untaken | undefined {
    const changedAt = changeOf(this.folderOf(companyId)), seen = this.#seen.get(companyId);
    const left = this.#left.get(companyId), now = this.taking.now();
    if (changedAt === undefined || changedAt === seen) return left;
    const since = seen === undefined ? this.#renewedAt : changedAt;
    return left ?? { companyId, objects: 1, bytes: 0, since: Math.min(now, since), why: null };
  }

  /**
   * Takes what is new in a company's folder; what is gone from it is noted. Whether all of it is taken: a file that was written
   * to lately is left for the next time, or waited for until then (ms). What cannot be taken is said once.
   */
  async take(companyId: number, until = 0): Promise<boolean> {
    const { now } = this.taking, failed = (error: unknown): Left => ({ objects: 1, bytes: 0, since: now(), error });
    const left = await this.#takeNew(companyId, until).catch(failed);
    this.#noteLeft(companyId, left);
    return left === undefined;
  }

  #noteLeft(companyId: number, left: Left | undefined): void {
    const { ledger, now } = this.taking, had = this.#left.get(companyId), error = left && whatIsWrong(left, now());
    const failing = had && had.why !== null ? had.since : undefined;
    if (failing === undefined && error !== undefined) logUntaken(companyId, error);
    if (failing !== undefined && error === undefined) logTakenAgain(companyId, failing);
    if (!left) return void this.#left.delete(companyId);
    const { objects, bytes } = left, since = Math.min(now(), left.since);
    this.#left.set(companyId, {
      ...{ companyId, objects, bytes },
      since: error === undefined ? since : Math.min(since, failing ?? Infinity),
      why: error === undefined ? null : whyUntaken(error, ledger),
    });
  }

  async #takeNew(companyId: number, until: number): Promise<Left | undefined> {
    const folder = this.folderOf(companyId), changedAt = changeOf(folder);
    if (changedAt === undefined || this.#seen.get(companyId) === changedAt) return undefined;
    const { ledger, now } = this.taking,
      known = ledger.mediaOf(companyId, this.taking.newestTarget()),
      added: [string, string][] = [];
    const had = this.#waiting.get(companyId), waiting = new Map<string, number>();
    this.#waiting.set(companyId, waiting);
    let left: Left | undefined;
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || isPart(name) || known.delete(name)) continue;
      const found = await this.#hashOf(`${folder}/${name}`, until);
      if (typeof found === "string") added.push([name, found]);
      else if (found) {
        const since = had?.get(name) ?? found.since;
        waiting.set(name, since);
        left = together(left, { ...found, since });
      }
    }
    if (added.length > 0) await this.#add(companyId, added);
    const gone = [...known.keys()];
    if (gone.length > 0) {
      ledger.write((db) =>
        void db.update(mediaTable).set({ goneAt: now() }).where(
          and(eq(mediaTable.companyId, companyId), inArray(mediaTable.name, gone)),
        ).run()
      );
    }
    if (!left) this.#seen.set(companyId, changedAt);
    return left;
  }

  async #add(companyId: number, added: [string, string][]): Promise<void> {
    const { ledger, targets, now } = this.taking, folder = this.folderOf(companyId);
    const names = writeNames(added), key = namesKey(companyId, now()), spool = key.replaceAll("/", "-");
    // First what may fail: nothing of it would be noted, and all of it be brought once more.
    await Deno.writeFile(`${ledger.spool}/${spool}`, names, { mode: 0o600 });
    const had = this.#contents(companyId);
    for (const [name, hash] of added) {
      if (had.has(hash)) continue;
      had.add(hash);
      const { size } = await Deno.stat(`${folder}/${name}`).catch(() => ({ size: 0 }));
      ledger.add(
        { companyId, key: mediaKey(companyId, hash), source: { media: name }, bytes: size, takenAt: now() },
        targets(),
      );
    }
    ledger.add({ companyId, key, source: { spool }, bytes: names.length, takenAt: now() }, targets());
    ledger.write((db) => {
      for (const [name, hash] of added) {
        const taken = { hash, takenAt: now(), goneAt: null };
        db.insert(mediaTable).values({ companyId, name, ...taken })
          .onConflictDoUpdate({ target: [mediaTable.companyId, mediaTable.name], set: taken }).run();
        const { companyId: of, name: missed } = missedMediaTable;
        db.delete(missedMediaTable).where(and(eq(of, companyId), eq(missed, name))).run();
      }
    });
  }

  /** Each content is brought once. */
  #contents(companyId: number): Set<string> {
    return new Set(this.taking.ledger.mediaOf(companyId, this.taking.newestTarget()).values());
  }

  /** Looks through all folders anew. */
  renew(): void {
    this.#seen.clear();
    this.#renewedAt = this.taking.now();
  }

  /** What names its content; of a file that is still being written, or cannot be read, what is left; nothing of one that is gone. */
  async #hashOf(path: string, until: number): Promise<string | Left | undefined> {
    try {
      for (let left: number, info: Deno.FileInfo; (left = unsettledFor(info = await Deno.stat(path))) > 0;) {
        if (Date.now() + left > until) return { objects: 1, bytes: info.size, since: info.mtime!.getTime() };
        await new Promise((resolve) => setTimeout(resolve, left));
      }
      const hash = createHash("sha256");
      for await (const chunk of piecesOf(path)) hash.update(chunk);
      return createHmac("sha256", this.keys.names).update(hash.digest()).digest("hex");
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      return { objects: 1, bytes: 0, since: Date.now(), error };
    }
  }
}

/** How long (ms) a file is still taken for one that is being written. */
function unsettledFor({ mtime }: Deno.FileInfo): number {
  return (mtime?.getTime() ?? 0) + SETTLED_AFTER - Date.now();
}

/** When a folder was changed last (ms); nothing where there is none. */
function changeOf(folder: string): number | undefined {
  try {
    return Deno.statSync(folder).mtime?.getTime();
  } catch {
    return undefined;
  }
}

/** What is left in a folder, since when (ms), and what is wrong where it cannot be taken at all. */
interface Left {
  objects: number;
  bytes: number;
  since: number;
  error?: unknown;
}

function whatIsWrong({ error, since }: Left, now: number): unknown {
  return error ?? (now - since > WAITED_FOR ? new Error("some files are written to all the time") : undefined);
}

function together(left: Left | undefined, more: Left): Left {
  if (!left) return more;
  const { objects, bytes, since } = left;
  return {
    objects: objects + more.objects,
    bytes: bytes + more.bytes,
    since: Math.min(since, more.since),
    error: left.error ?? more.error,
  };
}
