import { refuse } from "../contract/errors.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import { type ChangedTicket, type MoveName, MOVES, type OtherTicket, type TicketStatus } from "../contract/tickets.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { userById } from "../users/users.ts";
import { isAt, type Place, stateBefore } from "./before.ts";
import { closeTicket, resumeCycle } from "./cycles.ts";
import { type Moved, recordAndEmit } from "./record_move.ts";
import { activeTicketOf, changeRow, ticketRow } from "./rows.ts";
import { lastMove } from "./show.ts";
import type { CycleRow, TicketRow } from "./table.ts";
import { transferTicket } from "./transfer.ts";
import { keepUndo } from "./undos.ts";
import { unansweredSince } from "./waiting.ts";

export interface Wanted {
  status?: TicketStatus;
  userId?: number | null;
  queueId?: number | null;
  justClose?: boolean;
  /** When (ms since 1970) the customer gets the last words of a service that ends with this, if they get any. */
  goodbyeAt?: number;
  /** What the person saw when they decided. */
  was?: Place;
  /** From when on (ms since 1970) the time to take it back runs: for one of many, when the last of them will be done. */
  undoFrom?: number;
  /** Writes down the note that goes along with a transfer, and names it. */
  writeNote?: (ticket: TicketRow) => number;
}

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
  const { moved, resumed }: Changed = name === "transfer"
    ? { moved: transferTicket(db, had, { to: wanted, by: person.id, now }) }
    : VERBS[name](db, had, { person, now, goodbyeAt: wanted.goodbyeAt });
  const action = name === "resolve" && wanted.justClose ? "close" : name;
  const noteId = wanted.writeNote?.(moved);
  const answer = recordAndEmit(db, emit, { had, moved, action, userId: person.id, noteId, now });
  const undo = { what: "move", id: answer.move.id, userId: person.id, from: wanted.undoFrom } as const;
  keepUndo(db, undo, stateBefore(db, had, moved, resumed), now);
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

interface Maker extends Pick<Wanted, "goodbyeAt"> {
  person: Person;
  now: number;
}

/** A ticket after a move; with the service that goes on after all, when it is taken up again. */
interface Changed {
  moved: TicketRow;
  resumed?: CycleRow;
}

/** Whoever accepts a ticket serves it. */
export function acceptTicket(db: Write, had: TicketRow, { person, now }: Maker): Changed {
  return { moved: changed(db, had, { status: "open", userId: person.id, startedAt: had.startedAt ?? now }, now) };
}

/** Back among those that wait, for as long as its customer has had no answer. */
export function returnTicket(db: Write, had: TicketRow, { now }: Maker): Changed {
  const moved = changed(db, had, {
    status: "pending",
    userId: null,
    waitingSince: unansweredSince(db, had) ?? now,
    ...(had.queueId ? { queuedAt: had.queuedAt ?? now } : {}),
  }, now);
  return { moved };
}

export function resolveTicket(db: Write, had: TicketRow, { person, now, goodbyeAt }: Maker): Changed {
  return { moved: closeTicket(db, had, { userId: person.id, now, goodbyeAt }).ticket };
}

/** Taken up again by whoever does it, unless somebody serves the contact already; a service that ended just now goes on. */
export function reopenTicket(db: Write, had: TicketRow, { person, now }: Maker): Changed {
  refuseIfServed(db, had.contactId, person);
  const { is, resumed } = resumeCycle(db, had, now);
  return { moved: changed(db, had, { status: "open", userId: person.id, closedAt: null, ...is }, now), resumed };
}

const VERBS: Record<MoveName, (db: Write, had: TicketRow, by: Maker) => Changed> = {
  accept: acceptTicket,
  return: returnTicket,
  resolve: resolveTicket,
  reopen: reopenTicket,
};

function changed(db: Write, had: TicketRow, is: Partial<TicketRow>, now: number): TicketRow {
  const always = { chatbot: false, updatedAt: now, waitingSince: null, handedAt: null };
  return changeRow(db, had, { ...always, ...is });
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
