import { and, eq, lte } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { UNDO_FOR, UNDO_GRACE } from "../contract/tickets.ts";
import type { Company, Write } from "../platform/company.ts";
import { prepared, preparedRun, preparedWrite } from "../platform/prepared.ts";
import { undoTable } from "./table.ts";

/** What can be taken back: a move of a ticket, or the deletion of a note. */
interface Of {
  what: typeof undoTable.$inferSelect["what"];
  id: number;
  userId: number;
}

interface Kept extends Of {
  /** When (ms since 1970) that time begins, where that is not now. */
  from?: number;
}

const insertUndo = preparedRun((db) =>
  db.insert(undoTable).values({
    what: prepared.value("what"),
    ofId: prepared.value("ofId"),
    userId: prepared.value("userId"),
    until: prepared.value("until"),
    was: prepared.arg("was"),
  }).prepare()
);
const deleteOver = preparedRun((db) => db.delete(undoTable).where(lte(undoTable.until, prepared.arg("now"))).prepare());

/** Keeps how it was before, for as long as its maker may change their mind. */
export function keepUndo(db: Write, { what, id, userId, from }: Kept, was: object, now: number): void {
  deleteOver(db, { now });
  insertUndo(db, { what, ofId: id, userId, until: (from ?? now) + UNDO_FOR + UNDO_GRACE, was: was as never });
}

const isOf = and(eq(undoTable.what, prepared.arg("what")), eq(undoTable.ofId, prepared.arg("id")));
const byWhat = preparedWrite((db) => db.select().from(undoTable).where(isOf).prepare());
const deleteTaken = preparedRun((db) => db.delete(undoTable).where(isOf).prepare());

/** How it was before, which can be had once; refused to others than its maker, and when the time is over. */
export function takeUndo<Was>(db: Write, { what, id, userId }: Of, now: number): Was {
  const row = byWhat.one(db, { what, id });
  if (!row || row.until <= now) refuse("ERR_UNDO_TOO_LATE");
  if (row.userId !== userId) refuse("ERR_NO_PERMISSION");
  deleteTaken(db, { what, id });
  return row.was as Was;
}

/** Lets go what can't be undone any more: among it are notes that somebody wanted gone. */
export function forgetUndos(company: Company, now: number): void {
  const [over] = company.read.select({ ofId: undoTable.ofId }).from(undoTable).where(lte(undoTable.until, now)).limit(1)
    .all();
  if (over) company.write((db) => deleteOver(db, { now }));
}
