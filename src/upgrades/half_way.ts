import { rmSync } from "node:fs";
import * as z from "zod/mini";
import { BadCommand } from "../platform/config.ts";
import { log } from "../platform/log.ts";
import { isThere } from "../platform/is_there.ts";
import { syncFolder } from "../platform/wal.ts";
import { writeWhole } from "../platform/write_whole.ts";
import { ROLLBACK } from "./kept.ts";

/** To what a rollback leads that has begun. */
const UnderWay = z.object({
  company: z.int(),
  provider: z.int(),
  /** Where the executable from before lies, until it is back in its place. */
  previous: z.string(),
});
type UnderWay = z.infer<typeof UnderWay>;

const markIn = (folder: string) => `${folder}/${ROLLBACK}/under_way.json`;
/** Where the files lie that others have taken the place of. */
export const undoneIn = (folder: string) => `${folder}/${ROLLBACK}/undone`;

/**
 * To be said before the first file is exchanged: from then on nobody is served until the version from before is back. Answers
 * where it is noted.
 */
export function noteRollback(folder: string, underWay: UnderWay): string {
  writeWhole(markIn(folder), new TextEncoder().encode(JSON.stringify(underWay)));
  syncFolder(`${folder}/${ROLLBACK}`);
  return markIn(folder);
}

/** The version from before is back, or nothing was exchanged. */
export function forgetRollback(folder: string): void {
  rmSync(markIn(folder), { force: true });
}

/** A rollback that somebody has killed, or whose machine has died; nothing where none has begun. */
export function rollbackUnderWay(folder: string): UnderWay | undefined {
  try {
    return UnderWay.parse(JSON.parse(Deno.readTextFileSync(markIn(folder))));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Refuses a folder in which a rollback was broken off: a newer program would upgrade the files that are back already, and what was
 * written since the upgrade would be in some companies and not in others. Where no file was exchanged yet, nothing has
 * begun; where the program from before is back, it is over.
 */
export function refuseHalfWay(folder: string): void {
  const wanted = rollbackUnderWay(folder);
  if (!wanted) return;
  const isDone = !isThere(wanted.previous);
  if (isDone || hasExchangedNothing(folder)) {
    log.info(isDone ? "The rollback is done" : "A rollback was broken off before it had changed anything");
    return forgetRollback(folder);
  }
  throw new BadCommand(
    `A rollback of ${folder} was broken off: some of its files are those from before the upgrade, others are not. ` +
      "Nobody is served from it: say balcao rollback again, which ends it",
  );
}

function hasExchangedNothing(folder: string): boolean {
  return !isThere(undoneIn(folder)) || [...Deno.readDirSync(undoneIn(folder))].length === 0;
}
