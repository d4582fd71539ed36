import { subMonths } from "date-fns/subMonths";
import { and, asc, eq, gt, inArray, lt, lte } from "drizzle-orm";
import { removeFiles } from "../messages/remove_ticket.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import { log } from "../platform/log.ts";
import type { Company } from "../platform/company.ts";
import { setting } from "../settings/settings.ts";
import { ticketTable } from "../tickets/table.ts";
import { forgetWords } from "./forget_words.ts";
import { retentionRunTable } from "./table.ts";

/** So many tickets are looked at, and messages deleted, at once; others have their turn between two (ms). */
const TICKETS = 200, MESSAGES = 200, PAUSE = 20;

/**
 * Deletes what was said in closed tickets longer ago than the company keeps it, with its files, and notes how much that
 * was. The tickets themselves stay, for the figures of the past.
 */
export async function forgetOldMessages(company: Company, now: number): Promise<void> {
  const months = Number(setting(company.read, "keepMonths"));
  if (months === 0) return;
  const until = subMonths(now, months).getTime();
  let messages = 0, files = 0;
  for await (const ticketId of closedBefore(company, until)) {
    for (;;) {
      const gone = dropOldest(company, ticketId, until);
      messages += gone.count;
      files += gone.files.length;
      await removeFiles(company, gone.files);
      if (gone.count < MESSAGES) break;
      await pause();
    }
  }
  if (messages === 0) return;
  await forgetWords(company);
  company.write((db) => void db.insert(retentionRunTable).values({ at: now, months, messages, files }).run());
  log.info("Old messages were deleted", { company: company.id, messages, files });
}

/** Closed tickets that were there by then, in the order of their ids. */
async function* closedBefore({ read }: Company, until: number): AsyncGenerator<number> {
  const { id, status, createdAt } = ticketTable;
  for (let after = 0;;) {
    const page = read.select({ id }).from(ticketTable)
      .where(and(gt(id, after), eq(status, "closed"), lt(createdAt, until))).orderBy(asc(id)).limit(TICKETS).all();
    if (page.length === 0) return;
    for (const ticket of page) yield ticket.id;
    after = page.at(-1)!.id;
    await pause();
  }
}

/** The oldest of a ticket, some at once; the ticket shows nothing of its last one once that is gone. */
function dropOldest(company: Company, ticketId: number, until: number): { count: number; files: string[] } {
  const { id, createdAt } = messageTable, old = and(eq(messageTable.ticketId, ticketId), lte(createdAt, until));
  const some = company.read.select({ id }).from(messageTable).where(old).orderBy(asc(createdAt)).limit(MESSAGES).all();
  if (some.length === 0) return { count: 0, files: [] };
  return company.write((db) => {
    const [ticket] = db.select().from(ticketTable).where(eq(ticketTable.id, ticketId)).all();
    // Taken up again meanwhile.
    if (ticket?.status !== "closed") return { count: 0, files: [] };
    const ids = some.map((one) => one.id);
    const files = db.select({ file: mediaTable.file }).from(mediaTable).where(inArray(mediaTable.messageId, ids)).all();
    db.delete(messageTable).where(inArray(id, ids)).run();
    if (ids.includes(ticket.lastMessageId)) {
      db.update(ticketTable).set({ lastMessage: "" }).where(eq(ticketTable.id, ticketId)).run();
    }
    return { count: ids.length, files: files.flatMap(({ file }) => file ?? []) };
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
