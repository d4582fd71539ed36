import { eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { mediaPath } from "../platform/media.ts";
import { emitTags, tagIdsOf } from "../tags/tags.ts";
import { ticketRow } from "../tickets/rows.ts";
import { viewersOf } from "../tickets/show.ts";
import { moveTable, type TicketRow, ticketTable } from "../tickets/table.ts";
import { mediaTable, messageTable } from "./table.ts";

/** Deletes a ticket with its messages and their files (behaviour.md, Tickets). */
export async function removeTicket(company: Company, id: number): Promise<void> {
  const files = company.write((db, emit) => dropTicket(db, emit, ticketRow(db, id) ?? refuse("ERR_NO_TICKET_FOUND")));
  await removeFiles(company, files);
}

/** Takes a ticket out of the database, and names the files that nobody needs any more. */
export function dropTicket(db: Write, emit: Emit, ticket: TicketRow): string[] {
  const { id } = ticket;
  const kept = db.select({ file: mediaTable.file }).from(mediaTable)
    .innerJoin(messageTable, eq(messageTable.id, mediaTable.messageId)).where(eq(messageTable.ticketId, id)).all();
  const tagIds = tagIdsOf(db, id);
  db.delete(moveTable).where(eq(moveTable.ticketId, id)).run();
  db.delete(messageTable).where(eq(messageTable.ticketId, id)).run();
  db.delete(ticketTable).where(eq(ticketTable.id, id)).run();
  emit("ticket", { action: "delete", ticketId: id, contactId: ticket.contactId }, viewersOf(ticket));
  emitTags(db, emit, tagIds);
  return kept.flatMap(({ file }) => file ?? []);
}

export async function removeFiles(company: Company, files: string[]): Promise<void> {
  for (const file of files) await Deno.remove(mediaPath(company, file)).catch(() => {});
}
