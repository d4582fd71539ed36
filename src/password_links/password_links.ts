import { milliseconds } from "date-fns/milliseconds";
import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { LinkedPerson, PasswordLink } from "../contract/password_links.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setting } from "../settings/settings.ts";
import { passwordRuleBy } from "../shared/passwords.ts";
import { checkNewPassword } from "../users/password_rules.ts";
import { hashPassword } from "../users/passwords.ts";
import { loginTable } from "../users/table.ts";
import { userById } from "../users/users.ts";
import { endSessionsOf } from "../access/sessions.ts";
import { passwordLinkTable } from "./table.ts";

/** So long (ms) an address lets its person choose a password. */
const LIFE = milliseconds({ days: 1 });

interface Who {
  companyId: number;
  userId: number;
}

/** An address for a person; one that was made before is good no more. */
export function makePasswordLink({ provider, keys }: Tenants, who: Who, now: Date): PasswordLink {
  const token = randomBytes(32).toString("base64url"), expiresAt = now.getTime() + LIFE;
  const { companyId, userId } = who, tokenHash = hashOf(keys, token);
  provider.write((db) => {
    db.delete(passwordLinkTable).where(ofUser(who)).run();
    db.insert(passwordLinkTable).values({ companyId, userId, tokenHash, expiresAt }).run();
  });
  return { token, expiresAt: new Date(expiresAt).toISOString() };
}

/** Whose password it sets; ERR_NO_PASSWORD_LINK_FOUND when it was used, has run out, or never was. */
export function linkedPerson(tenants: Tenants, token: string, now: Date): LinkedPerson {
  const who = whoOf(tenants, token, now), { read } = tenants.company(who.companyId);
  const { name, email } = userById(read, who.userId) ?? refuse("ERR_NO_PASSWORD_LINK_FOUND");
  const company = companyRow(tenants, who.companyId)?.name ?? "";
  return { name, email, company, rule: passwordRuleBy((key) => setting(read, key)) };
}

/**
 * Sets the password. Whoever knew the old one is out; a second factor is asked for as before. A password that is refused
 * leaves the address as good as it was.
 */
export async function usePasswordLink(tenants: Tenants, token: string, password: string, now: Date): Promise<void> {
  const who = whoOf(tenants, token, now), company = tenants.company(who.companyId);
  const { name, email } = userById(company.read, who.userId) ?? refuse("ERR_NO_PASSWORD_LINK_FOUND");
  await checkNewPassword(tenants, company, { name, email, password });
  const passwordHash = await hashPassword(password);
  tenants.provider.write((db) => {
    // Two may hold the same address: the first of them sets it.
    const used = db.delete(passwordLinkTable).where(ofToken(tenants, token)).returning().all();
    if (used.length === 0) refuse("ERR_NO_PASSWORD_LINK_FOUND");
    const { companyId, userId } = loginTable;
    db.update(loginTable).set({ passwordHash })
      .where(and(eq(companyId, who.companyId), eq(userId, who.userId))).run();
  });
  endSessionsOf(tenants, who, { why: "password" });
}

function whoOf(tenants: Tenants, token: string, now: Date): Who {
  const [link] = tenants.provider.read.select().from(passwordLinkTable).where(ofToken(tenants, token)).all();
  if (!link || link.expiresAt <= now.getTime()) refuse("ERR_NO_PASSWORD_LINK_FOUND");
  return link;
}

function ofToken({ keys }: Tenants, token: string) {
  return eq(passwordLinkTable.tokenHash, hashOf(keys, token));
}

function ofUser({ companyId, userId }: Who) {
  return and(eq(passwordLinkTable.companyId, companyId), eq(passwordLinkTable.userId, userId));
}

function hashOf(keys: Keys, token: string): string {
  return keys.digest(`password link ${token}`);
}
