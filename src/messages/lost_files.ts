import { and, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { contactTable } from "../contacts/table.ts";
import type { Message } from "../contract/messages.ts";
import type { Company, Read } from "../platform/company.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { momentOf } from "../platform/moment.ts";
import { emitMessage } from "./change.ts";
import { mediaTable, messageTable } from "./table.ts";

/** So many rows are read at once, and so many files looked at; between two times others go on. */
const AT_ONCE = 2000, LOOKED_AT_ONCE = 50;

/** A file below media/, and the message that has it. */
export interface FileOf {
  messageId: number;
  file: string;
  /** Bytes that it was stored with; 0 where nobody has counted them. */
  size: number;
}

/** The names of files that messages have, from the newest on, below the message of a number. */
export function filesBefore(db: Read, messageId: number, limit: number): FileOf[] {
  const { file, messageId: id, state } = mediaTable;
  // Of what is not ready the size is what the network had announced.
  const size = sql<number>`iif(${state} = 'ready', ${mediaTable.size}, 0)`;
  return db.select({ messageId: id, file, size }).from(mediaTable).where(and(isNotNull(file), lt(id, messageId)))
    .orderBy(desc(id)).limit(limit).all().map((row) => ({ ...row, file: row.file! }));
}

/** Of all files that messages have: how many there are, and which of them are not in the folder, or not as they were stored. */
export async function lostFiles(db: Read, folder: string): Promise<{ of: number; lost: FileOf[] }> {
  const lost: FileOf[] = [];
  for (let before = Number.MAX_SAFE_INTEGER, of = 0;;) {
    const rows = filesBefore(db, before, AT_ONCE);
    of += rows.length;
    lost.push(...await lostOf(rows, folder));
    if (rows.length < AT_ONCE) return { of, lost };
    before = rows.at(-1)!.messageId;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Which of these are not in the folder, or have another size than they were stored with: files are never written to again. */
export async function lostOf(files: FileOf[], folder: string): Promise<FileOf[]> {
  const lost: FileOf[] = [];
  for (let from = 0; from < files.length; from += LOOKED_AT_ONCE) {
    const some = files.slice(from, from + LOOKED_AT_ONCE);
    const whole = await Promise.all(some.map(({ file, size }) => isWhole(`${folder}/${file}`, size)));
    lost.push(...some.filter((_, nth) => !whole[nth]));
  }
  return lost;
}

/** Whether a file is there, and has that size (bytes; 0 = any). */
export async function isWhole(path: string, size: number): Promise<boolean> {
  try {
    const stat = await Deno.stat(path);
    return stat.isFile && (size === 0 || stat.size === size);
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** What a person knows a file by that is not there. */
export interface NamedFile extends FileOf {
  /** When its message was written, as ISO 8601. */
  at: string;
  contact: string;
  kind: Message["kind"];
  /** As whoever sent it had called it; empty where nobody had. */
  name: string;
}

/** Files that messages have, by what a person knows them by, in the same order. */
export function namedFiles<F extends FileOf>(db: Read, files: F[]): (F & NamedFile)[] {
  const { createdAt: at, kind, id } = messageTable, { name } = mediaTable;
  const known = new Map<number, Omit<NamedFile, keyof FileOf>>();
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const ids = files.slice(from, from + AT_ONCE).map(({ messageId }) => messageId);
    const rows = db.select({ id, at, kind, name, contact: contactTable.name }).from(messageTable)
      .innerJoin(contactTable, eq(contactTable.id, messageTable.contactId))
      .innerJoin(mediaTable, eq(mediaTable.messageId, id)).where(inArray(id, ids)).all();
    for (const { id, at, ...rest } of rows) known.set(id, { at: momentOf(at), ...rest });
  }
  return files.flatMap((file) => {
    const names = known.get(file.messageId);
    return names ? [{ ...file, ...names }] : [];
  });
}

/** So many are changed in one transaction. */
const FEW = 100;

/** Messages whose files are nowhere say so from now on, and can have them asked for at their network again. */
export async function acceptLost(company: Company, lost: FileOf[]): Promise<void> {
  for (let from = 0; from < lost.length; from += FEW) {
    company.write((db, emit) => {
      for (const { messageId, file } of lost.slice(from, from + FEW)) {
        const of = db.update(mediaTable).set({ state: "unavailable", file: null })
          .where(and(eq(mediaTable.messageId, messageId), eq(mediaTable.file, file))).returning().get();
        if (!of) continue;
        const { id, ticketId } = messageTable;
        const message = db.select({ id, ticketId }).from(messageTable).where(eq(id, messageId)).get();
        if (message) emitMessage(db, emit, message);
      }
    });
    await new Promise((resolve) => setTimeout(resolve));
  }
}
