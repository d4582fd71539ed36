import type { Person } from "../contract/permissions.ts";
import { addNoteTo, removeNote } from "../notes/notes.ts";
import { isWithBot } from "../outside_bots/holds.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { moveTicket, type Wanted } from "../tickets/moves.ts";
import type { Moved } from "../tickets/record_move.ts";
import { ticketRow } from "../tickets/rows.ts";
import { noteOfMove } from "../tickets/show.ts";
import { type Undoing, undoMove } from "../tickets/undo_move.ts";
import { endBot } from "./reply.ts";
import { GOODBYE_AFTER, lookAgain, lookAt, type Where } from "./ratings.ts";

interface Change {
  wanted: Omit<Wanted, "writeNote" | "goodbyeAt"> & { note?: string };
  person: Person;
  where: Pick<Where, "company" | "now">;
}

/** A move of a ticket, with the last words to the customer later when it is resolved (behaviour.md, Tickets). */
export function changeTicket(db: Write, emit: Emit, id: number, { wanted, person, where }: Change): Moved {
  const { note, ...rest } = wanted, { now } = where, { undoFrom = now } = wanted;
  const writeNote = note === undefined
    ? undefined
    : (ticket: Parameters<NonNullable<Wanted["writeNote"]>>[0]) => addNoteTo(db, emit, ticket, { note, person, now });
  // It stands in the service's row, so that a restart loses nothing and an undo takes it along.
  const hasGoodbye = wanted.status === "closed" && !wanted.justClose;
  const goodbyeAt = hasGoodbye ? undoFrom + GOODBYE_AFTER : undefined;
  const moved = moveTicket(db, emit, id, { ...rest, writeNote, goodbyeAt }, person, now);
  if (goodbyeAt !== undefined) lookAt(where.company, goodbyeAt);
  return moved;
}

interface Unchange {
  undoing: Undoing;
  company: Company;
}

/** Takes back a move, and the note that went along with it. What it would have said to the customer is never said. */
export function undoChange(db: Write, emit: Emit, id: number, { undoing, company }: Unchange): Moved {
  const noteId = noteOfMove(db, undoing.moveId);
  const moved = undoMove(db, emit, id, undoing);
  if (noteId !== null) removeNote(db, emit, noteId, undoing.person, undoing.now);
  // The outside bot that had it was told that it is over.
  const row = ticketRow(db, id)!;
  if (isWithBot(row)) {
    endBot(db, emit, row);
    return { ...moved, chatbot: false };
  }
  // A service that has ended after all may have its last words before it.
  if (moved.status === "closed") lookAgain(company);
  return moved;
}
