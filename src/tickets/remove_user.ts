import { and, eq } from "drizzle-orm";
import { endSessionsOf } from "../access/sessions.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { loginTable, userTable } from "../users/table.ts";
import { checkOtherAdmin, userById } from "../users/users.ts";
import { checkNotAboveOneself } from "../users/logins.ts";
import { moveTicket, returnTicket } from "./moves.ts";
import { recordAndEmit } from "./record_move.ts";
import { ticketRow } from "./rows.ts";
import { ticketTable } from "./table.ts";

/**
 * Deletes a user and their login; their open tickets go back to waiting (behaviour.md, Tickets). A super user from elsewhere
 * has no number in this company: what is done is nobody's here, and nobody can take it back.
 */
export function removeUser(
  tenants: Tenants,
  company: Company,
  id: number,
  { person, isFromHere, now, also = () => {} }: {
    person: Person;
    isFromHere: boolean;
    now: number;
    /** What features further to the right have to do before, in the same transaction. */
    also?: () => void;
  },
): void {
  if (isFromHere && id === person.id) refuse("ERR_OWN_USER");
  checkNotAboveOneself(tenants, company, person, id);
  const who = { companyId: company.id, userId: id };
  company.write((db, emit) => {
    const { profile } = userById(db, id) ?? refuse("ERR_NO_USER_FOUND");
    if (profile === "admin") checkOtherAdmin(db, id);
    const open = db.select({ id: ticketTable.id }).from(ticketTable)
      .where(and(eq(ticketTable.userId, id), eq(ticketTable.status, "open"))).all();
    for (const ticket of open) {
      if (isFromHere) moveTicket(db, emit, ticket.id, { status: "pending", userId: null }, person, now);
      else returnByNobody(db, emit, ticket.id, person, now);
    }
    also();
    db.delete(userTable).where(eq(userTable.id, id)).run();
    tenants.provider.write((provider) =>
      void provider.delete(loginTable)
        .where(and(eq(loginTable.companyId, company.id), eq(loginTable.userId, id))).run()
    );
    emit("user", { action: "delete", id, isEdited: true });
  });
  endSessionsOf(tenants, who);
}

function returnByNobody(db: Write, emit: Emit, id: number, person: Person, now: number): void {
  const had = ticketRow(db, id)!, { moved } = returnTicket(db, had, { person, now });
  recordAndEmit(db, emit, { had, moved, action: "return", userId: null, now });
}
