import { type FileOf, lostFiles } from "../messages/lost_files.ts";
import { openDbFile } from "../platform/db.ts";
import { BadObject } from "./envelope.ts";
import { namesAt, type Plan, restoreFile, restoreMedia } from "./restore.ts";
import { NotKept, type Target } from "./targets/target.ts";

export interface Restoring {
  target: Target;
  /** What its objects are encrypted with. */
  key: Uint8Array;
  plan: Plan;
}

export interface RestoredFolder {
  /** Milliseconds: what was committed by then is in it. */
  newest: number;
  messages: number;
  media: number;
  /** Names of files that messages have and the backup does not, or not as they were, or cannot open. */
  missing: string[];
  gap: string | undefined;
}

/** Where a company's parts lie in its folder, and the provider's in the data folder. */
export interface Parts {
  file: string;
  media: string;
}

/** Writes a company as it was at a moment into an empty folder: its file, checked, and its media. */
export function restoreToFolder(restoring: Restoring, folder: string): Promise<RestoredFolder> {
  return restoreParts(restoring, { file: `${folder}/company.db`, media: `${folder}/media` });
}

export async function restoreParts({ target, key, plan }: Restoring, parts: Parts): Promise<RestoredFolder> {
  await Deno.mkdir(parts.media, { recursive: true, mode: 0o700 });
  await restoreFile(target, key, plan, parts.file);
  const messages = check(parts.file);
  const names = await namesAt(target, key, plan.companyId, plan.newest), missing: string[] = [];
  for (const [name, hash] of names) {
    try {
      await restoreMedia(target, key, { companyId: plan.companyId, hash }, `${parts.media}/${name}`);
    } catch (error) {
      // One file that is gone keeps back no other.
      if (!(error instanceof NotKept || error instanceof BadObject)) throw error;
      missing.push(name);
    }
  }
  const media = names.size - missing.length;
  // What a message had when its company went was perhaps not taken yet.
  for (const { file } of await lostIn(parts)) if (!missing.includes(file)) missing.push(file);
  return { newest: plan.newest, messages, media, missing, gap: plan.gap };
}

/** Files that messages have, and that are not there as they were stored; the provider's file has no messages. */
export async function lostIn({ file, media }: Parts): Promise<FileOf[]> {
  const opened = openDbFile(file, { readonly: true });
  try {
    const has = opened.one("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'message_media'");
    return has ? (await lostFiles(opened.db, media)).lost : [];
  } finally {
    opened.close();
  }
}

/** How many messages there are, none where there is no such table; throws a BadObject when SQLite finds the file damaged. */
function check(path: string): number {
  const file = openDbFile(path, { readonly: true });
  try {
    const { integrity_check: said } = file.one("PRAGMA integrity_check")!;
    if (said !== "ok") throw new BadObject(`The restored file is damaged: ${said}`);
    const has = file.one("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'messages'");
    return has ? Number(file.one("SELECT count(*) AS count FROM messages")!.count) : 0;
  } finally {
    file.close();
  }
}
