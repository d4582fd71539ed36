import type { Tenants } from "../platform/tenants.ts";
import { loginBy, ofUser } from "./logins.ts";
import { checkNewPassword } from "./password_rules.ts";
import { hashPassword } from "./passwords.ts";
import { loginTable } from "./table.ts";
import { userById } from "./users.ts";

/** Sets a password, and says whose it is; nothing when nobody logs in with the address. */
export async function setPassword(
  tenants: Tenants,
  typedEmail: string,
  password: string,
): Promise<{ companyId: number; userId: number } | undefined> {
  const login = loginBy(tenants, typedEmail);
  if (!login) return undefined;
  const { email, companyId, userId } = login, company = tenants.company(companyId);
  await checkNewPassword(tenants, company, { name: userById(company.read, userId)?.name ?? "", email, password });
  const passwordHash = await hashPassword(password);
  tenants.provider.write((db) => void db.update(loginTable).set({ passwordHash }).where(ofUser(login)).run());
  return { companyId, userId };
}
