import { and, desc, eq } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import { shownMessage } from "../messages/show.ts";
import type { Emit, Read } from "../platform/company.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";

/** What the customer wrote last did not ring, because it was the bot's: now it is a person's. */
export function ringFor(db: Read, emit: Emit, ticketId: number): void {
  const [last] = db.select({ id: messageTable.id }).from(messageTable)
    .where(and(eq(messageTable.ticketId, ticketId), eq(messageTable.fromMe, false)))
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).all();
  if (!last) return;
  const ticket = shownTicket(db, ticketId), message = shownMessage(db, last.id);
  emit("appMessage", { action: "create", message, ticket, live: true }, viewersOf(ticket));
}
