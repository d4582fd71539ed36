import { rmSync } from "node:fs";
import * as z from "zod/mini";
import { BadCommand } from "../platform/config.ts";
import { log } from "../platform/log.ts";
import { isThere } from "../platform/is_there.ts";
import { syncFolder } from "../platform/wal.ts";
import { writeWhole } from "../platform/write_whole.ts";
import { ROLLBACK } from "./kept.ts";
import { companyIds, fileOf, kindOf, knownSchemas, PROVIDER } from "./schemas.ts";
import { schemaNow } from "./schema_now.ts";

/** To what a rollback leads that has begun. */
const UnderWay = z.object({ company: z.int(), provider: z.int() });
type Schemas = z.infer<typeof UnderWay>;

const markIn = (folder: string) => `${folder}/${ROLLBACK}/under_way.json`;
/** Where the files lie that others have taken the place of. */
export const undoneIn = (folder: string) => `${folder}/${ROLLBACK}/undone`;

/**
 * To be said before the first file is exchanged: from then on nobody is served until the version from before is back. Answers
 * where it is noted.
 */
export function noteRollback(folder: string, schemas: Schemas): string {
  writeWhole(markIn(folder), new TextEncoder().encode(JSON.stringify(schemas)));
  syncFolder(`${folder}/${ROLLBACK}`);
  return markIn(folder);
}

/** The version from before is back, or nothing was exchanged. */
export function forgetRollback(folder: string): void {
  rmSync(markIn(folder), { force: true });
}

/** A rollback that somebody has killed, or whose machine has died; nothing where none has begun. */
export function rollbackUnderWay(folder: string): Schemas | undefined {
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
 * begun; where this program is the one from before and can read all files, it is over.
 */
export function refuseHalfWay(folder: string): void {
  const wanted = rollbackUnderWay(folder);
  if (!wanted) return;
  const known = knownSchemas(), isBack = known.company <= wanted.company && known.provider <= wanted.provider;
  if (isBack ? canReadAll(folder, known) : hasExchangedNothing(folder)) {
    log.info(isBack ? "The rollback is done" : "A rollback was broken off before it had changed anything");
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

function canReadAll(folder: string, known: Schemas): boolean {
  return [PROVIDER, ...companyIds(folder)].every((id) => schemaNow(fileOf(folder, id)) <= known[kindOf(id)]);
}
