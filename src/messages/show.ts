import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, or, type SQL } from "drizzle-orm";
import { contactTable } from "../contacts/table.ts";
import type { Media, Message, Place } from "../contract/messages.ts";
import { refuse } from "../contract/errors.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { momentOf, readingStamp } from "../platform/moment.ts";
import { inOneText, packed } from "../platform/packed.ts";
import { movesBetween } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { type Quoted, quoteOf, quotesOf } from "./quotes.ts";
import type { Recorded } from "./record.ts";
import { mediaTable, messageTable, reactionTable } from "./table.ts";

export const MESSAGE_PAGE = 40;

const { raw: _r, chat: _c, wid: _w, connectionId: _n, isHistory: _h, userId: _u, reachedAt: _r2, ...shownColumns } =
  getTableColumns(
    messageTable,
  );

const { file: _f, attempts: _a, dueAt: _d, thumbnail: _t, ...mediaColumns } = getTableColumns(mediaTable);

const joined = packed({
  message: shownColumns,
  media: mediaColumns,
  user: { id: userTable.id, name: userTable.name },
  ticket: { queueId: ticketTable.queueId },
  contact: { name: contactTable.name },
}, ["media", "user"]);

/** Messages without their raw form, with what every bubble shows, each row packed. */
function selectMessages(db: Read) {
  return db.select({ row: joined.text }).from(messageTable)
    .innerJoin(ticketTable, eq(ticketTable.id, messageTable.ticketId))
    .innerJoin(contactTable, eq(contactTable.id, messageTable.contactId))
    .leftJoin(mediaTable, eq(mediaTable.messageId, messageTable.id))
    .leftJoin(userTable, eq(userTable.id, messageTable.userId));
}
type MessageJoin = ReturnType<typeof joined.unpack>;

const joinById = prepared((db) =>
  inOneText(db, selectMessages(db).where(eq(messageTable.id, prepared.arg("id"))).as("one")).prepare()
);
const newestPage = prepared((db) =>
  inOneText(
    db,
    selectMessages(db).where(eq(messageTable.ticketId, prepared.arg("ticketId")))
      .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(MESSAGE_PAGE + 1)
      .offset(prepared.arg("offset")).as("page"),
  ).prepare()
);

/** A message that is known to be there. */
export function shownMessage(db: Read, id: number): Message {
  return dressed(db, joined.unpackAll(joinById(db, { id })))[0] ?? refuse("ERR_NO_MESSAGE_FOUND");
}

/** A message that was stored in the same transaction: nobody has reacted to it yet. */
export function newMessage(db: Read, id: number): Message {
  const joins = joined.unpackAll(joinById(db, { id })), [join] = joins;
  return join ? messageOf(join, quotesOf(db, joins.map(({ message }) => message))) : refuse("ERR_NO_MESSAGE_FOUND");
}

export interface PageAsked {
  pageNumber: number;
  before?: number;
  after?: number;
  around?: number;
}

/** A page of a ticket's thread, oldest first, with the ticket's moves of that time. */
export function listMessages(db: Read, ticketId: number, asked: PageAsked) {
  const { rows, hasMore, hasNewer } = pageOf(db, ticketId, asked);
  const messages = dressed(db, rows);
  const first = rows[0]?.message, last = rows.at(-1)?.message;
  if (!first && (hasMore || hasNewer)) return { messages, moves: [], hasMore, hasNewer };
  // A page shows what happened since the message before it; the newest also what happened after its last message.
  const older = hasMore && first ? side(db, ticketId, "older", first, 1).rows[0]?.message.createdAt : undefined;
  const from = older === undefined ? 0 : older + 1;
  const to = hasNewer && last ? last.createdAt : Number.MAX_SAFE_INTEGER;
  return { messages, moves: movesBetween(db, ticketId, from, to), hasMore, hasNewer };
}

function pageOf(db: Read, ticketId: number, { pageNumber, before, after, around }: PageAsked) {
  if (around) {
    const place = placeOf(db, ticketId, around);
    const older = side(db, ticketId, "older", place, MESSAGE_PAGE / 2),
      newer = side(db, ticketId, "newer", place, MESSAGE_PAGE / 2);
    const rows = [...older.rows, ...joined.unpackAll(joinById(db, { id: around })), ...newer.rows];
    return { rows, hasMore: older.more, hasNewer: newer.more };
  }
  if (before) {
    const { rows, more } = side(db, ticketId, "older", placeOf(db, ticketId, before), MESSAGE_PAGE);
    return { rows, hasMore: more, hasNewer: true };
  }
  if (after) {
    const { rows, more } = side(db, ticketId, "newer", placeOf(db, ticketId, after), MESSAGE_PAGE);
    return { rows, hasMore: true, hasNewer: more };
  }
  const rows = joined.unpackAll(newestPage(db, { ticketId, offset: (pageNumber - 1) * MESSAGE_PAGE }));
  return { rows: rows.slice(0, MESSAGE_PAGE).reverse(), hasMore: rows.length > MESSAGE_PAGE, hasNewer: pageNumber > 1 };
}

