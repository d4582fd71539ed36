import { and, eq } from "drizzle-orm";
import { chatMessageTable, chatTable, chatUserTable } from "../chats/table.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { PushAction, PushChoices, PushShown } from "../contract/push.ts";
import type { MessageKind, Ticket } from "../contract/tickets.ts";
import { mentionTable } from "../mentions/table.ts";
import { messageTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import type { Company, Read } from "../platform/company.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { selectTickets, ticketOf } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { PUSH_TEXTS } from "./texts.ts";
import type { PushRow } from "./table.ts";

/** No title and no text is longer (characters): all of it fits into what push services take (4,096 bytes, RFC 8030 §7.2). */
const LONGEST_TITLE = 80, LONGEST_BODY = 160;

type Parts = Pick<PushShown, "title" | "body" | "url" | "action">;
type Words = typeof PUSH_TEXTS["pt"];
interface Composing {
  db: Read;
  companyId: number;
  row: PushRow;
  person: Person;
  /** As they sign. */
  name: string;
  words: Words;
  showsText: boolean;
  now: number;
}

/**
 * What a device shows, in its person's language; nothing where there is nothing to be told any more. Without `showsText`
 * nobody's words stand in it, and of a customer's name the first one alone.
 */
export function composePush(
  { id: companyId, latest: db }: Pick<Company, "id" | "latest">,
  row: PushRow,
  { showsText }: Pick<PushChoices, "showsText">,
  now: number,
): PushShown | undefined {
  const [user] = db.select().from(userTable).where(eq(userTable.id, row.userId)).all();
  if (!user) return undefined;
  const queueIds = queuesOfUser(db, user.id).map(({ id }) => id);
  const person = { id: user.id, profile: user.profile, super: false, queueIds };
  const composing = {
    db,
    companyId,
    row,
    person,
    name: user.name,
    words: PUSH_TEXTS[user.language ?? "pt"],
    showsText,
    now,
  };
  const parts = row.tag.startsWith("chat-") ? fromChat(composing) : fromTicket(composing);
  if (!parts) return undefined;
  const { title, body, ...rest } = parts;
  return { tag: row.tag, title: cut(title, LONGEST_TITLE), body: cut(body, LONGEST_BODY), ...rest, at: row.at };
}

/** So that somebody sees whether it works. */
export function composeTest(db: Read, userId: number, now: number): PushShown {
  const [user] = db.select().from(userTable).where(eq(userTable.id, userId)).all();
  return { tag: "test", ...PUSH_TEXTS[user?.language ?? "pt"].test, url: "/", at: now };
}

function fromTicket(composing: Composing): Parts | undefined {
  const { db, row: { ofId, kind }, person } = composing;
  const [found] = selectTickets(db).where(eq(ticketTable.id, ofId)).all();
  const ticket = found && ticketOf(found);
  if (!ticket || !maySeeTicket(person, ticket)) return undefined;
  if (kind === "message") return ofMessage(composing, ticket);
  if (kind === "transfer") return ofTransfer(composing, ticket);
  if (kind === "waiting") return ofWaiting(composing, ticket);
  return ofMention(composing, ticket);
}

function ofMessage(
  { db, companyId, row, person, name, words, showsText }: Composing,
  ticket: Ticket,
): Parts | undefined {
  const { id, uuid, status, userId, unreadMessages } = ticket;
  if (status !== "open" || userId !== person.id || unreadMessages === 0) return undefined;
  const [said] = db.select().from(messageTable).where(eq(messageTable.id, row.aboutId ?? 0)).all();
  const body = showsText && said && !said.isDeleted ? said.body || kindWord(words, said.kind) : "";
  return {
    title: words.message(nameOf(ticket, showsText), unreadMessages),
    ...{ body, url: `/tickets/${uuid}` },
    action: {
      ...{ does: "reply", title: words.reply, failed: words.notReplied },
      ...{ ticketId: id, companyId, userId: person.id, localId: crypto.randomUUID(), signature: `*${name}:*\n` },
    },
  };
}

function ofTransfer({ person, words, showsText }: Composing, ticket: Ticket): Parts | undefined {
  const { userId, handover, uuid } = ticket;
  if (userId !== person.id || !handover) return undefined;
  const title = words.transfer(nameOf(ticket, showsText), handover.by ? firstOf(handover.by.name) : undefined);
  return { title, body: showsText ? handover.note ?? "" : "", url: `/tickets/${uuid}` };
}

function ofWaiting({ companyId, person, words, showsText, now }: Composing, ticket: Ticket): Parts | undefined {
  const { id, uuid, status, waitingSince, queue } = ticket;
  if (status !== "pending" || !waitingSince) return undefined;
  const minutes = Math.max(1, Math.floor((now - Date.parse(waitingSince)) / 60_000));
  const action: PushAction = {
    ...{ does: "accept", title: words.accept, failed: words.notAccepted },
    ...{ ticketId: id, companyId, userId: person.id, queueId: ticket.queueId },
  };
  const title = words.waiting(nameOf(ticket, showsText), minutes);
  return { title, body: queue ? words.queue(queue.name) : "", url: `/tickets/${uuid}`, action };
}

function ofMention({ db, row, words, showsText }: Composing, ticket: Ticket): Parts | undefined {
  const [called] = db.select({ by: userTable.name, note: noteTable.note, seenAt: mentionTable.seenAt }).from(
    mentionTable,
  )
    .innerJoin(noteTable, eq(noteTable.id, mentionTable.noteId))
    .leftJoin(userTable, eq(userTable.id, mentionTable.byId)).where(eq(mentionTable.id, row.aboutId ?? 0)).all();
  if (!called || called.seenAt !== null) return undefined;
  return {
    title: words.mention(firstOf(called.by ?? ""), nameOf(ticket, showsText)),
    ...{ body: showsText ? called.note : "", url: `/tickets/${ticket.uuid}` },
  };
}

function fromChat({ db, row, person, words, showsText }: Composing): Parts | undefined {
  const { ofId, aboutId, kind } = row;
  const [found] = db.select({ said: chatMessageTable, chat: chatTable, unreads: chatUserTable.unreads })
    .from(chatMessageTable).innerJoin(chatTable, eq(chatTable.id, chatMessageTable.chatId))
    .innerJoin(chatUserTable, and(eq(chatUserTable.chatId, ofId), eq(chatUserTable.userId, person.id)))
    .where(eq(chatMessageTable.id, aboutId ?? 0)).all();
  if (!found || found.unreads === 0) return undefined;
  const { said, chat, unreads } = found, by = firstOf(said.sender);
  return {
    title: kind === "mention" ? words.mention(by, chat.title) : words.chat(by, unreads),
    body: showsText && !said.isDeleted ? said.body || kindWord(words, said.kind) : "",
    url: `/chats/${chat.uuid}`,
  };
}

function kindWord({ kinds }: Words, kind: MessageKind): string {
  return kind === "text" ? "" : kinds[kind];
}

/** A customer as far as they may be named: without the wish for more by the first name; who has none, by the number's end. */
function nameOf({ contact: { name, number } }: Ticket, isWhole: boolean): string {
  if (isWhole) return name || number;
  // A number that stands for a name is none that a lock screen shows.
  return /^[\d\s()+.-]*$/.test(name) ? `…${number.slice(-4)}` : firstOf(name);
}

function firstOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

function cut(text: string, most: number): string {
  const plain = text.replace(/\s+/g, " ").trim().toWellFormed(), characters = [...plain];
  return characters.length <= most ? plain : `${characters.slice(0, most - 1).join("")}…`;
}
