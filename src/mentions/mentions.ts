import { and, asc, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { Mention, TicketCard } from "../contract/mentions.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { UserRef } from "../contract/users.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { userQueueTable } from "../queues/table.ts";
import type { Called } from "../shared/mentions.ts";
import { selectTickets, ticketOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { mentionTable } from "./table.ts";

/** So many calls at most does one look at; who has more has other worries than the oldest of them. */
export const MOST_MENTIONS = 50;
const BEGINNING = 200;

/** Where somebody is called. */
export type MentionPlace = { chatMessageId: number } | { noteId: number };

/** Rings the bells of those who are called, but for who calls. */
export function callPeople(
  db: Write,
  emit: Emit,
  called: readonly Called[],
  { by, place, now }: { by: Pick<Person, "id">; place: MentionPlace; now: number },
): void {
  for (const { userId, written } of called) {
    const [row] = db.insert(mentionTable)
      // Who calls oneself is there already.
      .values({ userId, byId: by.id, ...place, written, createdAt: now, seenAt: userId === by.id ? now : null })
      .returning().all();
    if (userId === by.id) continue;
    const [mention] = select(db, sql`m.id = ${row!.id}`);
    if (mention) emit("mention", { action: "create", record: mentionOf(mention) }, only(userId));
  }
}

/** Where a person was called and has not been since, newest first, of what they may still see. */
export function mentionsOf(db: Read, person: Person): Mention[] {
  return select(db, sql`m.user_id = ${person.id} and m.seen_at is null`, MOST_MENTIONS)
    .filter((row) => row.noteId === null || maySeeTicket(person, { queueId: row.queueId, userId: row.servedBy }))
    .map(mentionOf);
}

/** Notes that a person has been where these called. */
export function seeMentions(db: Write, emit: Emit, userId: number, ids: readonly number[], now: number): void {
  const rows = db.update(mentionTable).set({ seenAt: now }).where(and(
    eq(mentionTable.userId, userId),
    isNull(mentionTable.seenAt),
    inArray(mentionTable.id, [...ids]),
  )).returning({ id: mentionTable.id }).all();
  if (rows.length) emit("mention", { action: "seen", ids: rows.map(({ id }) => id) }, only(userId));
}

/** The calls in a chat that a person has not seen, up to a message. */
export function unseenInChat(db: Read, userId: number, chatId: number, upTo: number): number[] {
  return db.all<{ id: number }>(sql`
    select m.id from mentions m join chat_messages c on c.id = m.chat_message_id
    where m.user_id = ${userId} and m.seen_at is null and c.chat_id = ${chatId} and c.id <= ${upTo}`)
    .map(({ id }) => id);
}

/** Takes back the calls of a message or a note, whose words are others now or are gone; answers who was called by it. */
export function takeBackCalls(
  db: Write,
  emit: Emit,
  place: MentionPlace,
  keep: ReadonlySet<number> = new Set(),
): Set<number> {
  const where = "noteId" in place
    ? eq(mentionTable.noteId, place.noteId)
    : eq(mentionTable.chatMessageId, place.chatMessageId);
  const gone = and(where, notInArray(mentionTable.userId, [...keep]));
  const rows = db.delete(mentionTable).where(gone).returning().all();
  for (const { id, userId, seenAt } of rows) {
    if (seenAt === null) emit("mention", { action: "seen", ids: [id] }, only(userId));
  }
  return new Set(rows.map(({ userId }) => userId));
}

/** Who is called by each of these messages, in the order of the calls. */
export function calledByMessages(db: Read, ids: readonly number[]): Map<number, Called[]> {
  const rows = db.select().from(mentionTable).where(inArray(mentionTable.chatMessageId, [...ids]))
    .orderBy(asc(mentionTable.id)).all();
  const called = new Map<number, Called[]>();
  for (const { chatMessageId, userId, written } of rows) {
    called.set(chatMessageId!, [...called.get(chatMessageId!) ?? [], { userId, written }]);
  }
  return called;
}

/** Who may see a ticket, by name: only they can be called in a note on it. */
export function peopleAt(db: Read, ticket: Pick<Ticket, "queueId" | "userId">): UserRef[] {
  const queues = new Map<number, number[]>();
  for (const { userId, queueId } of db.select().from(userQueueTable).all()) {
    queues.set(userId, [...queues.get(userId) ?? [], queueId]);
  }
  return db.select().from(userTable).orderBy(asc(userTable.name)).all()
    .filter(({ id, profile }) => maySeeTicket({ id, profile, super: false, queueIds: queues.get(id) ?? [] }, ticket))
    .map(({ id, name }) => ({ id, name }));
}

/** Tickets that were spoken of, as far as the reader may see them. */
export function ticketCards(db: Read, person: Person, ids: readonly number[]): TicketCard[] {
  if (ids.length === 0) return [];
  return selectTickets(db).where(inArray(ticketTable.id, [...ids].slice(0, 100))).all().map(ticketOf).map((ticket) => {
    const { id, uuid, status, queue, user, contact } = ticket;
    if (!maySeeTicket(person, ticket)) return { id, isVisible: false };
    return { id, isVisible: true, uuid, name: contact.name || contact.number, status, queue, user };
  });
}

interface Row {
  id: number;
  byId: number | null;
  byName: string | null;
  createdAt: number;
  noteId: number | null;
  note: string | null;
  ticketId: number | null;
  ticketUuid: string | null;
  queueId: number | null;
  servedBy: number | null;
  contact: string | null;
  messageId: number | null;
  body: string | null;
  chatId: number | null;
  chatUuid: string | null;
  title: string | null;
}

/** By name where features further to the right own the table. A call whose place is gone, or closed to its person, is none. */
function select(db: Read, where: SQL, most = 1): Row[] {
  return db.all<Row>(sql`
    select m.id, m.by_id as "byId", maker.name as "byName", m.created_at as "createdAt",
      notes.id as "noteId", notes.note, t.id as "ticketId", t.uuid as "ticketUuid", t.queue_id as "queueId",
      t.user_id as "servedBy", coalesce(nullif(contacts.name, ''), contacts.number) as "contact",
      c.id as "messageId", c.body, chats.id as "chatId", chats.uuid as "chatUuid", chats.title
    from mentions m
    left join users maker on maker.id = m.by_id
    left join notes on notes.id = m.note_id
    left join tickets t on t.id = notes.ticket_id
    left join contacts on contacts.id = t.contact_id
    left join chat_messages c on c.id = m.chat_message_id
    left join chat_users on chat_users.chat_id = c.chat_id and chat_users.user_id = m.user_id
    left join chats on chats.id = chat_users.chat_id
    where ${where} and (chats.id is not null or t.id is not null)
    order by m.id desc limit ${most}`);
}

function mentionOf(row: Row): Mention {
  const { id, byId, byName, noteId, messageId, ticketId, chatId } = row;
  return {
    id,
    by: byName === null ? null : { id: byId!, name: byName },
    text: (row.note ?? row.body ?? "").slice(0, BEGINNING).toWellFormed(),
    chat: chatId === null ? null : { id: chatId, uuid: row.chatUuid!, title: row.title!, messageId: messageId! },
    ticket: ticketId === null
      ? null
      : { id: ticketId, uuid: row.ticketUuid!, name: row.contact ?? "", noteId: noteId! },
    createdAt: momentOf(row.createdAt),
  };
}

function only(userId: number) {
  return (person: Pick<Person, "id">) => person.id === userId;
}
