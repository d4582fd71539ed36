import { and, eq, inArray, isNull, notInArray } from "drizzle-orm";
import { Buffer } from "node:buffer";
import { passkeyTable, sessionTable } from "../access/table.ts";
import { apiTokenTable, tokenHashTable } from "../api_tokens/table.ts";
import { connectionTable, connectionTokenTable } from "../connections/table.ts";
import { reconcileLines } from "../meta/lines.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { NO_PASSWORD } from "../users/passwords.ts";
import { loginTable, recoveryCodeTable, secondFactorTable, userTable } from "../users/table.ts";
import { reconcileKeys } from "../webchat/webchats.ts";

/** What has become of people, for whoever brought the company back. */
export interface PeopleReport {
  /** They are there again, and need a new password, by a link. */
  withoutPassword: string[];
  /** Their e-mail address is somebody else's by now. */
  taken: string[];
  /** They log in no more: the company did not have them yet, and their account could not be kept. */
  gone: string[];
}

/**
 * Brings the provider's file and a company's that was put in the place of another into accord: who may log in and which token
 * leads where is as it is now, for the people and connections that the company has (behaviour.md, Backups, restoring). What
 * was ended meanwhile does not come back to life. It may be done again.
 */
export function reconcileProvider(tenants: Tenants, company: Company): PeopleReport {
  return tenants.provider.write((provider) => {
    const report = reconcileLogins(provider, company);
    reconcileConnectionTokens(tenants, provider, company);
    reconcileApiTokens(provider, company);
    reconcileLines(provider, company);
    reconcileKeys(provider, company);
    return report;
  });
}

function reconcileLogins(provider: Write, company: Company): PeopleReport {
  const report: PeopleReport = { withoutPassword: [], taken: [], gone: [] };
  const users = new Map(company.latest.select().from(userTable).all().map((user) => [user.id, user]));
  const logins = provider.select().from(loginTable).where(eq(loginTable.companyId, company.id)).all();
  for (const login of logins) {
    const user = users.get(login.userId);
    if (user) {
      if (user.email !== login.email) setEmail(company, user.id, login.email);
      continue;
    }
    forgetUser(provider, company.id, login.userId);
    const namesake = [...users.values()].find(({ id, email }) =>
      email === login.email && !logins.some(({ userId }) => userId === id)
    );
    if (namesake) {
      provider.update(loginTable).set({ userId: namesake.id }).where(eq(loginTable.email, login.email)).run();
    } else {
      provider.delete(loginTable).where(eq(loginTable.email, login.email)).run();
      report.gone.push(login.email);
    }
  }
  const known = new Set(
    provider.select().from(loginTable).where(eq(loginTable.companyId, company.id)).all().map(({ userId }) => userId),
  );
  for (const { id: userId, email } of users.values()) {
    if (known.has(userId)) continue;
    const login = { email, companyId: company.id, userId, passwordHash: NO_PASSWORD };
    const added = provider.insert(loginTable).values(login).onConflictDoNothing().returning().all().length > 0;
    report[added ? "withoutPassword" : "taken"].push(email);
  }
  return report;
}

function setEmail(company: Company, userId: number, email: string): void {
  company.write((db) => void db.update(userTable).set({ email }).where(eq(userTable.id, userId)).run());
}

function forgetUser(provider: Write, companyId: number, userId: number): void {
  for (const table of [sessionTable, passkeyTable, secondFactorTable, recoveryCodeTable]) {
    provider.delete(table).where(and(eq(table.companyId, companyId), eq(table.userId, userId))).run();
  }
}

/** A token that was changed meanwhile, because others knew it for instance, stays changed. */
function reconcileConnectionTokens({ keys }: Tenants, provider: Write, company: Company): void {
  const hashes = new Map(
    provider.select().from(connectionTokenTable).where(eq(connectionTokenTable.companyId, company.id)).all()
      .map(({ connectionId, tokenHash }) => [connectionId, tokenHash]),
  );
  const rows = company.latest.select({ id: connectionTable.id, token: connectionTable.token }).from(connectionTable)
    .all();
  const dead = rows.filter(({ id, token }) => token && !isToken(token, hashes.get(id))).map(({ id }) => id);
  company.write((db) =>
    void db.update(connectionTable).set({ token: null }).where(inArray(connectionTable.id, dead)).run()
  );
  const alive = rows.filter(({ id, token }) => token && !dead.includes(id)).map(({ id }) => id);
  provider.delete(connectionTokenTable).where(
    and(eq(connectionTokenTable.companyId, company.id), notInArray(connectionTokenTable.connectionId, alive)),
  ).run();

  function isToken(sealed: Uint8Array, hash: string | undefined): boolean {
    try {
      return hash !== undefined && keys.digest(Buffer.from(keys.unseal(sealed)).toString()) === hash;
    } catch {
      return false;
    }
  }
}

/** One that was revoked meanwhile stays revoked. */
function reconcileApiTokens(provider: Write, company: Company): void {
  const rows = company.latest.select({ id: apiTokenTable.id }).from(apiTokenTable).where(
    isNull(apiTokenTable.revokedAt),
  ).all();
  const ids = rows.map(({ id }) => id), { companyId, tokenId } = tokenHashTable;
  provider.delete(tokenHashTable).where(and(eq(companyId, company.id), notInArray(tokenId, ids))).run();
  const known = provider.select({ id: tokenId }).from(tokenHashTable).where(eq(companyId, company.id)).all();
  const revoked = ids.filter((id) => !known.some((one) => one.id === id));
  company.write((db) =>
    void db.update(apiTokenTable).set({ revokedAt: Date.now() }).where(inArray(apiTokenTable.id, revoked)).run()
  );
}
