import { and, desc, eq, sql } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { whereVisible } from "./list.ts";
import { ticketTable } from "./table.ts";
import { changeTags, type Tagging } from "./tag_ticket.ts";

/** Tags are a ticket's: of a contact's tickets that the person may see the one in progress gets them, else the latest. */
export function tagContact(db: Write, emit: Emit, person: Person, contactId: number, tagging: Tagging): void {
  if (!contactById(db, contactId)) refuse("ERR_NO_CONTACT_FOUND");
  const ticketId = ticketToTag(db, person, contactId) ?? refuse("ERR_NO_TICKET_FOUND");
  changeTags(db, emit, person, ticketId, tagging);
}

function ticketToTag(db: Read, person: Person, contactId: number): number | undefined {
  const { id, status } = ticketTable;
  return db.select({ id }).from(ticketTable)
    .where(and(eq(ticketTable.contactId, contactId), whereVisible(person)))
    .orderBy(sql`${status} = 'closed'`, desc(id)).limit(1).all()[0]?.id;
}
