import { eq } from "drizzle-orm";
import { insertCompany } from "../companies/new_row.ts";
import { companyTable } from "../companies/table.ts";
import { checkName, makeProviders } from "../companies/companies.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { SetUpCompany, SetUpForm } from "../contract/set_up.ts";
import { newPasswordLink } from "../password_links/password_links.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setSetting } from "../settings/settings.ts";
import { NO_PASSWORD } from "../users/passwords.ts";
import { loginTable, userTable } from "../users/table.ts";
import { addFirstUser } from "../users/users.ts";
import { closeSetUp, isUnset } from "./secret.ts";

export interface SetUpDone {
  /** The first super user. */
  companyId: number;
  userId: number;
  company: SetUpCompany | null;
}

/**
 * Makes the provider's own company with the first super user and, if one is asked for, a customer's with its administrator,
 * who gets an address to choose a password by. Both are seen in one moment, by one transaction of provider.db: what a crash
 * leaves before it is seen by nobody and goes by the clock (`purgeRemoved`). Refuses with ERR_SET_UP_DONE where another was
 * first, and with what is wrong with the password, the names or the addresses.
 */
export async function setUpServer(tenants: Tenants, form: SetUpForm, now: Date): Promise<SetUpDone> {
  const { provider, person, company: asked, language, timeZone } = form;
  checkApart(form);
  const ids = reserve(tenants, [provider, ...(asked ? [asked.name] : [])], { timeZone, now });
  try {
    const [own, customers] = ids.map((id) => tenants.found(id));
    // What the bot says to customers is theirs to change; until then it speaks as whoever sets it up.
    for (const one of customers ? [own!, customers] : [own!]) {
      one.write((db) => setSetting(db, "botLanguage", language));
    }
    (customers ?? own!).write((db) => setSetting(db, "firstSteps", "new"));
    const adminId = asked && addAdmin(customers!, asked.admin, { language, now });
    const made: { company: SetUpCompany | null } = { company: null };
    const also = (db: Write) => {
      // Another may have been first while this one's password was being hashed.
      if (!isUnset(tenants)) refuse("ERR_SET_UP_DONE");
      show(db, own!.id, person.email);
      makeProviders(db, own!.id);
      if (asked) made.company = admit(tenants, db, { ...asked, id: customers!.id, adminId: adminId! }, now);
    };
    const { id: userId } = await addFirstUser(tenants, own!, { ...person, language, isSuper: true }, { now, also });
    closeSetUp(tenants);
    return { companyId: own!.id, userId, ...made };
  } catch (error) {
    await forget(tenants, ids);
    throw error;
  }
}

/** Two companies could not be told apart by one name, nor two people by one address. */
function checkApart({ provider, person, company }: SetUpForm): void {
  if (!company) return;
  const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, " ").toLowerCase();
  if (plain(company.name) === plain(provider)) refuse("ERR_INVALID_INPUT", { fields: { "company.name": "taken" } });
  if (company.admin.email === person.email) refuse("ERR_INVALID_INPUT", { fields: { "company.admin.email": "taken" } });
}

/** Rows that nobody sees yet, for the numbers of the folders. */
function reserve(tenants: Tenants, names: string[], { timeZone, now }: { timeZone: string; now: Date }): number[] {
  const times = { createdAt: now.getTime(), removedAt: now.getTime() };
  return tenants.provider.write((db) =>
    names.map((name, nth) => {
      checkFree(db, name, nth === 0 ? "provider" : "company.name");
      return insertCompany(tenants.folder, db, { name, timeZone, isActive: false, ...times });
    })
  );
}

/** A command may have made a company by now. */
function checkFree(db: Write, name: string, field: "provider" | "company.name"): void {
  try {
    checkName(db, name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error.code, { fields: { [field]: "taken" } });
  }
}

type Admin = NonNullable<SetUpForm["company"]>["admin"];

function addAdmin(
  company: Company,
  { name, email }: Admin,
  { language, now }: { language: SetUpForm["language"]; now: Date },
): number {
  const row = { name, email, profile: "admin" as const, language, createdAt: now.getTime() };
  return company.write((db) => db.insert(userTable).values(row).returning({ id: userTable.id }).get().id);
}

/** `db` is provider.db. */
function show(db: Write, id: number, email: string): void {
  db.update(companyTable).set({ removedAt: null, isActive: true, email }).where(eq(companyTable.id, id)).run();
}

interface Admitted {
  id: number;
  adminId: number;
  name: string;
  admin: Admin;
}

/** The customer's company is seen, and its administrator may choose a password. */
function admit(tenants: Tenants, db: Write, { id, adminId, name, admin }: Admitted, now: Date): SetUpCompany {
  const who = { companyId: id, userId: adminId };
  show(db, id, admin.email);
  db.insert(loginTable).values({ ...who, email: admin.email, passwordHash: NO_PASSWORD }).run();
  return { id, name, email: admin.email, link: newPasswordLink(db, who, { keys: tenants.keys, now }) };
}

async function forget(tenants: Tenants, ids: number[]): Promise<void> {
  for (const id of ids) await tenants.forget(id);
  tenants.provider.write((db) => {
    for (const id of ids) db.delete(companyTable).where(eq(companyTable.id, id)).run();
  });
}
