import { and, eq, sql } from "drizzle-orm";
import { companyRow, isOverdue } from "../companies/companies.ts";
import type { Company } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setting } from "../settings/settings.ts";
import { secondFactorTable } from "../users/table.ts";
import { sessionTable } from "./table.ts";

/**
 * Closes the screens whose login session ended where this process did not see it, as on the command line, and those of
 * people who must set up a second factor, or pay, before anything else.
 */
export function letGoEnded(tenants: Tenants, company: Company, now: Date): void {
  const { hub } = company;
  // Only who has open screens is looked into: reading opens a company's file, and there may be more of them than stay open.
  if (hub.listeners.size === 0) return;
  const ids = [...new Set([...hub.listeners].map(({ sessionId }) => sessionId))];
  const living = new Map(
    livingOf(tenants.provider.read, { ids: JSON.stringify(ids) }).map(({ id, factorOf, actedBy }) => [
      id,
      // Who acts as them owes none.
      factorOf !== null || actedBy !== null,
    ]),
  );
  const row = companyRow(tenants, company.id), isLate = row !== undefined && isOverdue(row, now);
  const isDemanded = setting(company.read, "secondFactor") === "required";
  for (const listener of [...hub.listeners]) {
    const hasFactor = living.get(listener.sessionId);
    if (hasFactor === undefined) listener.close("ERR_SESSION_EXPIRED");
    else if (isLate && !listener.only) listener.close("ERR_SUBSCRIPTION_EXPIRED");
    else if (isDemanded && !hasFactor) listener.close("ERR_SECOND_FACTOR_REQUIRED");
  }
}

const livingOf = prepared((db) =>
  db.select({ id: sessionTable.id, factorOf: secondFactorTable.userId, actedBy: sessionTable.actedBy }).from(
    sessionTable,
  )
    .leftJoin(
      secondFactorTable,
      and(eq(secondFactorTable.companyId, sessionTable.companyId), eq(secondFactorTable.userId, sessionTable.userId)),
    )
    .where(sql`${sessionTable.id} in ${prepared.list("ids")}`).prepare()
);
