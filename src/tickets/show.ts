import { and, asc, desc, eq, getTableColumns, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { connectionTable } from "../connections/table.ts";
import { contactTable } from "../contacts/table.ts";
import { kindOf } from "../contract/channels.ts";
import { refuse } from "../contract/errors.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { TagRef } from "../contract/tags.ts";
import type { Handover, Move, Ticket } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Audience } from "../platform/hub.ts";
import { jsonMoment } from "../platform/json_in_sql.ts";
import { momentOf } from "../platform/moment.ts";
import { packed } from "../platform/packed.ts";
import { queueTable } from "../queues/table.ts";
import { tagTable, ticketTagTable } from "../tags/table.ts";
import { userTable } from "../users/table.ts";
import { moveTable, ticketTable } from "./table.ts";

const {
  queuedAt: _q,
  startedAt: _s,
  closedAt: _c,
  begunAt: _g,
  bot: _b,
  handedAt: _h,
  campaignId: _i,
  ...shownColumns
} = getTableColumns(ticketTable);
const { createdAt: _cc, updatedAt: _cu, ...namesOfContact } = getTableColumns(contactTable);
export const contactColumns = namesOfContact;

export const tagsOfTicket = sql`(select json_group_array(json_object(
  'id', ${tagTable.id}, 'name', ${tagTable.name}, 'color', ${tagTable.color}
) order by ${tagTable.name}) from ${ticketTagTable} join ${tagTable} on ${tagTable.id} = ${ticketTagTable.tagId}
where ${ticketTagTable.ticketId} = ${ticketTable.id})`;

/** The transfer that brought a ticket to where nobody has opened it yet. */
export const handover = sql`iif(${ticketTable.handedAt} is null, null, (select json_object(
  'by', iif(handing.id is null, null, json_object('id', handing.id, 'name', handing.name)),
  'note', (select note from notes where notes.id = ${moveTable.noteId}),
  'at', ${jsonMoment(moveTable.at)}
) from ${moveTable} left join ${userTable} as handing on handing.id = ${moveTable.userId}
where ${moveTable.ticketId} = ${ticketTable.id} and ${moveTable.at} = ${ticketTable.handedAt}
  and ${moveTable.action} = 'transfer' order by ${moveTable.id} desc limit 1))`;

/** By its name, for features further to the right own the table. */
export const campaign = sql`iif(${ticketTable.campaignId} is null, null,
(select json_object('id', campaigns.id, 'name', campaigns.name) from campaigns where campaigns.id = ${ticketTable.campaignId}))`;

const joined = packed(
  {
    ticket: shownColumns,
    contact: contactColumns,
    user: { id: userTable.id, name: userTable.name },
    queue: { id: queueTable.id, name: queueTable.name, color: queueTable.color },
    connection: {
      id: connectionTable.id,
      name: connectionTable.name,
      channel: connectionTable.channel,
      provider: connectionTable.provider,
    },
  },
  ["user", "queue", "connection"],
  { tags: tagsOfTicket, handover, campaign },
);

/** Tickets with the names they are shown with, each row packed: see `ticketOf`. */
export function selectTickets(db: Read) {
  return withNames(db, joined.text);
}

/** Tickets with whom and what their rows name. */
export function withNames(db: Read, row: SQL.Aliased<string>) {
  return db.select({ row }).from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .leftJoin(connectionTable, eq(connectionTable.id, ticketTable.connectionId));
}

export function ticketOf({ row }: { row: string }): Ticket {
  return shown(joined.unpack(row));
}

/** The tickets of a whole page, made by `inOneText`. */
export function ticketsOf(page: { rows: string | null }[]): Ticket[] {
  return joined.unpackAll(page).map(shown);
}

function shown(
  { ticket, contact, user, queue, connection, tags, handover, campaign }: ReturnType<typeof joined.unpack>,
): Ticket {
  // Each by its name: what is spread from the row takes a third of a page's time.
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: ticket.status,
    userId: ticket.userId,
    user,
    queueId: ticket.queueId,
    queue,
    whatsappId: ticket.connectionId,
    whatsapp: connection && { id: connection.id, name: connection.name, kind: kindOf(connection) },
    contactId: ticket.contactId,
    contact,
    channel: ticket.channel,
    isGroup: ticket.isGroup,
    chatbot: ticket.chatbot,
    tags: tags as TagRef[],
    lastMessage: ticket.lastMessage,
    lastMessageKind: ticket.lastMessageKind,
    lastMessageFromMe: ticket.lastMessageFromMe,
    lastMessageAck: ticket.lastMessageAck,
    lastMessageId: ticket.lastMessageId,
    lastMessageIsDeleted: ticket.lastMessageIsDeleted,
    unreadMessages: ticket.unreadMessages,
    waitingSince: perhaps(ticket.waitingSince),
    unansweredSince: perhaps(ticket.unansweredSince),
    handover: handover as Handover | null,
    campaign: campaign as Ticket["campaign"],
    createdAt: momentOf(ticket.createdAt),
    updatedAt: momentOf(ticket.updatedAt),
  };
}

function perhaps(at: number | null): string | null {
  return at === null ? null : momentOf(at);
}

