import { and, desc, eq, or, sql } from "drizzle-orm";
import { knownContact } from "../contacts/remember.ts";
import type { WidgetServing } from "../contract/widget.ts";
import { prepared } from "../platform/prepared.ts";
import { ticketInProgress } from "../tickets/open_ticket.ts";
import { moveTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import type { Chat } from "./thread.ts";
import { addressOf } from "./visitors.ts";

/** Who has taken up a visitor's conversation, by their first name, and when; nothing while nobody has. */
export function servingOf({ company: { read }, connectionId, visitorId }: Chat): WidgetServing | null {
  const contact = knownContact(read, addressOf(visitorId));
  const ticket = contact && ticketInProgress(read, contact.id, connectionId);
  if (ticket?.status !== "open" || ticket.userId === null) return null;
  const taken = lastTaking.one(read, { ticketId: ticket.id, userId: ticket.userId });
  return taken ? { name: taken.name.split(" ")[0]!, at: taken.at } : null;
}

const lastTaking = prepared((db) =>
  db.select({ name: userTable.name, at: moveTable.at }).from(moveTable)
    .innerJoin(userTable, eq(userTable.id, prepared.arg("userId")))
    .where(and(
      eq(moveTable.ticketId, prepared.arg("ticketId")),
      or(
        and(eq(moveTable.action, sql`'accept'`), eq(moveTable.userId, prepared.arg("userId"))),
        and(eq(moveTable.action, sql`'transfer'`), eq(moveTable.toUserId, prepared.arg("userId"))),
      ),
    )).orderBy(desc(moveTable.id)).limit(1).prepare()
);
