import type { Move, Ticket } from "../contract/tickets.ts";
import type { Emit, Write } from "../platform/company.ts";
import { preparedInsertId } from "../platform/prepared.ts";
import { shownTicket, viewersOf } from "./show.ts";
import { moveTable, type TicketRow } from "./table.ts";
import { shownMove } from "./write_pages.ts";

/** A ticket after a move, and the move. */
export type Moved = Ticket & { move: Move };

interface Moving {
  had: TicketRow;
  moved: TicketRow;
  action: Move["action"];
  userId: number | null;
  noteId?: number;
  /** Of an undo: what it took back. */
  undoes?: Move["action"];
  /** Of an outside bot: how it is called, and its minutes. */
  bot?: string;
  minutes?: number;
  /** Of a customer who has another number: which. */
  number?: string;
  now: number;
}

/** Writes the line into the ticket's history and emits the events for old and new viewers. */
export function recordAndEmit(db: Write, emit: Emit, { had, moved, action, userId, now, ...more }: Moving): Moved {
  const moveId = recordMove(db, moved, action, userId, now, more);
  const ticket = shownTicket(db, moved.id), move = shownMove(db, moveId);
  emit("ticket", { action: "update", ticket, move }, viewersOf(moved));
  // Who may no longer see it must let it go.
  const stays = viewersOf(moved), saw = viewersOf(had);
  emit("ticket", { action: "removeFromList", ticketId: moved.id }, (person) => saw(person) && !stays(person));
  return { ...ticket, move };
}

/** The line alone; answers its id. */
export function recordMove(
  db: Write,
  ticket: TicketRow,
  action: Move["action"],
  userId: number | null,
  at: number,
  { noteId, undoes, bot, minutes, number }: Pick<Moving, "noteId" | "undoes" | "bot" | "minutes" | "number"> = {},
): number {
  return insertMove(db, {
    ticketId: ticket.id,
    action,
    userId,
    toUserId: action === "transfer" ? ticket.userId : null,
    toQueueId: action === "transfer" ? ticket.queueId : null,
    noteId: noteId ?? null,
    undoes: undoes ?? null,
    bot: bot ?? null,
    minutes: minutes ?? null,
    number: number ?? null,
    at,
  });
}

const insertMove = preparedInsertId(moveTable, [
  "ticketId",
  "action",
  "userId",
  "toUserId",
  "toQueueId",
  "noteId",
  "undoes",
  "bot",
  "minutes",
  "number",
  "at",
]);
