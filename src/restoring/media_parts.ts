import { milliseconds } from "date-fns/milliseconds";
import { mediaFolder } from "../backups/media_folder.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { isPart } from "../platform/media.ts";
import type { Tenants } from "../platform/tenants.ts";

/** Nobody brings back one file for so long (ms) without a byte of it being written. */
const IN_USE = milliseconds({ hours: 1 });

/**
 * Deletes what was left in companies' folders of media by a process that was killed while it brought files back; `now` in ms.
 * What cannot be deleted is said, and is tried again the next time.
 */
export async function forgetMediaParts(tenants: Pick<Tenants, "folder" | "ids">, now: number): Promise<void> {
  for (const id of tenants.ids()) {
    const folder = mediaFolder(tenants.folder, id);
    try {
      for await (const { name, isFile } of Deno.readDir(folder)) {
        if (isFile && isPart(name)) await forgetOld(`${folder}/${name}`, now);
      }
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      log.warn("What was left of files that were brought back could not be deleted", { company: id, error });
    }
  }
}

async function forgetOld(path: string, now: number): Promise<void> {
  const { ctime, mtime } = await Deno.stat(path);
  // A second name has its file's time of writing, and its own moment as the time of change.
  if (now - (ctime ?? mtime ?? new Date(now)).getTime() > IN_USE) await Deno.remove(path).catch(ignoreMissing);
}
