import { type Column, desc, eq, sql } from "drizzle-orm";
import { contactTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Message } from "../contract/messages.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { Move, PastTicket } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { jsonFlag, jsonJoined, jsonMoment, jsonObject, Written } from "../platform/json_in_sql.ts";
import { readingStamp } from "../platform/moment.ts";
import { ticketBefore } from "../tickets/past.ts";
import { ticketTable } from "../tickets/table.ts";
import { writeMoves } from "../tickets/write_pages.ts";
import { userTable } from "../users/table.ts";
import { MESSAGE_PAGE } from "./show.ts";
import { mediaTable, messageTable, reactionTable } from "./table.ts";

export interface ThreadPage {
  messages: Message[];
  moves: Move[];
  hasMore: boolean;
  hasNewer: boolean;
  earlier: PastTicket | null;
}

/**
 * The newest page of a ticket's thread for a person, as SQLite writes it: what a screen asks for when a ticket is opened. The
 * same as `listMessages` says of it. Refuses as `ticketFor` does.
 */
export function newestThread(db: Read, person: Person, ticketId: number): Written<ThreadPage> {
  const found = thread.one(db, { ticketId, asOf: readingStamp() });
  if (!found) refuse("ERR_NO_TICKET_FOUND");
  if (!maySeeTicket(person, found)) refuse("ERR_NO_PERMISSION");
  const messages = (found.messages ?? "").split(SEPARATOR).reverse().join(","), hasMore = found.before !== null;
  const earlier = hasMore || !found.hasEarlier ? null : ticketBefore(db, person, ticketId);
  return new Written(
    `{"messages":[${messages}],"moves":[${found.moves ?? ""}],"hasMore":${hasMore},"hasNewer":false,"earlier":${
      JSON.stringify(earlier)
    }}`,
  );
}

/** No JSON text has it: it is escaped there. */
const SEPARATOR = "\u001e";

const { id, ticketId, createdAt, contactId, isDeleted, quotedWid, extra } = messageTable;
const ofTicket = eq(ticketId, prepared.arg("ticketId"));

/** When the newest message was written that is not on the page any more. */
const before = sql<number | null>`(select ${createdAt} from ${messageTable} where ${ofTicket}
  order by ${createdAt} desc, ${id} desc limit 1 offset ${sql.raw(`${MESSAGE_PAGE}`)})`;

/** Whether the contact has had a ticket before, so that few threads ask for what it was. */
const hasEarlier = sql<number>`exists (select 1 from tickets past where past.contact_id = "tickets"."contact_id"
  and (past.created_at, past.id) < ("tickets"."created_at", "tickets"."id"))`;

const thread = prepared((db) => {
  const page = db.select({ row: message.as("row") }).from(messageTable)
    .leftJoin(mediaTable, eq(mediaTable.messageId, id)).leftJoin(userTable, eq(userTable.id, messageTable.userId))
    .where(ofTicket).orderBy(desc(createdAt), desc(id)).limit(MESSAGE_PAGE).as("page");
  const moves = writeMoves(db, { ofTicket: prepared.arg("ticketId"), from: sql`coalesce(${before} + 1, 0)` }).as(
    "moves",
  );
  const { queueId, userId } = ticketTable;
  return db.select({
    queueId,
    userId,
    before,
    hasEarlier,
    messages: sql<string | null>`(select group_concat("row", char(30)) from ${page})`,
    moves: sql<string | null>`(select group_concat("row") from ${moves})`,
  }).from(ticketTable).where(eq(ticketTable.id, prepared.arg("ticketId"))).prepare();
});

const NONE = sql`json('[]')`, FALSE = sql`json('false')`;

/** A number of a file that is one; 0 for what only a broken network says. */
function whole(column: Column) {
  return sql`iif(typeof(${column}) = 'integer' and ${column} between 0 and ${
    sql.raw(`${Number.MAX_SAFE_INTEGER}`)
  }, ${column}, 0)`;
}

const KIND_OF_FILE = sql`substr(${mediaTable.mimetype}, 1, instr(${mediaTable.mimetype} || '/', '/') - 1)`;
const { state, name, mimetype, size, width, height, seconds, waveform } = mediaTable;

const place = sql`iif(json_type(${extra}, '$.place.latitude') in ('integer', 'real')
    and json_type(${extra}, '$.place.longitude') in ('integer', 'real'),
  json_set(${extra} -> '$.place', '$.name', coalesce(${extra} ->> '$.place.name', '')), null)`;

const contactName = sql`(select ${contactTable.name} from ${contactTable} where ${contactTable.id} = ${contactId})`;
const quote = sql`coalesce(
  (select json_object('id', quoted.id, 'fromMe', iif(quoted.from_me, json('true'), json('false')), 'body', quoted.body,
      'kind', quoted.kind, 'contactName', coalesce(nullif(quoted.participant, ''), ${contactName}))
    from messages quoted where quoted.wid = ${quotedWid} and quoted.contact_id = ${contactId} limit 1),
  json_object('id', null, 'fromMe', json(coalesce(${extra} -> '$.quoted.fromMe', 'false')),
    'body', coalesce(${extra} ->> '$.quoted.body', ''), 'kind', coalesce(${extra} ->> '$.quoted.kind', 'text'),
    'contactName', ${contactName}))`;

const reactions =
  sql`(select json_group_array(json_object('emoji', emoji, 'fromMe', iif(who = 'me', json('true'), json('false'))))
  from ${reactionTable} where ${reactionTable.messageId} = ${id})`;

/** The twin of `messageOf`. */
const message = jsonObject({
  id,
  ticketId,
  contactId,
  queueId: sql`"tickets"."queue_id"`,
  body: messageTable.body,
  fromMe: jsonFlag(messageTable.fromMe),
  user: jsonJoined(userTable.id, { name: userTable.name }),
  participant: messageTable.participant,
  read: jsonFlag(messageTable.read),
  ack: messageTable.ack,
  failure: messageTable.failure,
  kind: messageTable.kind,
  kindName: messageTable.kindName,
  mediaType:
    sql`iif(${mimetype} is null, null, iif(${KIND_OF_FILE} in ('image', 'audio', 'video'), ${KIND_OF_FILE}, 'other'))`,
  mediaUrl: sql`iif(${mimetype} is null, null, '/api/media/' || ${id})`,
  media: sql`iif(${mimetype} is null, null, ${
    jsonObject({
      ...{ state, name, mimetype, size: whole(size) },
      ...{ width: whole(width), height: whole(height), seconds: whole(seconds), waveform },
    })
  })`,
  // Few messages have anything of what follows.
  places: sql`iif(${extra} is null, null, ${place})`,
  cards: sql`iif(${extra} is null, ${NONE}, json(coalesce(nullif(${extra} -> '$.cards', 'null'), '[]')))`,
  quotedMsg: sql`iif(coalesce(${quotedWid}, '') = '', null, json(${quote}))`,
  reactions:
    sql`iif(${isDeleted} or not exists (select 1 from ${reactionTable} where ${reactionTable.messageId} = ${id}),
    ${NONE}, json(${reactions}))`,
  isDeleted: jsonFlag(isDeleted),
  isEdited: jsonFlag(messageTable.isEdited),
  isForwarded:
    sql`iif(${extra} is null, ${FALSE}, json(iif(json_type(${extra}, '$.forwarded') = 'true', 'true', 'false')))`,
  createdAt: jsonMoment(createdAt),
  localId: messageTable.localId,
  asOf: prepared.value("asOf"),
});
