import { and, desc, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { contactTable } from "../contacts/table.ts";
import type { Message } from "../contract/messages.ts";
import type { Company, Read } from "../platform/company.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { momentOf } from "../platform/moment.ts";
import { emitMessage } from "./change.ts";
import { mediaTable, messageTable } from "./table.ts";

/** So many are looked for at once; between two times others go on. */
const AT_ONCE = 2000;

/** A file below media/, and the message that has it. */
export interface FileOf {
  messageId: number;
  file: string;
}

/** The names of files that messages have, from the newest on, below the message of a number. */
export function filesBefore(db: Read, messageId: number, limit: number): FileOf[] {
  const { file, messageId: id } = mediaTable;
  return db.select({ messageId: id, file }).from(mediaTable).where(and(isNotNull(file), lt(id, messageId)))
    .orderBy(desc(id)).limit(limit).all().map((row) => ({ ...row, file: row.file! }));
}

/** Of all files that messages have: how many there are, and which of them are not in the folder. */
export async function lostFiles(db: Read, folder: string): Promise<{ of: number; lost: FileOf[] }> {
  const there = namesIn(folder), lost: FileOf[] = [];
  for (let before = Number.MAX_SAFE_INTEGER, of = 0;;) {
    const rows = filesBefore(db, before, AT_ONCE);
    of += rows.length;
    lost.push(...rows.filter(({ file }) => !there.has(file)));
    if (rows.length < AT_ONCE) return { of, lost };
    before = rows.at(-1)!.messageId;
    await new Promise((resolve) => setTimeout(resolve));
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
export function namedFiles(db: Read, files: FileOf[]): NamedFile[] {
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

function namesIn(folder: string): Set<string> {
  try {
    return new Set([...Deno.readDirSync(folder)].map(({ name }) => name));
  } catch (error) {
    ignoreMissing(error);
    return new Set();
  }
}
