import { resolve } from "node:path";
import { BadCommand, NotThere } from "../platform/config.ts";
import { lockFolder } from "../platform/folder_lock.ts";
import { type About, type RunAs } from "./executable.ts";
import { rollbackUnderWay } from "./half_way.ts";
import { KEPT_FOR, keptOf, removeRehearsal } from "./kept.ts";
import { type LeftBehind, leftBehind, refuseArrived } from "./left_behind.ts";
import { rehearse } from "./rehearse.ts";
import { filesToBringBack, rollBackFiles } from "./roll_back.ts";
import { knownSchemas, PROVIDER } from "./schemas.ts";
import type { Progress } from "./upgrade.ts";
import { type WrittenSince, writtenSince } from "./written_since.ts";

/** Where an executable of the service unpacks itself. */
const CACHE = "/var/cache/balcao";

/** The user whose the data are: an administrator's programs run as them, and leave nothing that they could not open. */
export function ownerOf(data: string): RunAs {
  let file: Deno.FileInfo;
  try {
    file = Deno.statSync(`${data}/provider.db`);
  } catch {
    throw new NotThere(`${data} is no data folder: name it with --data`);
  }
  const { uid, gid } = file;
  if (uid === null || uid === Deno.uid()) return {};
  return { uid, gid: gid ?? undefined, env: { BALCAO_CACHE: CACHE } };
}

/** An older program cannot read what this one has written. */
export function checkIsNewer({ version, schemas }: About): void {
  const known = knownSchemas();
  if (schemas.company >= known.company && schemas.provider >= known.provider) return;
  throw new BadCommand(`Balcão ${version} is older than this one, and cannot read its files: see balcao rollback`);
}

interface Trying {
  staged: string;
  data: string;
  as: RunAs;
  files(): Promise<{ id: number; name: string }[]>;
  copy(id: number): Promise<string>;
  progress(progress: Progress): void;
}

/**
 * What a new executable could not upgrade, by the names that people know. Files that are of its schema already are tried as
 * well: one that is damaged is better found by the old version than by the new one.
 */
export async function failuresOf({ staged, data, as, files, copy, progress }: Trying) {
  const all = await files(), ids = all.map(({ id }) => id);
  const spawn = () => start(staged, "upgrade-copies", as);
  const failed = await rehearse({ ids, copy, spawn, progress }).finally(() => removeRehearsal(data));
  if (failed.has(PROVIDER)) throw new BadCommand(`Nothing was changed. The provider's file: ${failed.get(PROVIDER)}`);
  return [...failed].map(([id, why]) => ({
    id,
    name: all.find((each) => each.id === id)?.name || `company ${id}`,
    why,
  }));
}

function start(executable: string, verb: string, as: RunAs): Deno.ChildProcess {
  return new Deno.Command(executable, { args: [verb], stdin: "piped", stdout: "piped", stderr: "piped", ...as })
    .spawn();
}

/** What going back undoes, in words; no file is brought back where the version from before can read those that there are. */
export interface Loss {
  lines: string[];
  /** Since when (ms). */
  at?: number;
}

export function lossOf(data: string, { about, now }: { about: About; now: number }): Loss {
  const { kept, missing } = filesToBringBack(data, about);
  if (kept.length === 0 && missing.length === 0) return { lines: ["Nothing is lost: the files stay as they are"] };
  const files = keptOf(data);
  if (!files) throw new BadCommand(`${data} has no files from before the upgrade: there is no way back`);
  if (now - files.at > KEPT_FOR) throw new BadCommand("The upgrade was more than a day ago: there is no way back");
  if (missing.includes(PROVIDER)) {
    throw new BadCommand("The provider's file from before is not kept: there is no way back");
  }
  const left = leftBehind(data, { kept, missing });
  refuseArrived(left);
  const lines = linesOf(files.at, writtenSince(data, files), left);
  return { at: files.at, lines: rollbackUnderWay(data) ? [GOES_ON, ...lines] : lines };
}

/** Some files are those from before already, and nothing can be counted in them. */
const GOES_ON =
  "This ends the rollback that was broken off. What that one announced is lost as well, and lies in rollback/undone for the rest of the day";

function linesOf(at: number, written: readonly WrittenSince[], left: readonly LeftBehind[]): string[] {
  const lines = [
    ...written.filter(({ messages }) => messages !== 0).map(({ name, messages }) =>
      `  ${name}: ${messages === undefined ? "its file cannot be read, and nobody knows what" : countOf(messages)}`
    ),
    ...left.map(({ name }) => `  ${name}: the whole company, which was founded since`),
  ];
  const all = written.reduce((sum, { messages = 0 }) => sum + messages, 0), since = new Date(at).toISOString();
  if (lines.length === 0) return [`Everything written since ${since} is lost; no message is among it`];
  const among = all === 0 ? "" : `, ${countOf(all)} among it`;
  return [`Everything written since ${since} is lost${among}:`, ...lines];
}

function countOf(messages: number): string {
  return messages === 1 ? "1 message" : `${messages} messages`;
}

/** Puts the files from before in place; the folder must be nobody else's. Answers the companies that keep their newer one. */
export async function bringBack(
  data: string,
  { about, previous, as, loss }: { about: About; previous: string; as: RunAs; loss: Loss },
): Promise<{ id: number; why: string }[]> {
  if (loss.at === undefined) return [];
  const folder = Deno.realPathSync(data), lock = lockFolder(folder, "rollback");
  try {
    const files = filesToBringBack(folder, about), spawn = () => start(previous, "bring-back", as);
    const left = leftBehind(folder, files);
    // One may have come while the person was asked.
    refuseArrived(left);
    // Those that were removed since, too.
    const { kept, missing } = files, founded = [...new Set([...missing, ...left.map(({ id }) => id)])];
    const { schemas } = about;
    const rolling = { kept, founded, moment: loss.at, schemas, previous: resolve(previous), spawn };
    const failed = await rollBackFiles(folder, rolling);
    return [...failed].map(([id, why]) => ({ id, why }));
  } finally {
    lock.release();
  }
}
