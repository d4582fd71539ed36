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
  "companies.signUp": (tenants, body) => ({ id }) => ({
    id: null,
    name: (body as { name: string }).name,
    companyId: id as number,
    alsoIn: providersCompany(tenants),
  }),
};

function providersCompany({ provider }: Tenants): number | undefined {
  return provider.read.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.isProviders, true))
    .limit(1).all()[0]?.id;
}
