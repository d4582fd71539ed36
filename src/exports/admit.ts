import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { checkName } from "../companies/companies.ts";
import { companyTable } from "../companies/table.ts";
import { connectionTokenTable } from "../connections/table.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { NO_PASSWORD } from "../users/passwords.ts";
import { loginTable, secondFactorTable, userTable } from "../users/table.ts";
import { webchatKeyTable, webchatTable } from "../webchat/table.ts";
import type { Secrets, TravellingLogin } from "./format.ts";
import { freeTokens } from "./seal_anew.ts";

interface Admitting {
  logins: TravellingLogin[];
  secrets: Secrets | undefined;
  name: string;
}

export interface Admitted {
  taken: string[];
  withoutFactor: string[];
  newWebchatKeys: number;
}

/** The moment in which a company that has come from elsewhere is there for everybody, by one transaction of provider.db. */
export function admit(tenants: Tenants, company: Company, { logins, secrets, name }: Admitting): Admitted {
  const tokens = freeTokens(tenants, secrets);
  const users = new Set(company.read.select({ id: userTable.id }).from(userTable).all().map(({ id }) => id));
  const own = logins.filter(({ userId }) => users.has(userId)).map((login) => ({
    ...login,
    email: plain(login.email),
  }));
  const newWebchatKeys = freshWebchatKeys(tenants, company);
  return tenants.provider.write((db) => {
    checkName(db, name, company.id);
    const taken = takenAmong(db, own.map(({ email }) => email));
    const free = own.filter(({ email }) => !taken.has(email));
    const factors = (secrets?.factors ?? []).filter(({ userId }) => free.some((one) => one.userId === userId));
    const lacksFactor = (login: TravellingLogin) =>
      login.hadFactor && !factors.some(({ userId }) => userId === login.userId);
    for (const { userId, email, passwordHash, ...rest } of free) {
      // Whoever was asked for a code is not let in by less than before.
      const hash = lacksFactor({ userId, email, passwordHash, ...rest }) ? NO_PASSWORD : passwordHash;
      db.insert(loginTable).values({ companyId: company.id, userId, email, passwordHash: hash }).run();
    }
    for (const { userId, secret, since, lastStep } of factors) {
      const sealedSecret = Buffer.from(tenants.keys.seal(Buffer.from(secret, "base64")));
      db.insert(secondFactorTable).values({ companyId: company.id, userId, sealedSecret, since, lastStep }).run();
    }
    for (const { connectionId, tokenHash } of tokens) {
      db.insert(connectionTokenTable).values({ companyId: company.id, connectionId, tokenHash }).run();
    }
    for (const { connectionId, key } of company.read.select().from(webchatTable).all()) {
      db.insert(webchatKeyTable).values({ companyId: company.id, connectionId, key }).run();
    }
    db.update(companyTable).set({ removedAt: null }).where(eq(companyTable.id, company.id)).run();
    return { taken: [...taken], withoutFactor: free.filter(lacksFactor).map(({ email }) => email), newWebchatKeys };
  });
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}

function takenAmong(db: Write, emails: string[]): Set<string> {
  const rows = db.select({ email: loginTable.email }).from(loginTable).where(inArray(loginTable.email, emails)).all();
  return new Set(rows.map(({ email }) => email));
}

/** A key leads to one web chat: where another here has it, as of an export that comes back beside its company, a new one. */
export function freshWebchatKeys({ provider }: Tenants, company: Company): number {
  return company.write((db) => {
    const chats = db.select().from(webchatTable).all().filter(({ key }) =>
      provider.read.select().from(webchatKeyTable).where(eq(webchatKeyTable.key, key)).all().length > 0
    );
    for (const { connectionId } of chats) {
      const key = randomBytes(12).toString("base64url");
      db.update(webchatTable).set({ key }).where(eq(webchatTable.connectionId, connectionId)).run();
    }
    return chats.length;
  });
}
