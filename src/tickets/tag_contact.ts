import { and, desc, eq, sql } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { tagIdsOf } from "../tags/tags.ts";
import { whereVisible } from "./list.ts";
import { ticketTable } from "./table.ts";
import { tagTicket } from "./tag_ticket.ts";

/** Tags to be put on and to be taken off; the others stay. */
export interface Tagging {
  add: readonly number[];
  remove: readonly number[];
}

/** Tags are a ticket's: of a contact's tickets that the person may see the one in progress gets them, else the latest. */
export function tagContact(db: Write, emit: Emit, person: Person, contactId: number, { add, remove }: Tagging): void {
  if (!contactById(db, contactId)) refuse("ERR_NO_CONTACT_FOUND");
  const ticketId = ticketToTag(db, person, contactId) ?? refuse("ERR_NO_TICKET_FOUND");
  const had = tagIdsOf(db, ticketId);
  const wanted = [...new Set([...had, ...add])].filter((id) => !remove.includes(id));
  if (wanted.length === had.length && wanted.every((id) => had.includes(id))) return;
  tagTicket(db, emit, person, ticketId, wanted);
}

function ticketToTag(db: Read, person: Person, contactId: number): number | undefined {
  const { id, status } = ticketTable;
  return db.select({ id }).from(ticketTable)
    .where(and(eq(ticketTable.contactId, contactId), whereVisible(person)))
    .orderBy(sql`${status} = 'closed'`, desc(id)).limit(1).all()[0]?.id;
}
