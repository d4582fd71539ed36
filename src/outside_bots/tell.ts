import { desc, eq } from "drizzle-orm";
import type { Message } from "../contract/messages.ts";
import { type BotEnd, type BotEvent, TOLD_AT_START } from "../contract/outside_bots.ts";
import { shownMessage } from "../messages/show.ts";
import { messageTable } from "../messages/table.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { shownTicket } from "../tickets/show.ts";
import { putEvent } from "../webhooks/put_event.ts";
import { webhookOn } from "../webhooks/webhooks.ts";
import type { BotHoldRow } from "./table.ts";

/** The outside bot has a ticket: with the ticket, and what was said in it last. */
export function tellStart(company: Company, db: Write, hold: BotHoldRow, now: number): void {
  const until = hold.dueAt === null ? null : momentOf(hold.dueAt);
  tell(company, db, hold, {
    event: "bot.started",
    data: { minutes: hold.minutes, until, messages: lastMessages(db, hold.ticketId) },
    now,
  });
}

/** What the customer has written to it. */
export function tellMessage(
  company: Company,
  db: Write,
  hold: BotHoldRow & { dueAt: number },
  { messageId, now }: { messageId: number; now: number },
): void {
  const data = { message: outward(shownMessage(db, messageId)), until: momentOf(hold.dueAt) };
  tell(company, db, hold, { event: "bot.message", data, now });
}

/** What the customer has changed of it, or taken back. */
export function tellChange(
  company: Company,
  db: Write,
  hold: BotHoldRow,
  { messageId, now }: { messageId: number; now: number },
): void {
  const data = { message: outward(shownMessage(db, messageId)) };
  tell(company, db, hold, { event: "bot.updated", data, now });
}

/** Others have its ticket now. */
export function tellEnd(
  company: Company,
  db: Write,
  hold: BotHoldRow,
  { why, now }: { why: BotEnd; now: number },
): void {
  tell(company, db, hold, { event: "bot.ended", data: { reason: why }, now });
}

function tell(
  company: Company,
  db: Write,
  { ticketId, webhookId }: BotHoldRow,
  { event, data, now }: { event: BotEvent; data: object; now: number },
): void {
  if (!webhookOn(db, webhookId)) return;
  const ticket = shownTicket(db, ticketId);
  putEvent(db, { event, chat: `contact ${ticket.contactId}`, data: { ticket, ...data } }, [webhookId], now);
  company.afterwards(() => company.signals.emit("webhooks", {}));
}

/** The last messages of a ticket, the oldest first. */
function lastMessages(db: Read, ticketId: number): Omit<Message, "asOf">[] {
  const rows = db.select({ id: messageTable.id }).from(messageTable).where(eq(messageTable.ticketId, ticketId))
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(TOLD_AT_START).all();
  return rows.toReversed().map(({ id }) => outward(shownMessage(db, id)));
}

/** What it read of the database, and when, is nobody's business outside. */
function outward({ asOf: _, ...message }: Message): Omit<Message, "asOf"> {
  return message;
}
