import { eq } from "drizzle-orm";
import { checkName } from "../companies/companies.ts";
import { checkPlan } from "../companies/records.ts";
import { insertCompany } from "../companies/new_row.ts";
import { companyTable } from "../companies/table.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { MailLanguage } from "../contract/mail.ts";
import type { Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setSetting } from "../settings/settings.ts";
import { dayOf, type Recurrence } from "../shared/recurrence.ts";
import { loginTable } from "../users/table.ts";
import { addFirstUser } from "../users/users.ts";

export interface ProvisionedCompany {
  name: string;
  /** Of the company, and of its first user, who is its administrator. */
  email: string;
  phone: string;
  planId: number | null;
  status: boolean;
  campaignsEnabled: boolean;
  /** YYYY-MM-DD, or null when the subscription never ends. */
  dueDate: string | null;
  recurrence: Recurrence;
  /** YYYY-MM-DD. */
  trialExpiration?: string;
  /** Without one nobody can log in until the first user has chosen one by a link. */
  password?: string;
  /** The first user's. */
  language?: MailLanguage;
  /** A taken e-mail is found out last of all, after the same work as for a free one, and what was made is left to the clock. */
  isQuiet?: boolean;
}

/**
 * Makes a company with its file and its first user. It is seen by nobody until all of it is there: what a crash leaves
 * half made is removed by the clock (`purgeRemoved`), and its name and its address are free. Refuses with
 * ERR_DUPLICATED_NAME, ERR_DUPLICATED_EMAIL, or what is wrong with the password.
 */
export async function provisionCompany(tenants: Tenants, asked: ProvisionedCompany, now: Date) {
  const { password, status, isQuiet, language, ...values } = asked;
  const id = tenants.provider.write((db) => {
    if (!isQuiet) checkEmail(db, values.email);
    return reserve(db, values, { folder: tenants.folder, now });
  });
  try {
    const company = tenants.found(id);
    company.write((db) => {
      setSetting(db, "firstSteps", "new");
      if (values.campaignsEnabled) setSetting(db, "campaignsEnabled", "true");
    });
    const also = (db: Write) => {
      // Another may have taken the name while this one's password was being hashed.
      checkName(db, values.name);
      db.update(companyTable).set({ removedAt: null, isActive: status }).where(eq(companyTable.id, id)).run();
    };
    const { id: userId } = await addFirstUser(tenants, company, { ...values, password, language }, { now, also });
    return { id, userId };
  } catch (error) {
    if (isQuiet && error instanceof Refusal && error.code === "ERR_DUPLICATED_EMAIL") throw error;
    await tenants.forget(id);
    tenants.provider.write((db) => void db.delete(companyTable).where(eq(companyTable.id, id)).run());
    throw error;
  }
}

function checkEmail(db: Write, email: string): void {
  const isTaken = db.select({ id: loginTable.userId }).from(loginTable).where(eq(loginTable.email, email)).all();
  if (isTaken.length > 0) refuse("ERR_DUPLICATED_EMAIL", { fields: { email: "taken" } });
}

/** A row that nobody sees yet, for the number of the folder. */
function reserve(
  db: Write,
  values: Omit<ProvisionedCompany, "password" | "status" | "isQuiet" | "language">,
  { folder, now }: { folder: string; now: Date },
): number {
  checkName(db, values.name);
  checkPlan(db, values.planId);
  const times = { createdAt: now.getTime(), removedAt: now.getTime() };
  const dueDay = values.dueDate === null ? null : dayOf(values.dueDate);
  const row = { ...values, dueDay, isActive: false, ...times };
  return insertCompany(folder, db, row);
}
