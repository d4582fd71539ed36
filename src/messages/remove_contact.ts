import { and, eq, ne } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { type ContactRow, contactTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { ticketTable } from "../tickets/table.ts";
import { dropTicket, removeFiles } from "./remove_ticket.ts";

interface Along {
  /** What happens in the same transaction before anything is deleted. */
  before?: (db: Write) => void;
  /** Erases what else knows of the contact, once its tickets are gone. */
  erase?: (db: Write, emit: Emit, contact: ContactRow) => void;
  /** Tickets in progress go, too. */
  isForced?: boolean;
}

/** ERR_CONTACT_IN_USE while one of their tickets is in progress. */
export function checkNotServed(db: Read, contactId: number): void {
  const inProgress = db.select({ id: ticketTable.id }).from(ticketTable)
    .where(and(eq(ticketTable.contactId, contactId), ne(ticketTable.status, "closed"))).all();
  if (inProgress.length > 0) refuse("ERR_CONTACT_IN_USE", { detail: { tickets: inProgress.length } });
}

/** Deletes a contact with its closed tickets, messages and files; refused while one of its tickets is in progress. */
export async function removeContact(
  company: Company,
  id: number,
  { before = () => {}, erase = () => {}, isForced = false }: Along = {},
): Promise<void> {
  const files = company.write((db, emit) => {
    const contact = contactById(db, id) ?? refuse("ERR_NO_CONTACT_FOUND");
    if (!isForced) checkNotServed(db, id);
    const tickets = db.select().from(ticketTable).where(eq(ticketTable.contactId, id)).all();
    before(db);
    const kept = tickets.flatMap((ticket) => dropTicket(db, emit, ticket));
    erase(db, emit, contact);
    db.delete(contactTable).where(eq(contactTable.id, id)).run();
    emit("contact", { action: "delete", id });
    return kept;
  });
  await removeFiles(company, files);
}
