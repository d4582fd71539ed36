import { and, eq } from "drizzle-orm";
import { endSessionsOf } from "../access/sessions.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { loginTable, userTable } from "../users/table.ts";
import { checkNotAboveOneself, checkOtherAdmin, userById } from "../users/users.ts";
import { moveTicket } from "./moves.ts";
import { ticketTable } from "./table.ts";

/** Deletes a user and their login; their open tickets go back to waiting (behaviour.md, Tickets). */
export function removeUser(tenants: Tenants, company: Company, id: number, person: Person, now: number): void {
  if (id === person.id) refuse("ERR_OWN_USER");
  checkNotAboveOneself(tenants, company, person, id);
  const who = { companyId: company.id, userId: id };
  company.write((db, emit) => {
    const { profile } = userById(db, id) ?? refuse("ERR_NO_USER_FOUND");
    if (profile === "admin") checkOtherAdmin(db, id);
    const open = db.select({ id: ticketTable.id }).from(ticketTable)
      .where(and(eq(ticketTable.userId, id), eq(ticketTable.status, "open"))).all();
    for (const ticket of open) moveTicket(db, emit, ticket.id, { status: "pending", userId: null }, person, now);
    db.delete(userTable).where(eq(userTable.id, id)).run();
    tenants.provider.write((provider) =>
      void provider.delete(loginTable)
        .where(and(eq(loginTable.companyId, company.id), eq(loginTable.userId, id))).run()
    );
    emit("user", { action: "delete", id, isEdited: true });
  });
  endSessionsOf(tenants, who);
}
