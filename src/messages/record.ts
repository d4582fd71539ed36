import { eq, max, sql } from "drizzle-orm";
import { ACK } from "../contract/messages.ts";
import type { MessageKind } from "../contract/tickets.ts";
import { hot, type Write } from "../platform/company.ts";
import { ticketTable } from "../tickets/table.ts";
import { type MediaRow, mediaTable, type MessageRow, messageTable, type NewMessageRow } from "./table.ts";

export interface NewMessage extends NewMessageRow {
  media?: Omit<MediaRow, "messageId" | "attempts">;
}

const newestTime = hot((db) =>
  db.select({ at: max(messageTable.createdAt) }).from(messageTable).where(
    eq(messageTable.ticketId, hot.arg("ticketId")),
  ).prepare()
);

/** The message as stored, or nothing when this one is known already. */
export function recordMessage(db: Write, { media, ...message }: NewMessage): MessageRow | undefined {
  // The network's clock counts seconds, ours milliseconds: what arrives later is shown later all the same.
  const createdAt = message.isHistory
    ? message.createdAt
    : Math.max(message.createdAt, newestTime(db, { ticketId: message.ticketId })[0]?.at ?? 0);
  // WhatsApp re-sends what it is unsure we got; the second copy must not ring twice.
  const row = db.insert(messageTable).values({ ...message, createdAt }).onConflictDoNothing().returning().all()[0];
  if (row && media) db.insert(mediaTable).values({ ...media, messageId: row.id }).run();
  if (row && !row.isHistory) putOnTicket(db, row, media?.name);
  return row;
}

/** The ticket's row shows its newest message, and moves to the top of the lists. */
function putOnTicket(db: Write, row: MessageRow, fileName: string | undefined): void {
  const isUnread = !row.fromMe && !row.read;
  db.update(ticketTable).set({
    ...summaryOf(row, fileName),
    lastMessageId: row.id,
    updatedAt: row.createdAt,
    ...(isUnread ? { unreadMessages: sql`unread_messages + 1` } : {}),
  }).where(eq(ticketTable.id, row.ticketId)).run();
}

export function summaryOf(
  { body, kind, fromMe, ack }: Pick<MessageRow, "body" | "kind" | "fromMe" | "ack">,
  fileName = "",
) {
  const ofFile: MessageKind[] = ["document"];
  return {
    lastMessage: (body || (ofFile.includes(kind) ? fileName : "")).slice(0, 300),
    lastMessageKind: kind,
    lastMessageFromMe: fromMe,
    lastMessageAck: fromMe ? ack : ACK.waiting,
  };
}
