import { eq } from "drizzle-orm";
import type { MailLanguage } from "../contract/mail.ts";
import { isUnconfirmed } from "../mail/confirmations.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { loginTable, userTable } from "../users/table.ts";
import { languageOf } from "../users/users.ts";

export interface Receiver {
  email: string;
  language: MailLanguage;
}

/** Every super user with a confirmed address; in Portuguese where their company's file cannot be read. */
export function superUsers(tenants: Tenants): Receiver[] {
  const db = tenants.provider.read, { email, companyId, userId, isSuper } = loginTable;
  const logins = db.select({ email, companyId, userId }).from(loginTable).where(eq(isSuper, true)).all();
  return logins.filter((login) => !isUnconfirmed(db, login.email))
    .map((login) => ({ email: login.email, language: languageIn(tenants, login) }));
}

function languageIn(tenants: Tenants, { companyId, userId }: { companyId: number; userId: number }): MailLanguage {
  try {
    const { id, language } = userTable;
    return languageOf(
      tenants.company(companyId).read.select({ language }).from(userTable).where(eq(id, userId)).all()[0],
    );
  } catch (error) {
    log.warn("A super user's language is not known", { company: companyId, error });
    return "pt";
  }
}
