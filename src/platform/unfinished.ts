import { asTyped } from "./as_typed.ts";
import { BadCommand } from "./config.ts";
import { ignoreMissing } from "./is_there.ts";
import { writeWhole } from "./write_whole.ts";

/** In a data folder that is being made from a backup, until all of it is there: the command that makes it. */
export const UNFINISHED = "recover.unfinished";

export function markUnfinished(folder: string, command: string): void {
  writeWhole(`${folder}/${UNFINISHED}`, new TextEncoder().encode(command));
}

/** From now on it may be served. */
export function unmark(folder: string): void {
  Deno.removeSync(`${folder}/${UNFINISHED}`);
}

/** The command that makes the folder and was not finished yet, as it is to be typed again; nothing for all other folders. */
export function unfinishedIn(folder: string): string | undefined {
  try {
    return `${Deno.readTextFileSync(`${folder}/${UNFINISHED}`)} ${asTyped(["--data", folder])}`;
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

/** Throws a BadCommand where a folder is half of what it was to become: nobody may be served from it. */
export function refuseUnfinished(folder: string): void {
  const again = unfinishedIn(folder);
  if (again === undefined) return;
  throw new BadCommand(`The recovery of ${folder} was not finished. Say it again, which begins anew: ${again}`);
}