interface PlaceInThread {
  createdAt: number;
  id: number;
}

function placeOf(db: Read, ticketId: number, id: number): PlaceInThread {
  return db.select({ id: messageTable.id, createdAt: messageTable.createdAt }).from(messageTable)
    .where(and(eq(messageTable.id, id), eq(messageTable.ticketId, ticketId))).all()[0] ??
    refuse("ERR_NO_MESSAGE_FOUND");
}

/** Up to `count` messages on one side of a place, oldest first. */
function side(db: Read, ticketId: number, which: "older" | "newer", { createdAt, id }: PlaceInThread, count: number) {
  const beyond = which === "older" ? lt : gt, order = which === "older" ? desc : asc;
  const where: SQL = and(
    eq(messageTable.ticketId, ticketId),
    or(
      beyond(messageTable.createdAt, createdAt),
      and(eq(messageTable.createdAt, createdAt), beyond(messageTable.id, id)),
    ),
  )!;
  const rows = joined.unpackAll(
    inOneText(
      db,
      selectMessages(db).where(where).orderBy(order(messageTable.createdAt), order(messageTable.id)).limit(count + 1)
        .as("side"),
    ).all(),
  );
  const kept = rows.slice(0, count);
  return { rows: which === "older" ? kept.reverse() : kept, more: rows.length > count };
}

/** Rows as messages, with their quotes and reactions. */
function dressed(db: Read, joins: MessageJoin[]): Message[] {
  const quotes = quotesOf(db, joins.map(({ message }) => message)),
    reactions = reactionsOf(db, joins.map(({ message }) => message.id));
  return joins.map((join) => messageOf(join, quotes, reactions.get(join.message.id)));
}

/** A message that a customer sent and that was stored just now: nobody has reacted to it yet. */
export function freshMessage(
  db: Read,
  { media, ...message }: Recorded,
  { queueId, contact }: Pick<Ticket, "queueId" | "contact">,
): Message {
  const join: MessageJoin = { message, media, user: null, ticket: { queueId }, contact: { name: contact.name } };
  return messageOf(join, quotesOf(db, [message]));
}

function messageOf(
  { message, media, user, ticket, contact }: MessageJoin,
  quotes: Map<string, Quoted>,
  reactions: Message["reactions"] = [],
): Message {
  return {
    id: message.id,
    ticketId: message.ticketId,
    contactId: message.contactId,
    queueId: ticket.queueId,
    body: message.body,
    fromMe: message.fromMe,
    user,
    participant: message.participant,
    read: message.read,
    ack: message.ack,
    failure: message.failure,
    kind: message.kind,
    kindName: message.kindName,
    mediaType: media && mediaTypeOf(media),
    mediaUrl: media && `/api/media/${message.id}`,
    media: media && mediaOf(media),
    places: placeOnEarth(message.extra?.place),
    cards: message.extra?.cards ?? [],
    quotedMsg: quoteOf(message, contact.name, quotes),
    // Those that a message got before its deletion took them along are stored still.
    reactions: message.isDeleted ? [] : reactions,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.extra?.forwarded === true,
    createdAt: momentOf(message.createdAt),
    localId: message.localId,
    asOf: readingStamp(),
  };
}

/** What was stored before places were checked at the border may lie nowhere: Infinity became null in its JSON. */
function placeOnEarth(place: Place | undefined): Place | null {
  const isOnEarth = place && Number.isFinite(place.latitude) && Number.isFinite(place.longitude);
  return isOnEarth ? { ...place, name: place.name ?? "" } : null;
}

function mediaOf({ state, name, mimetype, size, width, height, seconds, waveform }: Media): Media {
  const [bytes, wide, high, long] = [size, width, height, seconds].map((value) =>
    Number.isSafeInteger(value) && value >= 0 ? value : 0
  ) as [number, number, number, number];
  return { state, name, mimetype, size: bytes, width: wide, height: high, seconds: long, waveform };
}

function mediaTypeOf({ mimetype }: Media): Message["mediaType"] {
  const [type] = mimetype.split("/");
  return type === "image" || type === "audio" || type === "video" ? type : "other";
}

const reactionsTo = prepared((db) =>
  db.select().from(reactionTable).where(inArray(reactionTable.messageId, prepared.list("ids"))).prepare()
);

function reactionsOf(db: Read, ids: number[]): Map<number, Message["reactions"]> {
  const found = new Map<number, Message["reactions"]>();
  for (const { messageId, who, emoji } of reactionsTo(db, { ids: JSON.stringify(ids) })) {
    const list = found.get(messageId) ?? [];
    list.push({ emoji, fromMe: who === "me" });
    found.set(messageId, list);
  }
  return found;
}
