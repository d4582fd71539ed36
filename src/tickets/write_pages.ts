import { asc, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { contactTable } from "../contacts/table.ts";
import { CLOUD } from "../contract/channels.ts";
import type { Move } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { jsonFlag, jsonJoined, jsonMoment, jsonObject } from "../platform/json_in_sql.ts";
import { queueTable } from "../queues/table.ts";
import { ticketTagTable } from "../tags/table.ts";
import { userTable } from "../users/table.ts";
import {
  campaign,
  contactColumns,
  handover,
  MOST_MOVES,
  noteAlong,
  tagsOfTicket,
  toUserTable,
  withNames,
} from "./show.ts";
import { moveTable, ticketTable } from "./table.ts";

/** Tickets as they are shown, each row in JSON already: the twin of `ticketOf`, for whole pages. */
export function writeTickets(db: Read) {
  return withNames(db, written.as("row"));
}

/** As `kindOf` says it. */
const KIND = sql`case when ${connectionTable.channel} <> 'whatsapp' then ${connectionTable.channel}
  when ${connectionTable.provider} = ${sql.raw(`'${CLOUD}'`)} then 'cloud' else 'linked' end`;

const written = jsonObject({
  id: ticketTable.id,
  uuid: ticketTable.uuid,
  status: ticketTable.status,
  userId: ticketTable.userId,
  user: jsonJoined(userTable.id, { name: userTable.name }),
  queueId: ticketTable.queueId,
  queue: jsonJoined(queueTable.id, { name: queueTable.name, color: queueTable.color }),
  whatsappId: ticketTable.connectionId,
  whatsapp: jsonJoined(connectionTable.id, { name: connectionTable.name, kind: KIND }),
  contactId: ticketTable.contactId,
  contact: jsonObject({ ...contactColumns, isGroup: jsonFlag(contactTable.isGroup) }),
  channel: ticketTable.channel,
  isGroup: jsonFlag(ticketTable.isGroup),
  chatbot: jsonFlag(ticketTable.chatbot),
  // Most tickets have none of these, and asking for what there may be takes longer than looking whether there is any.
  tags: sql`iif(exists (select 1 from ${ticketTagTable} where ${ticketTagTable.ticketId} = ${ticketTable.id}),
    json(${tagsOfTicket}), json('[]'))`,
  lastMessage: ticketTable.lastMessage,
  lastMessageKind: ticketTable.lastMessageKind,
  lastMessageFromMe: jsonFlag(ticketTable.lastMessageFromMe),
  lastMessageAck: ticketTable.lastMessageAck,
  lastMessageId: ticketTable.lastMessageId,
  lastMessageIsDeleted: jsonFlag(ticketTable.lastMessageIsDeleted),
  unreadMessages: ticketTable.unreadMessages,
  waitingSince: jsonMoment(ticketTable.waitingSince),
  unansweredSince: jsonMoment(ticketTable.unansweredSince),
  handover: sql`iif(${ticketTable.handedAt} is null, null, json(${handover}))`,
  campaign: sql`iif(${ticketTable.campaignId} is null, null, json(${campaign}))`,
  createdAt: jsonMoment(ticketTable.createdAt),
  updatedAt: jsonMoment(ticketTable.updatedAt),
});

/** The moves of a ticket since a moment, oldest first, each row in JSON as `movesBetween` says it. */
export function writeMoves(db: Read, { ofTicket, from }: { ofTicket: SQLWrapper; from: SQL }) {
  return writtenMoves(db).where(sql`${moveTable.ticketId} = ${ofTicket} and ${moveTable.at} >= ${from}`)
    .orderBy(asc(moveTable.at), asc(moveTable.id)).limit(MOST_MOVES);
}

const moveById = prepared((db) => writtenMoves(db).where(eq(moveTable.id, prepared.arg("id"))).prepare());

/** A move that is known to be there, as `movesBetween` says it. */
export function shownMove(db: Read, id: number): Move {
  return JSON.parse(moveById.one(db, { id })!.row);
}

function writtenMoves(db: Read) {
  return db.select({
    row: jsonObject({
      id: moveTable.id,
      action: moveTable.action,
      user: jsonJoined(userTable.id, { name: userTable.name }),
      toUser: jsonJoined(toUserTable.id, { name: toUserTable.name }),
      toQueue: jsonJoined(queueTable.id, { name: queueTable.name, color: queueTable.color }),
      undoes: moveTable.undoes,
      note: noteAlong,
      bot: moveTable.bot,
      minutes: moveTable.minutes,
      number: moveTable.number,
      at: jsonMoment(moveTable.at),
    }).as("row"),
  }).from(moveTable)
    .leftJoin(userTable, eq(userTable.id, moveTable.userId))
    .leftJoin(toUserTable, eq(toUserTable.id, moveTable.toUserId))
    .leftJoin(queueTable, eq(queueTable.id, moveTable.toQueueId));
}
