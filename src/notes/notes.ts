import { desc, eq, getTableColumns } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import type { Note } from "../contract/notes.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import { callPeople, peopleAt, takeBackCalls } from "../mentions/mentions.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import type { Audience } from "../platform/hub.ts";
import { ticketRow } from "../tickets/rows.ts";
import { ticketFor } from "../tickets/show.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { keepUndo, takeUndo } from "../tickets/undos.ts";
import { userTable } from "../users/table.ts";
import { calledIn } from "../shared/mentions.ts";
import { userById } from "../users/users.ts";
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

export function addNote(db: Write, emit: Emit, draft: NoteDraft, person: Person, now: number): Note {
  const ticket = ticketFor(db, person, { id: draft.ticketId });
  // The contact may have been merged into another while the note was written.
  const note = insertNote(db, emit, { ...draft, contactId: ticket.contactId, userId: person.id, createdAt: now });
  ring(db, emit, note, ticket, person);
  return note;
}

/** Rings for those whom a note calls by name, as far as they may see its ticket. */
function ring(db: Write, emit: Emit, note: Note, ticket: Pick<TicketRow, "queueId" | "userId">, person: Person): void {
  if (!note.note.includes("@")) return;
  const called = calledIn(note.note, peopleAt(db, ticket));
  callPeople(db, emit, called, { by: person, place: { noteId: note.id }, now: Date.parse(note.createdAt) });
}

/** The note that goes along with a transfer: also whoever may not see the ticket any more has written it. */
export function addNoteTo(
  db: Write,
  emit: Emit,
  ticket: Pick<TicketRow, "id" | "contactId" | "queueId" | "userId">,
  { note, person, now }: { note: string; person: Person; now: number },
): number {
  const { id: ticketId, contactId } = ticket;
  const written = insertNote(db, emit, { note, ticketId, contactId, userId: person.id, createdAt: now });
  ring(db, emit, written, ticket, person);
  return written.id;
}

/** What nobody of the company has written: an outside bot's word for who takes over, or the product's own. */
export function addNoteByNobody(
  db: Write,
  emit: Emit,
  { id: ticketId, contactId }: Pick<TicketRow, "id" | "contactId">,
  { note, now }: { note: string; now: number },
): void {
  insertNote(db, emit, { note, ticketId, contactId, userId: null, createdAt: now });
}

function insertNote(db: Write, emit: Emit, row: typeof noteTable.$inferInsert): Note {
  const { id } = db.insert(noteTable).values(row).returning({ id: noteTable.id }).get();
  const join = joinById(db, id)!;
  emit("note", { action: "create", record: noteOf(join) }, viewersOf(join));
  return noteOf(join);
}

/** Deletes a note; who did it can have it back for 8 s. */
export function removeNote(db: Write, emit: Emit, id: number, person: Person, now: number): void {
  const join = joinById(db, id) ?? refuse("ERR_NO_NOTE_FOUND");
  if (!viewersOf(join)(person)) refuse("ERR_NO_PERMISSION");
  takeBackCalls(db, emit, { noteId: id });
  const [row] = db.delete(noteTable).where(eq(noteTable.id, id)).returning().all();
  keepUndo(db, { what: "note", id, userId: person.id }, row!, now);
  emit("note", { action: "delete", id }, viewersOf(join));
}

/** A deleted note is there again, as its writer wrote it and when. */
export function restoreNote(db: Write, emit: Emit, id: number, person: Person, now: number): Note {
  const row = takeUndo<typeof noteTable.$inferSelect>(db, { what: "note", id, userId: person.id }, now);
  if (!contactById(db, row.contactId)) refuse("ERR_NO_CONTACT_FOUND");
  // Its ticket, or who wrote it, may have been deleted since.
  const ticketId = row.ticketId !== null && ticketRow(db, row.ticketId) ? row.ticketId : null;
  const userId = row.userId !== null && userById(db, row.userId) ? row.userId : null;
  return insertNote(db, emit, { ...row, ticketId, userId });
}

function joinById(db: Read, id: number): NoteJoin | undefined {
  return selectNotes(db).where(eq(noteTable.id, id)).all()[0];
}
