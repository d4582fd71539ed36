import { BadCommand } from "../platform/config.ts";
import { toDisk } from "../platform/wal.ts";
import { claimsAt, isOf, lineageOf, whoHas } from "./claims.ts";
import { BadObject } from "./envelope.ts";
import { newInstallation } from "./installation.ts";
import { PROVIDER, readKey, SERVER_KEY } from "./keys.ts";
import { mediaFolder } from "./media_folder.ts";
import { makeNewFolder, refuseUsed } from "./new_folder.ts";
import { openStored } from "./open_stored.ts";
import { keysOf, type RecoveryKey } from "./recovery_key.ts";
import { type Newest, restoreNewest } from "./newest_openable.ts";
import { restorableOf } from "./restore.ts";
import type { Target } from "./targets/target.ts";

export interface Recovered extends Newest {
  /** 0 = the provider's own file. */
  companyId: number;
}

export interface Recovering {
  target: Target;
  key: RecoveryKey;
  /** An empty folder, one that is not there yet, or one that was begun and not finished. */
  data: string;
  /** What is to be typed again where it is not finished, but for the data folder. */
  command?: string;
  say(text: string): void;
  /** Makes a restored company's file one that can be worked with. */
  settle(path: string, moment: number): void;
  /** Called once all are there. */
  noteDone?(done: Recovered[]): Promise<void>;
}

/**
 * Makes a data folder from a backup alone, on a machine that has nothing: the server's key, the provider's file, and
 * every company as it was last, or as near to that as what is there can be opened. One company that cannot be restored
 * keeps back no other; it is named. The folder is another
 * installation than the one whose state it has, which may still be there: it claims its places when it is served.
 */
export async function recover(
  { target, key, data, command = "balcao recover", say, settle, noteDone = async () => {} }: Recovering,
): Promise<{ done: Recovered[]; failed: string[] }> {
  await refuseUsed(data);
  const { data: dataKey } = keysOf(key), { ids, until, newest } = await contentsOf(target);
  if (!ids.includes(PROVIDER)) throw new BadCommand("There is no backup of a whole data folder in this place");
  const secret = await openStored(target, dataKey, SERVER_KEY).catch((error) => {
    throw error instanceof BadObject
      ? new BadCommand("These words do not open this backup: they are another's")
      : error;
  });
  const who = newest && await whoHas(target, newest, dataKey);
  if (who) say(`The state is that of the installation ${who}, up to ${new Date(until).toISOString()}`);
  return await makeNewFolder(data, { command, say }, async () => {
    const recovered = await recoverAll({ target, dataKey, data, until, settle, ids, say });
    await noteDone(recovered.done);
    newInstallation(data, { id: newest?.by, until });
    // The last thing: a folder without it is one that was not finished.
    await Deno.writeFile(`${data}/server.key`, secret, { mode: 0o600 });
    await toDisk(`${data}/server.key`);
    return recovered;
  });
}

interface All extends Omit<One, "companyId"> {
  ids: readonly number[];
}

async function recoverAll({ ids, say, ...one }: All): Promise<{ done: Recovered[]; failed: string[] }> {
  const done: Recovered[] = [], failed: string[] = [];
  for (const companyId of ids) {
    const name = nameOf(companyId);
    say(`Restoring ${name}`);
    try {
      done.push({ companyId, ...await recoverOne({ ...one, say, companyId }) });
    } catch (error) {
      // Without it nobody can log in anywhere.
      if (companyId === PROVIDER) {
        throw error instanceof BadCommand ? new BadCommand(`${name}: ${error.message}`) : error;
      }
      failed.push(`${name}: ${(error as Error).message}`);
    }
  }
  return { done, failed };
}

export function nameOf(companyId: number): string {
  return companyId === PROVIDER ? "the provider's file" : `company ${companyId}`;
}

interface One extends Pick<Recovering, "settle" | "say"> {
  target: Target;
  dataKey: Uint8Array;
  data: string;
  companyId: number;
  /** Milliseconds. */
  until: number;
}

async function recoverOne({ target, dataKey, data, companyId, until, settle, say }: One): Promise<Newest> {
  const restorable = await restorableOf(target, companyId);
  if (companyId !== PROVIDER) await Deno.mkdir(`${data}/${companyId}`, { mode: 0o700 });
  const file = companyId === PROVIDER ? `${data}/provider.db` : `${data}/${companyId}/company.db`;
  const parts = { file, media: mediaFolder(data, companyId) };
  const restored = await restoreNewest({ target, key: dataKey, restorable, until, say }, parts);
  if (companyId !== PROVIDER) settle(file, restored.newest);
  return restored;
}

/** Which companies are there, up to which moment (ms), and who has the place: what is written from now on is not theirs alone. */
async function contentsOf(target: Target) {
  const claims = await claimsAt(target), lineage = lineageOf(claims), ids = new Set<number>();
  let until = 0;
  for (const { key } of await target.list("v1/")) {
    const named = readKey(key);
    if (named?.what !== "base" && named?.what !== "wal" || !isOf(lineage, named)) continue;
    if (named.what === "base") ids.add(named.companyId);
    until = Math.max(until, named.what === "base" ? named.generation : named.at);
  }
  return { ids: [...ids].sort((a, b) => a - b), until, newest: claims.at(-1) };
}
