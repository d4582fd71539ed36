import { milliseconds } from "date-fns/milliseconds";
import type { Company } from "../platform/company.ts";

/** For so long (ms) the copy of a file that an upgrade has made (platform/migrate.ts) is kept: by then it has gone well. */
const KEPT_FOR = milliseconds({ days: 7 });

/** Deletes such copies: whoever was erased since is in them still. */
export async function forgetOldCopies({ folder }: Pick<Company, "folder">, now: number): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !/^company\.before-\d+\.db$/.test(name)) continue;
    const { mtime } = await Deno.stat(`${folder}/${name}`);
    if (mtime && now - mtime.getTime() > KEPT_FOR) await Deno.remove(`${folder}/${name}`);
  }
}
