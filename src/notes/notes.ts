import { desc, eq, getTableColumns } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Note } from "../contract/notes.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { Read, Tell, Write } from "../platform/company.ts";
import type { Audience } from "../platform/hub.ts";
import { ticketFor } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { noteTable } from "./table.ts";

function selectNotes(db: Read) {
  const { userId: _u, ...note } = getTableColumns(noteTable);
  return db.select({
    note,
    user: { id: userTable.id, name: userTable.name },
    ticket: { queueId: ticketTable.queueId, userId: ticketTable.userId },
  }).from(noteTable)
    .leftJoin(userTable, eq(userTable.id, noteTable.userId))
    .leftJoin(ticketTable, eq(ticketTable.id, noteTable.ticketId));
}
type NoteJoin = ReturnType<ReturnType<typeof selectNotes>["all"]>[number];

/** Who sees a note: who may see its ticket; of a ticket that was deleted, its writer and the admins. */
function viewersOf({ ticket, user }: NoteJoin): Audience {
  if (ticket) return (person) => maySeeTicket(person, ticket);
  return (person) => person.profile === "admin" || person.id === user?.id;
}

function noteOf({ note, user }: NoteJoin): Note {
  return { ...note, user, createdAt: new Date(note.createdAt).toISOString() };
}

/** The notes on a contact that a person may see, from all its tickets, newest first. */
export function listNotes(db: Read, person: Person, contactId: number): Note[] {
  return selectNotes(db).where(eq(noteTable.contactId, contactId)).orderBy(desc(noteTable.id)).all()
    .filter((join) => viewersOf(join)(person)).map(noteOf);
}

export interface NoteDraft {
  note: string;
  contactId: number;
  ticketId: number;
}

export function addNote(db: Write, tell: Tell, draft: NoteDraft, person: Person, now: number): Note {
  const ticket = ticketFor(db, person, { id: draft.ticketId });
  // The contact may have been merged into another while the note was written.
  const row = db.insert(noteTable)
    .values({ ...draft, contactId: ticket.contactId, userId: person.id, createdAt: now }).returning().get();
  const join = joinById(db, row.id)!;
  tell("note", { action: "create", record: noteOf(join) }, viewersOf(join));
  return noteOf(join);
}

export function removeNote(db: Write, tell: Tell, id: number, person: Person): void {
  const join = joinById(db, id) ?? refuse("ERR_NO_NOTE_FOUND");
  if (!viewersOf(join)(person)) refuse("ERR_NO_PERMISSION");
  db.delete(noteTable).where(eq(noteTable.id, id)).run();
  tell("note", { action: "delete", id }, viewersOf(join));
}

function joinById(db: Read, id: number): NoteJoin | undefined {
  return selectNotes(db).where(eq(noteTable.id, id)).all()[0];
}
