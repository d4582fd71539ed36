import { eq, getTableColumns, max, sql } from "drizzle-orm";
import { ACK } from "../shared/delivery.ts";
import type { MessageKind } from "../contract/tickets.ts";
import type { Write } from "../platform/company.ts";
import { prepared, preparedRun, preparedWrite } from "../platform/prepared.ts";
import { cut } from "../platform/cut.ts";
import { bindable } from "../platform/db.ts";
import { ticketTable } from "../tickets/table.ts";
import {
  type MediaRow,
  mediaTable,
  type MessageRow,
  messageTable,
  type NewMediaRow,
  type NewMessageRow,
} from "./table.ts";

export interface NewMessage extends NewMessageRow {
  media?: Omit<NewMediaRow, "messageId">;
}

const newestTime = prepared((db) =>
  db.select({ at: max(messageTable.createdAt) }).from(messageTable).where(
    eq(messageTable.ticketId, prepared.arg("ticketId")),
  ).prepare()
);

const columns = Object.keys(getTableColumns(messageTable)).filter((name) => name !== "id");
const insert = preparedWrite((db) =>
  db.insert(messageTable)
    .values(Object.fromEntries(columns.map((name) => [name, prepared.arg(name)])) as never)
    .onConflictDoNothing().returning({ id: messageTable.id }).prepare()
);

export interface Recorded extends MessageRow {
  media: MediaRow | null;
}

/** The message as stored, or nothing when this one is known already. */
export function recordMessage(db: Write, { media, ...message }: NewMessage): Recorded | undefined {
  const newest = newestTime.one(db, { ticketId: message.ticketId })?.at ?? 0;
  // The network's clock counts seconds, ours milliseconds: what arrives later is shown later all the same.
  const createdAt = message.isHistory ? message.createdAt : Math.max(message.createdAt, newest);
  // WhatsApp re-sends what it is unsure we got; the second copy must not ring twice.
  const whole: Omit<MessageRow, "id"> = { ...EMPTY, ...said(message), createdAt };
  const stored = insert.one(db, whole);
  if (!stored) return undefined;
  // Read back, its 25 columns would take as long as the insert itself.
  const row: MessageRow = { ...whole, id: stored.id };
  if (createdAt >= newest) putOnTicket(db, row, media?.name);
  const file = media && db.insert(mediaTable).values({ ...media, messageId: row.id }).returning().get();
  return { ...row, media: file ?? null };
}

/** What is said of a message, its texts as the file keeps them. */
function said(message: NewMessageRow): NewMessageRow {
  const is = Object.entries(message).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    is.map(([name, value]) => [name, typeof value === "string" ? bindable(value) : value]),
  ) as NewMessageRow;
}

/** What a message is where nothing is said. */
const EMPTY: Omit<
  MessageRow,
  "id" | "ticketId" | "contactId" | "chat" | "wid" | "fromMe" | "body" | "kind" | "createdAt"
> = {
  connectionId: null,
  userId: null,
  participant: "",
  author: "",
  kindName: "",
  ack: ACK.waiting,
  failure: null,
  read: false,
  quotedWid: null,
  extra: null,
  isDeleted: false,
  isEdited: false,
  isHistory: false,
  localId: null,
  raw: null,
  reachedAt: null,
};

const summarize = preparedRun((db) =>
  db.update(ticketTable).set({
    lastMessage: prepared.value("lastMessage"),
    lastMessageKind: prepared.value("lastMessageKind"),
    lastMessageFromMe: prepared.value("lastMessageFromMe"),
    lastMessageAck: prepared.value("lastMessageAck"),
    lastMessageId: prepared.value("lastMessageId"),
    lastMessageIsDeleted: prepared.value("lastMessageIsDeleted"),
    updatedAt: sql`max(updated_at, ${prepared.arg("updatedAt")})`,
    unreadMessages: sql`unread_messages + ${prepared.arg("more")}`,
    unansweredSince: sql`case ${prepared.arg("from")}
      when 'customer' then iif(status = 'closed', null, coalesce(unanswered_since, ${prepared.arg("updatedAt")}))
      when 'attendant' then null
      when 'company' then iif(started_at is null, unanswered_since, null)
      else unanswered_since end`,
  }).where(eq(ticketTable.id, prepared.arg("id"))).prepare()
);

/** The ticket's row shows its newest message, and moves to the top of the lists. */
function putOnTicket(db: Write, row: MessageRow, fileName: string | undefined): void {
  const more = !row.fromMe && !row.read ? 1 : 0;
  summarize(db, {
    ...summaryOf(row, fileName),
    lastMessageId: row.id,
    updatedAt: row.createdAt,
    more,
    from: whoSays(row),
    id: row.ticketId,
  });
}

/**
 * Whose words they are: what the company's phone says is an answer once somebody serves the customer; before that it may be
 * the bot that speaks. Old history says nothing of who waits now.
 */
function whoSays({ fromMe, userId, isHistory }: MessageRow): "customer" | "attendant" | "company" | "past" {
  if (isHistory) return "past";
  if (!fromMe) return "customer";
  return userId === null ? "company" : "attendant";
}

export function summaryOf(
  { body, kind, fromMe, ack, isDeleted }: Pick<MessageRow, "body" | "kind" | "fromMe" | "ack" | "isDeleted">,
  fileName = "",
) {
  const ofFile: MessageKind[] = ["document"];
  return {
    lastMessage: cut(body || (ofFile.includes(kind) ? fileName : ""), 300),
    lastMessageKind: kind,
    lastMessageFromMe: fromMe,
    lastMessageAck: fromMe ? ack : ACK.waiting,
    lastMessageIsDeleted: isDeleted,
  };
}
