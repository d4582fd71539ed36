import { createHash, createHmac } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { piecesOf } from "../platform/with_file.ts";
import { log } from "../platform/log.ts";
import { mediaKey, namesKey, PROVIDER } from "./keys.ts";
import { writeNames } from "./media_names.ts";
import type { BackupKeys } from "./recovery_key.ts";
import { mediaTable } from "./table.ts";
import type { Taking } from "./taking.ts";

/** A file that was written to so lately (ms) may not be whole. */
const SETTLED_AFTER = 20_000;

/** Takes the media of companies: each content once, under a name that says nothing of it. */
export class MediaTaker {
  /** When each folder was looked through last, by its own time. */
  readonly #seen = new Map<number, number>();
  /** Since when (ms) this server could have taken something. */
  readonly #begunAt = Date.now();

  constructor(readonly taking: Taking, readonly keys: BackupKeys, readonly folderOf: (companyId: number) => string) {}

  /**
   * Takes what is new in a company's folder; what is gone from it is noted. Whether all of it is taken: a file that was written
   * to lately is left for the next time, or waited for until then (ms).
   */
  async take(companyId: number, until = 0): Promise<boolean> {
    const folder = this.folderOf(companyId), changedAt = await changeOf(folder);
    if (changedAt === undefined || this.#seen.get(companyId) === changedAt) return true;
    const { ledger, now } = this.taking,
      known = ledger.mediaOf(companyId, this.taking.newestTarget()),
      added: [string, string][] = [];
    let isWhole = true;
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || known.delete(name)) continue;
      const hash = await this.#hashOf(`${folder}/${name}`, until);
      if (hash === undefined) isWhole = false;
      else added.push([name, hash]);
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
    if (isWhole) this.#seen.set(companyId, changedAt);
    return isWhole;
  }

  /** Since when (ms) a company's folder has something that is not taken yet; nothing where all of it is. */
  waitingSince(companyId: number): number | undefined {
    const changedAt = changeOfSync(this.folderOf(companyId));
    if (changedAt === undefined || this.#seen.get(companyId) === changedAt) return undefined;
    return Math.max(changedAt, this.#begunAt);
  }

  async #add(companyId: number, added: [string, string][]): Promise<void> {
    const { ledger, targets, now } = this.taking, folder = this.folderOf(companyId);
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
    const names = writeNames(added), key = namesKey(companyId, now()), spool = key.replaceAll("/", "-");
    await Deno.writeFile(`${ledger.spool}/${spool}`, names, { mode: 0o600 });
    ledger.add({ companyId, key, source: { spool }, bytes: names.length, takenAt: now() }, targets());
    ledger.write((db) => {
      for (const [name, hash] of added) {
        const taken = { hash, takenAt: now(), goneAt: null };
        db.insert(mediaTable).values({ companyId, name, ...taken })
          .onConflictDoUpdate({ target: [mediaTable.companyId, mediaTable.name], set: taken }).run();
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
  }

  /** Nothing for a file that is still being written, or is gone again. */
  async #hashOf(path: string, until: number): Promise<string | undefined> {
    try {
      for (let left: number; (left = unsettledFor(await Deno.stat(path))) > 0;) {
        if (Date.now() + left > until) return undefined;
        await new Promise((resolve) => setTimeout(resolve, left));
      }
      const hash = createHash("sha256");
      for await (const chunk of piecesOf(path)) hash.update(chunk);
      return createHmac("sha256", this.keys.names).update(hash.digest()).digest("hex");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) log.warn("A file could not be read for the backup", { error });
      return undefined;
    }
  }
}

/** How long (ms) a file is still taken for one that is being written. */
function unsettledFor({ mtime }: Deno.FileInfo): number {
  return (mtime?.getTime() ?? 0) + SETTLED_AFTER - Date.now();
}

async function changeOf(folder: string): Promise<number | undefined> {
  return (await Deno.stat(folder).catch(() => undefined))?.mtime?.getTime();
}

function changeOfSync(folder: string): number | undefined {
  try {
    return Deno.statSync(folder).mtime?.getTime();
  } catch {
    return undefined;
  }
}

/** Where the files lie that belong to a company, or to the provider. */
export function mediaFolder(data: string, companyId: number): string {
  return companyId === PROVIDER ? `${data}/public` : `${data}/${companyId}/media`;
}
