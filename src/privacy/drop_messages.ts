import { asc, eq, inArray } from "drizzle-orm";
import { removeFiles } from "../messages/remove_ticket.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import type { Company } from "../platform/company.ts";

/** So many messages are deleted at once; others have their turn between two (ms). */
const AT_ONCE = 200, PAUSE = 5;

/** Deletes a contact's messages with their files, the oldest first, while everybody else goes on working. */
export async function dropMessages(company: Company, contactId: number): Promise<void> {
  const { id } = messageTable;
  for (;;) {
    const ids = company.read.select({ id }).from(messageTable).where(eq(messageTable.contactId, contactId))
      .orderBy(asc(id)).limit(AT_ONCE).all().map((one) => one.id);
    if (ids.length === 0) return;
    const files = company.write((db) => {
      const kept = db.select({ file: mediaTable.file }).from(mediaTable).where(inArray(mediaTable.messageId, ids))
        .all();
      db.delete(messageTable).where(inArray(id, ids)).run();
      return kept.flatMap(({ file }) => file ?? []);
    });
    await removeFiles(company, files);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