const joinById = prepared((db) => selectTickets(db).where(eq(ticketTable.id, prepared.arg("id"))).prepare());
const joinByUuid = prepared((db) => selectTickets(db).where(eq(ticketTable.uuid, prepared.arg("uuid"))).prepare());

/** A ticket that is known to be there. */
export function shownTicket(db: Read, id: number): Ticket {
  return ticketOf(joinById.one(db, { id }) ?? refuse("ERR_NO_TICKET_FOUND"));
}

/** A ticket for someone to look at: unknown is 404, not theirs to see is 403. */
export function ticketFor(db: Read, person: Person, by: { id: number } | { uuid: string }): Ticket {
  const join = "id" in by ? joinById.one(db, by) : joinByUuid.one(db, by);
  if (!join) refuse("ERR_NO_TICKET_FOUND");
  const ticket = ticketOf(join);
  if (!maySeeTicket(person, ticket)) refuse("ERR_NO_PERMISSION");
  return ticket;
}

/** Refuses as `ticketFor` does, without reading what is shown of it. */
export function checkMaySee(db: Read, person: Person, id: number): void {
  const look = lookById.one(db, { id });
  if (!look) refuse("ERR_NO_TICKET_FOUND");
  if (!maySeeTicket(person, look)) refuse("ERR_NO_PERMISSION");
}
const lookById = prepared((db) =>
  db.select({ queueId: ticketTable.queueId, userId: ticketTable.userId }).from(ticketTable)
    .where(eq(ticketTable.id, prepared.arg("id"))).prepare()
);

/** Who gets a ticket's events: those who may see it, or might have seen it as it was before. */
export function viewersOf(...looks: { queueId: number | null; userId: number | null }[]): Audience {
  return (person) => looks.some((look) => maySeeTicket(person, look));
}

export const toUserTable = alias(userTable, "to_user");
export const noteAlong = sql<string | null>`(select note from notes where notes.id = ${moveTable.noteId})`;
function selectMoves(db: Read) {
  return db.select({
    id: moveTable.id,
    ticketId: moveTable.ticketId,
    action: moveTable.action,
    user: { id: userTable.id, name: userTable.name },
    toUser: { id: toUserTable.id, name: toUserTable.name },
    toQueue: { id: queueTable.id, name: queueTable.name, color: queueTable.color },
    undoes: moveTable.undoes,
    note: noteAlong,
    bot: moveTable.bot,
    minutes: moveTable.minutes,
    number: moveTable.number,
    at: moveTable.at,
  }).from(moveTable)
    .leftJoin(userTable, eq(userTable.id, moveTable.userId))
    .leftJoin(toUserTable, eq(toUserTable.id, moveTable.toUserId))
    .leftJoin(queueTable, eq(queueTable.id, moveTable.toQueueId));
}
/** Of one page. */
export const MOST_MOVES = 200;

const moves = prepared((db) =>
  selectMoves(db).where(and(
    eq(moveTable.ticketId, prepared.arg("ticketId")),
    gte(moveTable.at, prepared.arg("from")),
    lte(moveTable.at, prepared.arg("to")),
  ))
    .orderBy(asc(moveTable.at), asc(moveTable.id)).limit(MOST_MOVES).prepare()
);

/** The moves that were made after one, oldest first, with their tickets. */
export function movesSince(db: Read, id: number): { ticketId: number; move: Move }[] {
  return laterMoves(db, { id }).map(({ ticketId, ...move }) => ({
    ticketId,
    move: { ...move, at: momentOf(move.at) },
  }));
}
const laterMoves = prepared((db) =>
  selectMoves(db).where(gt(moveTable.id, prepared.arg("id"))).orderBy(asc(moveTable.id)).prepare()
);

/** What happened to a ticket between two moments (ms), oldest first. */
export function movesBetween(db: Read, ticketId: number, from: number, to: number): Move[] {
  return moves(db, { ticketId, from, to }).map(({ ticketId: _, ...move }) => ({ ...move, at: momentOf(move.at) }));
}

/** The latest move of a ticket, and who made it. */
export function lastMove(db: Read, ticketId: number) {
  return newestMoves(db, ticketId, 1)[0];
}

/** Looked through for the latest move that still counts: more are not made, and undone again, in 8 s. */
const MOST_UNDONE = 40;

/** The latest move of a ticket that was not undone: each undo takes back the one that counted before it. */
export function standingMove(db: Read, ticketId: number): { id: number; action: Move["action"] } | undefined {
  let undone = 0;
  return newestMoves(db, ticketId, MOST_UNDONE).find(({ action }) => {
    if (action === "undo") return void undone++;
    return undone-- <= 0;
  });
}

function newestMoves(db: Read, ticketId: number, most: number) {
  return db.select({ id: moveTable.id, action: moveTable.action, user: { id: userTable.id, name: userTable.name } })
    .from(moveTable).leftJoin(userTable, eq(userTable.id, moveTable.userId)).where(eq(moveTable.ticketId, ticketId))
    .orderBy(desc(moveTable.at), desc(moveTable.id)).limit(most).all();
}

/** The note that went along with a move. */
export function noteOfMove(db: Read, moveId: number): number | null {
  return db.select({ id: moveTable.noteId }).from(moveTable).where(eq(moveTable.id, moveId)).all()[0]?.id ?? null;
}
