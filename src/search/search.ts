import { and, desc, eq, exists, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { contactOf } from "../contacts/contacts.ts";
import { contactIdsFound, contactSearch } from "../contacts/find.ts";
import { contactTable } from "../contacts/table.ts";
import type { Person } from "../contract/permissions.ts";
import type { Found, SearchQuery } from "../contract/search.ts";
import type { Ticket } from "../contract/tickets.ts";
import { unsigned } from "../messages/signature.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { prefixQuery, snippetOf } from "../platform/full_text.ts";
import { newestFound, type TextIndex } from "../platform/newest_found.ts";
import { dayAfter, startOfDay } from "../shared/clock.ts";
import { ticketTagTable } from "../tags/table.ts";
import { MESSAGE_INDEX, whereVisible } from "../tickets/list.ts";
import { selectTickets, ticketOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";

export const FOUND_PAGE = 20;
/** So many matches are looked at for one page: of a word that everybody says, few may pass the filters. */
const LOOKED_AT = 5000;
const FILE_INDEX: TextIndex = { index: "file_search", table: "message_media", id: "message_id", column: "name" };
const NOTE_INDEX: TextIndex = { index: "note_search", table: "notes", id: "id", column: "note" };

export type Asked = z.output<typeof SearchQuery>;
export interface Page {
  found: Found[];
  next: number | null;
}

/** What has all words of the search, each as the beginning of one, of what the person may see (interface.md; spec 1 §6). */
export function find(db: Read, person: Person, asked: Asked, timeZone: string): Page {
  if (!prefixQuery(asked.searchParam)) return { found: [], next: null };
  if (asked.in === "contacts") return findContacts(db, person, asked);
  if (asked.in === "notes") return findNotes(db, person, asked, timeZone);
  return findMessages(db, person, asked, timeZone);
}

/** By their bodies, or by the names of their files. */
function findMessages(db: Read, person: Person, asked: Asked, timeZone: string): Page {
  const isFile = asked.in === "files";
  const { page, next } = fillPage(db, isFile ? FILE_INDEX : MESSAGE_INDEX, asked, (ids, most) =>
    db.select({
      id: messageTable.id,
      body: messageTable.body,
      kind: messageTable.kind,
      fromMe: messageTable.fromMe,
      participant: messageTable.participant,
      at: messageTable.createdAt,
      ticketId: messageTable.ticketId,
      user: userTable.name,
      file: mediaTable.name,
    }).from(messageTable)
      // In this order: else SQLite goes through all messages of a queue's tickets, to see which of them were found.
      .crossJoin(ticketTable)
      .leftJoin(userTable, eq(userTable.id, messageTable.userId))
      .leftJoin(mediaTable, eq(mediaTable.messageId, messageTable.id))
      .where(and(
        inArray(messageTable.id, ids),
        eq(ticketTable.id, messageTable.ticketId),
        eq(messageTable.isDeleted, false),
        whereVisible(person),
        writtenBy(asked.from),
        ofTickets(db, asked),
        between(messageTable.createdAt, asked, timeZone),
      ))
      .orderBy(desc(messageTable.id)).limit(most).all());
  const tickets = ticketsById(db, page.map(({ ticketId }) => ticketId));
  return {
    // Looked for in the order of their arrival, which for old messages of a new link is not that of their time.
    found: page.toSorted((a, b) => b.at - a.at).map((
      { id, body, kind, fromMe, participant, at, ticketId, user, file },
    ) => ({
      id,
      ticket: tickets.get(ticketId)!,
      contact: tickets.get(ticketId)!.contact,
      messageId: id,
      kind,
      snippet: snippetOf(isFile ? file ?? "" : fromMe ? unsigned(body) : body, asked.searchParam),
      fromMe,
      author: user ?? participant,
      at: momentOf(at),
    })),
    next,
  };
}

function findNotes(db: Read, person: Person, asked: Asked, timeZone: string): Page {
  if (asked.from === "contact") return { found: [], next: null };
  const isOwn = eq(noteTable.userId, person.id), visible = whereVisible(person);
  const { page, next } = fillPage(
    db,
    NOTE_INDEX,
    asked,
    (ids, most) =>
      db.select({ id: noteTable.id, note: noteTable, user: userTable.name, contact: contactTable }).from(noteTable)
        .innerJoin(contactTable, eq(contactTable.id, noteTable.contactId))
        .leftJoin(ticketTable, eq(ticketTable.id, noteTable.ticketId))
        .leftJoin(userTable, eq(userTable.id, noteTable.userId))
        .where(and(
          inArray(noteTable.id, ids),
          // As the list of notes: of a ticket that was deleted, its writer and the admins.
          visible && or(and(sql`${ticketTable.id} is not null`, visible), and(sql`${ticketTable.id} is null`, isOwn)),
          typeof asked.from === "number" ? eq(noteTable.userId, asked.from) : undefined,
          ofTickets(db, asked),
          between(noteTable.createdAt, asked, timeZone),
        ))
        .orderBy(desc(noteTable.id)).limit(most).all(),
  );
  const tickets = ticketsById(db, page.flatMap(({ note }) => note.ticketId ?? []));
  return {
    found: page.map(({ note, user, contact }) => ({
      id: note.id,
      ticket: tickets.get(note.ticketId ?? 0) ?? null,
      contact: contactOf(contact),
      messageId: null,
      kind: "text",
      snippet: snippetOf(note.note, asked.searchParam),
      fromMe: true,
      author: user ?? "",
      at: momentOf(note.createdAt),
    })),
    next,
  };
}

/** By name or number; the filters are about tickets, so only those with such a ticket are left when there are any. */
function findContacts(db: Read, person: Person, asked: Asked): Page {
  const from = asked.after ?? 0;
  const hasOne = ofTickets(db, asked);
  const theirs = eq(ticketTable.contactId, contactTable.id);
  const ticketOfContact = db.select({ id: ticketTable.id }).from(ticketTable)
    .where(and(theirs, whereVisible(person), hasOne));
  const rows = db.select().from(contactTable).where(and(
    sql`${contactTable.id} in (${contactIdsFound(contactSearch(asked.searchParam)!)})`,
    hasOne && exists(ticketOfContact),
  )).orderBy(sql`${contactTable.name} collate nocase`, contactTable.id).limit(FOUND_PAGE + 1).offset(from).all();
  const page = rows.slice(0, FOUND_PAGE), newest = newestTickets(db, person, page.map(({ id }) => id));
  return {
    found: page.map((row) => ({
      id: row.id,
      ticket: newest.get(row.id) ?? null,
      contact: contactOf(row),
      messageId: null,
      kind: "contact",
      snippet: snippetOf(row.name, asked.searchParam),
      fromMe: false,
      author: "",
      at: momentOf(row.updatedAt),
    })),
    next: rows.length > FOUND_PAGE ? from + FOUND_PAGE : null,
  };
}

/** A page of what the search has found and the filters let through, newest first. */
function fillPage<Row extends { id: number }>(
  db: Read,
  of: TextIndex,
  asked: Asked,
  rowsAmong: (ids: SQL, most: number) => Row[],
): { page: Row[]; next: number | null } {
  const rows: Row[] = [];
  let rest: number | null = null;
  for (const found of newestFound(db, { of, text: asked.searchParam, most: LOOKED_AT, before: asked.after })) {
    const ids = sql`(select value from json_each(${JSON.stringify(found.ids)}))`;
    rows.push(...rowsAmong(ids, FOUND_PAGE + 1 - rows.length));
    rest = found.rest;
    if (rows.length > FOUND_PAGE) break;
  }
  const page = rows.slice(0, FOUND_PAGE);
  return { page, next: rows.length > FOUND_PAGE ? page.at(-1)!.id : rest };
}

function writtenBy(from: Asked["from"]): SQL | undefined {
  if (from === undefined) return undefined;
  return typeof from === "number" ? eq(messageTable.userId, from) : eq(messageTable.fromMe, from === "company");
}

function ofTickets(db: Read, { queueIds, tags }: Asked): SQL | undefined {
  const tagged = tags?.length
    ? exists(
      db.select({ one: sql`1` }).from(ticketTagTable)
        .where(and(eq(ticketTagTable.ticketId, ticketTable.id), inArray(ticketTagTable.tagId, tags))),
    )
    : undefined;
  // With a plus, as no index of it: a queue has more tickets than were found.
  return and(queueIds?.length ? inArray(sql`+${ticketTable.queueId}`, queueIds) : undefined, tagged);
}

function between(
  column: typeof messageTable.createdAt | typeof noteTable.createdAt,
  { since, until }: Asked,
  timeZone: string,
): SQL | undefined {
  return and(
    since ? gte(column, startOfDay(timeZone, since)) : undefined,
    until ? lt(column, startOfDay(timeZone, dayAfter(until))) : undefined,
  );
}

function ticketsById(db: Read, ids: number[]): Map<number, Ticket> {
  if (ids.length === 0) return new Map();
  const rows = selectTickets(db).where(inArray(ticketTable.id, [...new Set(ids)])).all().map(ticketOf);
  return new Map(rows.map((ticket) => [ticket.id, ticket]));
}

/** The newest ticket of each contact that the person may see, by the contact's id. */
function newestTickets(db: Read, person: Person, contactIds: number[]): Map<number, Ticket> {
  if (contactIds.length === 0) return new Map();
  const rows = db.select({ id: sql<number>`max(${ticketTable.id})` }).from(ticketTable)
    .where(and(inArray(ticketTable.contactId, contactIds), whereVisible(person))).groupBy(ticketTable.contactId).all();
  return new Map([...ticketsById(db, rows.map(({ id }) => id)).values()].map((ticket) => [ticket.contactId, ticket]));
}
