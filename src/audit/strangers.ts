import { eq } from "drizzle-orm";
import { companyTable } from "../companies/table.ts";
import type { AuditedCall } from "../contract/audit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { personOfLink } from "../password_links/password_links.ts";

/** Somebody who makes a call without being logged in. */
export interface Stranger {
  /** Null where they are nobody yet. */
  id: number | null;
  name: string;
  companyId: number;
  /** The number of a company whose log has it, too. */
  alsoIn?: number;
}

type StrangerOf = (tenants: Tenants, body: unknown) => (answer: { id?: unknown }) => Stranger | undefined;

/** Who makes which of those calls. What they hold may be good no more once it is made, so that it is looked at before. */
export const STRANGERS: Partial<Record<AuditedCall, StrangerOf>> = {
  "passwordLinks.use": (tenants, body) => {
    const person = personOfLink(tenants, (body as { token: string }).token, new Date());
    return () => person;
  },
  // The provider learns of it where she reads what her own people do.
  "companies.signUp": (tenants, body) => (answer) => {
    const companyId = made.get(answer);
    const { name } = body as { name: string };
    return companyId === undefined ? undefined : { id: null, name, companyId, alsoIn: providersCompany(tenants) };
  },
};

/** Which company each answer to a sign-up is about: the answer itself must not say whether there is one. */
const made = new WeakMap<object, number>();

/** To be called with the answer to a sign-up that has made a company. */
export function noteSignUp<A extends object>(answer: A, companyId: number | undefined): A {
  if (companyId !== undefined) made.set(answer, companyId);
  return answer;
}

function providersCompany({ provider }: Tenants): number | undefined {
  return provider.read.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.isProviders, true))
    .limit(1).all()[0]?.id;
}
