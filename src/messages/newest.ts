import { desc, eq } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import type { TicketRow } from "../tickets/table.ts";
import { summaryOf } from "./record.ts";
import { mediaTable, messageTable } from "./table.ts";

/** What a ticket's row shows while it has no message. */
export const NO_LAST = { lastMessage: "", lastMessageId: 0, lastMessageIsDeleted: false };

/** What a ticket's row shows of its newest message. */
export function newestOf(db: Read, ticketId: number): Partial<TicketRow> {
  const row = db.select({ message: messageTable, fileName: mediaTable.name }).from(messageTable)
    .leftJoin(mediaTable, eq(mediaTable.messageId, messageTable.id)).where(eq(messageTable.ticketId, ticketId))
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).all()[0];
  return row ? { ...summaryOf(row.message, row.fileName ?? undefined), lastMessageId: row.message.id } : NO_LAST;
}
