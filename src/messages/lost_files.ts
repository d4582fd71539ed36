import { and, desc, isNotNull, lt } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { mediaTable } from "./table.ts";

/** So many are looked for at once; between two times others go on. */
const AT_ONCE = 2000;

/** The names of files that messages have, from the newest on, below the message of a number. */
export function filesBefore(db: Read, messageId: number, limit: number): { messageId: number; file: string }[] {
  const { file, messageId: id } = mediaTable;
  return db.select({ messageId: id, file }).from(mediaTable).where(and(isNotNull(file), lt(id, messageId)))
    .orderBy(desc(id)).limit(limit).all().map((row) => ({ ...row, file: row.file! }));
}

/** Of all files that messages have: how many there are, and which of them are not in the folder. */
export async function lostFiles(db: Read, folder: string): Promise<{ of: number; lost: string[] }> {
  const there = namesIn(folder), lost: string[] = [];
  for (let before = Number.MAX_SAFE_INTEGER, of = 0;;) {
    const rows = filesBefore(db, before, AT_ONCE);
    of += rows.length;
    lost.push(...rows.map(({ file }) => file).filter((file) => !there.has(file)));
    if (rows.length < AT_ONCE) return { of, lost };
    before = rows.at(-1)!.messageId;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function namesIn(folder: string): Set<string> {
  try {
    return new Set([...Deno.readDirSync(folder)].map(({ name }) => name));
  } catch (error) {
    ignoreMissing(error);
    return new Set();
  }
}
