import { and, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { loginTable, secondFactorTable } from "./table.ts";

/** Who logs in with an e-mail address. */
export function loginBy({ provider }: Tenants, email: string) {
  return provider.read.select().from(loginTable).where(eq(loginTable.email, email.trim().toLowerCase())).all()[0];
}

/** A person's login. */
export function loginOf({ provider }: Tenants, who: { companyId: number; userId: number }) {
  return provider.read.select().from(loginTable).where(ofUser(who)).all()[0];
}

/** Whether anybody is a super user, who alone can set up companies, plans and the provider's own things. */
export function hasSuper({ provider }: Tenants): boolean {
  const { email, isSuper } = loginTable;
  return provider.read.select({ email }).from(loginTable).where(eq(isSuper, true)).limit(1).all().length > 0;
}

/** For a query of the logins. */
export function ofUser({ companyId, userId }: { companyId: number; userId: number }) {
  return and(eq(loginTable.companyId, companyId), eq(loginTable.userId, userId));
}

/** The users of a company who are asked for a code at login. */
export function usersWithSecondFactor({ provider }: Tenants, companyId: number): Set<number> {
  const rows = provider.read.select({ userId: secondFactorTable.userId }).from(secondFactorTable)
    .where(eq(secondFactorTable.companyId, companyId)).all();
  return new Set(rows.map(({ userId }) => userId));
}

/** Refuses whoever would change a super user without being one: a company's administrator has no say over the provider. */
export function checkNotAboveOneself(tenants: Tenants, company: Company, person: Person, id: number): void {
  if (person.super) return;
  if (loginOf(tenants, { companyId: company.id, userId: id })?.isSuper) refuse("ERR_NO_PERMISSION");
}
