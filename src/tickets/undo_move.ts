import { eq, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { queueTable } from "../queues/table.ts";
import { userById } from "../users/users.ts";
import { type Before, isAt, type Place } from "./before.ts";
import { cycleOf } from "./cycles.ts";
import { refuseChanged, refuseIfServed } from "./moves.ts";
import { type Moved, recordAndEmit } from "./record_move.ts";
import { ticketRow } from "./rows.ts";
import { standingMove } from "./show.ts";
import { type CycleRow, cycleTable, type TicketRow, ticketTable } from "./table.ts";
import { takeUndo } from "./undos.ts";

export interface Undoing {
  moveId: number;
  person: Person;
  now: number;
}

/**
 * Takes back a move: the ticket is as it was before, and so are the services that the dashboard counts. Refused when the
 * time is over, to others than its maker, and when somebody has moved the ticket since (behaviour.md, Tickets).
 */
export function undoMove(db: Write, emit: Emit, id: number, { moveId, person, now }: Undoing): Moved {
  const had = ticketRow(db, id) ?? refuse("ERR_NO_TICKET_FOUND");
  const before = takeUndo<Before>(db, { what: "move", id: moveId, userId: person.id }, now);
  const { was, left, unansweredSince, resumed } = before;
  const last = standingMove(db, id);
  if (last?.id !== moveId || !isAt(had, left)) refuseChanged(db, had, person);
  const closes = left.status === "closed";
  if (closes) refuseIfServed(db, had.contactId, person);
  checkStillThere(db, was);
  putBackService(db, had, resumed);
  const moved = db.update(ticketTable).set({
    ...was,
    unreadMessages: unreadAgain(db, had, before),
    // Closing made them answered; any other move left that alone, and more may have come.
    ...(closes && { unansweredSince }),
    updatedAt: now,
  }).where(eq(ticketTable.id, id)).returning().get();
  return recordAndEmit(db, emit, { had, moved, action: "undo", undoes: last.action, userId: person.id, now });
}

/**
 * How many are unread once the move is undone: as many as before it, and what the customer wrote since. Whoever had the
 * ticket meanwhile may have read them, and that is undone too: the messages themselves are unread again.
 */
function unreadAgain(db: Write, { id, unreadMessages: unread }: TicketRow, before: Before): number {
  const { was, left, newestMessage } = before;
  // What was closed is nobody's to read: only what has come is.
  if (was.status === "closed") return unread;
  db.run(sql`
    update messages set read = 0 where id in (
      select id from messages where ticket_id = ${id} and id <= ${newestMessage} and from_me = 0 and is_history = 0
      order by created_at desc, id desc limit ${before.unreadMessages})`);
  // What comes to a closed ticket and does not take it up again is kept there as read: thanks, and ratings.
  if (left.status === "closed") return unread + before.unreadMessages;
  // By their ids, of which few are later than a move that can still be undone; the ticket's index leads through all of it.
  const since = db.all(sql`
    update messages set read = 0
    where id > ${newestMessage} and +ticket_id = ${id} and from_me = 0 and is_history = 0 returning id`).length;
  // A merge may have brought another ticket's along.
  return Math.max(unread, before.unreadMessages + since);
}

/** An undone closing ended no service; an undone reopening gives the ended one back. */
function putBackService(db: Write, had: TicketRow, resumed: CycleRow | undefined): void {
  if (had.status === "closed") {
    const made = cycleOf(db, had);
    if (made) db.delete(cycleTable).where(eq(cycleTable.id, made.id)).run();
  }
  if (resumed) db.insert(cycleTable).values(resumed).run();
}

/** In between, somebody may have deleted the colleague or the queue that had the ticket. */
function checkStillThere(db: Read, { userId, queueId }: Place): void {
  if (userId !== null && !userById(db, userId)) refuse("ERR_NO_USER_FOUND");
  if (queueId === null) return;
  const [queue] = db.select({ id: queueTable.id }).from(queueTable).where(eq(queueTable.id, queueId)).all();
  if (!queue) refuse("ERR_NO_QUEUE_FOUND");
}
