import { and, desc, eq, ne, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import {
  type ChangedTicket,
  type Move,
  type MoveName,
  MOVES,
  type OtherTicket,
  type Ticket,
  type TicketStatus,
} from "../contract/tickets.ts";
import { type Emit, preparedInsert, type Read, type Write } from "../platform/company.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { queueTable } from "../queues/table.ts";
import { userById } from "../users/users.ts";
import { isAt, type Place, stateBefore } from "./before.ts";
import { closeTicket, resumeCycle } from "./cycles.ts";
import { lastMove, movesBetween, shownTicket, viewersOf } from "./show.ts";
import { type CycleRow, moveTable, type TicketRow, ticketTable } from "./table.ts";
import { keepUndo } from "./undos.ts";

export interface Wanted {
  status?: TicketStatus;
  userId?: number | null;
  queueId?: number | null;
  justClose?: boolean;
  /** What the person saw when they decided. */
  was?: Place;
  /** Writes down the note that goes along with a transfer, and names it. */
  writeNote?: (ticket: TicketRow) => number;
}

/** A ticket after a move, and the move. */
export type Moved = Ticket & { move: Move };

/**
 * Accept, return, resolve, reopen, close or transfer: whatever the wanted state says (spec 1 §4.2, §7).
 * Two people acting at once: the second is refused with the present ticket (behaviour.md).
 */
export function moveTicket(db: Write, emit: Emit, id: number, wanted: Wanted, person: Person, now: number): Moved {
  const had = ticketRow(db, id) ?? refuse("ERR_NO_TICKET_FOUND");
  const { was } = wanted;
  if (!maySeeTicket(person, had)) {
    // It was before their eyes a moment ago: somebody has given it to others.
    if (was && maySeeTicket(person, was)) refuseChanged(db, had, person);
    refuse("ERR_NO_PERMISSION");
  }
  if (was && !isAt(had, was)) refuseChanged(db, had, person);
  const name = nameOf(db, had, wanted, person);
  if (wanted.writeNote && name !== "transfer") refuse("ERR_INVALID_INPUT", { fields: { note: "invalid" } });
  const { moved, resumed } = name === "transfer"
    ? { moved: transfer(db, had, wanted, person, now), resumed: undefined }
    : changeStatus(db, had, name, person, now);
  const action = name === "resolve" && wanted.justClose ? "close" : name;
  const noteId = wanted.writeNote?.(moved);
  const answer = emitted(db, emit, { had, moved, action, userId: person.id, noteId, now });
  keepUndo(db, { what: "move", id: answer.move.id, userId: person.id }, stateBefore(db, had, moved, resumed), now);
  return answer;
}

function nameOf(db: Read, had: TicketRow, wanted: Wanted, person: Person): MoveName | "transfer" {
  // Who accepts a ticket says the same as who would have it transferred to them; it must not take it from a colleague.
  const isAccept = wanted.status === "open" && wanted.userId === person.id && wanted.queueId === undefined;
  const isTransfer = wanted.queueId !== undefined || !isAccept &&
      (wanted.userId !== undefined && (wanted.status === undefined || wanted.status === had.status) &&
        wanted.userId !== had.userId);
  const byStatus = (Object.keys(MOVES) as MoveName[])
    .find((name) => MOVES[name].from === had.status && MOVES[name].to === wanted.status);
  if (isTransfer && !(byStatus && wanted.queueId === undefined)) {
    return had.status === "closed" ? refuseChanged(db, had, person) : "transfer";
  }
  // Nothing fits: somebody else was quicker, so the present state goes along with the refusal.
  return byStatus ?? refuseChanged(db, had, person);
}

/** Says who was quicker; and how the ticket stands now, to who may see it. */
export function refuseChanged(db: Read, had: TicketRow, person: Person): never {
  const { status, userId } = had;
  const { action = null, user = null } = lastMove(db, had.id) ?? {};
  const stands = maySeeTicket(person, had) ? { status, userId } : {};
  refuse("ERR_TICKET_CHANGED", { detail: { ...stands, action, by: user } satisfies ChangedTicket });
}

interface Changed {
  moved: TicketRow;
  /** The service that goes on after all. */
  resumed?: CycleRow;
}

function changeStatus(db: Write, had: TicketRow, name: MoveName, person: Person, now: number): Changed {
  const { to } = MOVES[name];
  if (name === "resolve") return { moved: closeTicket(db, had, { userId: person.id, now }).ticket };
  if (name === "reopen") refuseIfServed(db, had.contactId, person);
  const { is, resumed } = name === "reopen" ? resumeCycle(db, had, now) : { is: {}, resumed: undefined };
  const moved = db.update(ticketTable).set({
    status: to,
    userId: name === "return" ? null : person.id,
    chatbot: false,
    updatedAt: now,
    waitingSince: to === "pending" ? unansweredSince(db, had) ?? now : null,
    handedAt: null,
    ...(name === "accept" ? { startedAt: had.startedAt ?? now } : {}),
    ...(name === "return" && had.queueId ? { queuedAt: had.queuedAt ?? now } : {}),
    ...(name === "reopen" ? { closedAt: null, ...is } : {}),
  }).where(eq(ticketTable.id, had.id)).returning().get();
  return { moved, resumed };
}

/**
 * When (ms) the customer wrote first of all that nobody has answered in this service. Whatever we say once somebody serves
 * is an answer, also what the company's own phone says; what the bot says before that is none.
 */
export function unansweredSince(db: Read, { id, startedAt }: TicketRow): number | undefined {
  const [row] = db.all<{ at: number | null }>(sql`
    select min(created_at) as at from messages
    where ticket_id = ${id} and from_me = 0 and is_history = 0
      and created_at > coalesce((select max(closed_at) from service_cycles where ticket_id = ${id}), 0)
      and created_at > coalesce((
        select max(created_at) from messages
        where ticket_id = ${id} and from_me = 1 and (user_id is not null or created_at >= ${startedAt})
      ), 0)`);
  return row?.at ?? undefined;
}

/** One ticket in progress for each contact; the refusal names the other, so that a screen can lead there. */
export function refuseIfServed(db: Read, contactId: number, person: Person): void {
  const other = activeTicketOf(db, contactId);
  if (!other) return;
  const { uuid, userId } = other;
  const user = userId === null ? null : userById(db, userId)?.name ?? null;
  refuse("ERR_OTHER_OPEN_TICKET", {
    detail: { uuid, userId, user, maySee: maySeeTicket(person, other) } satisfies OtherTicket,
  });
}

/** To a user, a queue, or both; a queue without a user makes the ticket wait there (spec 1 §4.2). */
function transfer(db: Write, had: TicketRow, { userId, queueId }: Wanted, person: Person, now: number): TicketRow {
  checkPlace(db, { queueId: queueId === undefined ? had.queueId : queueId, userId: userId ?? null });
  const waits = !userId;
  return db.update(ticketTable).set({
    queueId: queueId === undefined ? had.queueId : queueId,
    userId: userId ?? null,
    status: waits ? "pending" : "open",
    queuedAt: had.queuedAt ?? (queueId ? now : null),
    startedAt: userId ? had.startedAt ?? now : had.startedAt,
    chatbot: false,
    // Sent from queue to queue, somebody has waited all the while.
    waitingSince: waits ? had.waitingSince ?? unansweredSince(db, had) ?? now : null,
    // Who takes it for themselves needs nobody to tell them.
    handedAt: userId === person.id ? null : now,
    updatedAt: now,
  }).where(eq(ticketTable.id, had.id)).returning().get();
}

/** Whoever is given a ticket must be able to see it: in a queue that they do not serve it would be lost. */
export function checkPlace(db: Read, place: { queueId: number | null; userId: number | null }): void {
  const { queueId, userId } = place;
  const queue = db.select({ id: queueTable.id }).from(queueTable).where(eq(queueTable.id, queueId ?? 0)).all()[0];
  if (queueId && !queue) refuse("ERR_NO_QUEUE_FOUND");
  if (!userId) return;
  const user = userById(db, userId) ?? refuse("ERR_NO_USER_FOUND");
  const queueIds = queuesOfUser(db, userId).map(({ id }) => id);
  if (!maySeeTicket({ ...user, super: false, queueIds }, place)) {
    refuse("ERR_INVALID_INPUT", { fields: { userId: "invalid" } });
  }
}

interface Moving {
  had: TicketRow;
  moved: TicketRow;
  action: Move["action"];
  userId: number | null;
  noteId?: number;
  /** Of an undo: what it took back. */
  undoes?: Move["action"];
  now: number;
}

/** Writes the line into the ticket's history and lets old and new viewers hear of it. */
export function emitted(db: Write, emit: Emit, { had, moved, action, userId, now, ...more }: Moving): Moved {
  recordMove(db, moved, action, userId, now, more);
  const ticket = shownTicket(db, moved.id);
  const move = movesBetween(db, moved.id, now, now).at(-1)!;
  emit("ticket", { action: "update", ticket, move }, viewersOf(moved));
  // Who may no longer see it must let it go.
  const stays = viewersOf(moved), saw = viewersOf(had);
  emit("ticket", { action: "removeFromList", ticketId: moved.id }, (person) => saw(person) && !stays(person));
  return { ...ticket, move };
}

export function recordMove(
  db: Write,
  ticket: TicketRow,
  action: Move["action"],
  userId: number | null,
  at: number,
  { noteId, undoes }: Pick<Moving, "noteId" | "undoes"> = {},
): void {
  insertMove(db, {
    ticketId: ticket.id,
    action,
    userId,
    toUserId: action === "transfer" ? ticket.userId : null,
    toQueueId: action === "transfer" ? ticket.queueId : null,
    noteId: noteId ?? null,
    undoes: undoes ?? null,
    at,
  });
}

const insertMove = preparedInsert(moveTable, [
  "ticketId",
  "action",
  "userId",
  "toUserId",
  "toQueueId",
  "noteId",
  "undoes",
  "at",
]);

export function ticketRow(db: Read, id: number): TicketRow | undefined {
  return db.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0];
}

/** The contact's ticket that is not closed, on whatever connection. */
export function activeTicketOf(db: Read, contactId: number): TicketRow | undefined {
  return db.select().from(ticketTable).where(
    and(eq(ticketTable.contactId, contactId), ne(ticketTable.status, "closed")),
  )
    .orderBy(desc(ticketTable.id)).limit(1).all()[0];
}
