import { eq } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { contactTable } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { ticketTable } from "../tickets/table.ts";
import { dropTicket, removeFiles } from "./remove_ticket.ts";

/** Deletes a contact with its closed tickets, messages and files; refused while one of its tickets is in progress. */
export async function removeContact(company: Company, id: number): Promise<void> {
  const files = company.write((db, emit) => {
    if (!contactById(db, id)) refuse("ERR_NO_CONTACT_FOUND");
    const tickets = db.select().from(ticketTable).where(eq(ticketTable.contactId, id)).all();
    const inProgress = tickets.filter(({ status }) => status !== "closed");
    if (inProgress.length > 0) refuse("ERR_CONTACT_IN_USE", { detail: { tickets: inProgress.length } });
    const kept = tickets.flatMap((ticket) => dropTicket(db, emit, ticket));
    db.delete(contactTable).where(eq(contactTable.id, id)).run();
    emit("contact", { action: "delete", id });
    return kept;
  });
  await removeFiles(company, files);
}
