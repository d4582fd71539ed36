import { eq } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { type ContactRow, contactTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { ticketTable } from "../tickets/table.ts";
import { dropTicket, removeFiles } from "./remove_ticket.ts";

/**
 * Deletes a contact with its closed tickets, messages and files; refused while one of its tickets is in progress. What else
 * knows of it is erased by `erase`, in the same transaction.
 */
export async function removeContact(
  company: Company,
  id: number,
  erase: (db: Write, emit: Emit, contact: ContactRow) => void = () => {},
): Promise<void> {
  const files = company.write((db, emit) => {
    const contact = contactById(db, id) ?? refuse("ERR_NO_CONTACT_FOUND");
    const tickets = db.select().from(ticketTable).where(eq(ticketTable.contactId, id)).all();
    const inProgress = tickets.filter(({ status }) => status !== "closed");
    if (inProgress.length > 0) refuse("ERR_CONTACT_IN_USE", { detail: { tickets: inProgress.length } });
    const kept = tickets.flatMap((ticket) => dropTicket(db, emit, ticket));
    erase(db, emit, contact);
    db.delete(contactTable).where(eq(contactTable.id, id)).run();
    emit("contact", { action: "delete", id });
    return kept;
  });
  await removeFiles(company, files);
}
