import { milliseconds } from "date-fns/milliseconds";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { companyRow } from "../companies/companies.ts";
import { refuseMoved } from "../companies/moved.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { LinkedPerson, PasswordLink } from "../contract/password_links.ts";
import { noteConfirmed } from "../mail/confirmations.ts";
import type { Read, Write } from "../platform/company.ts";
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

/** So long (ms) one does that somebody had sent to themselves. */
const MAILED_LIFE = milliseconds({ hours: 1 });

/** An address for a person; one that was made before is good no more. */
export function makePasswordLink({ provider, keys }: Tenants, who: Who, now: Date): PasswordLink {
  return provider.write((db) => newPasswordLink(db, who, { keys, now }));
}

interface Making {
  keys: Keys;
  now: Date;
  /** How long (ms) it lets its person choose a password: a day unless said otherwise. */
  life?: number;
  /** The address to which it is mailed, if it is. */
  mailedTo?: string;
}

/** The same inside a transaction of provider.db. */
export function newPasswordLink(db: Write, who: Who, { keys, now, life = LIFE, mailedTo }: Making): PasswordLink {
  const token = randomBytes(32).toString("base64url"), expiresAt = now.getTime() + life;
  const { companyId, userId } = who, tokenHash = hashOf(keys, token);
  db.delete(passwordLinkTable).where(ofUser(who)).run();
  db.insert(passwordLinkTable).values({ companyId, userId, tokenHash, expiresAt, mailedTo }).run();
  return { token, expiresAt: new Date(expiresAt).toISOString() };
}

interface LoginOfPerson extends Who {
  email: string;
  passwordHash: string;
}

/**
 * What stands in an address that somebody has asked for themselves. Nothing is stored, so that strangers who ask for it end
 * no other address; it is bound to the password and the e-mail address that count now, and good no more once there are others.
 */
export function mailedToken(keys: Keys, login: LoginOfPerson, now: Date): string {
  const { companyId, userId } = login;
  const mailed: Mailed = { companyId, userId, of: boundTo(keys, login), until: now.getTime() + MAILED_LIFE };
  return Buffer.from(keys.seal(Buffer.from(JSON.stringify(mailed)))).toString("base64url");
}

const Mailed = z.object({ companyId: z.int(), userId: z.int(), of: z.string(), until: z.number() });
type Mailed = z.infer<typeof Mailed>;

function boundTo(keys: Keys, { email, passwordHash }: LoginOfPerson): string {
  return keys.digest(`password of a mailed link ${email} ${passwordHash}`).slice(0, 32);
}

/** Whose password it sets; ERR_NO_PASSWORD_LINK_FOUND when it was used, has run out, or never was. */
export function linkedPerson(tenants: Tenants, token: string, now: Date): LinkedPerson {
  const who = whoOf(tenants, token, now);
  refuseMoved(tenants, who.companyId);
  const { read } = tenants.company(who.companyId);
  const { name, email } = userById(read, who.userId) ?? refuse("ERR_NO_PASSWORD_LINK_FOUND");
  const company = companyRow(tenants, who.companyId)?.name ?? "";
  return { name, email, company, rule: passwordRuleBy((key) => setting(read, key)) };
}

/** Who may use a token; undefined where it is good for nobody. */
export function personOfLink(tenants: Tenants, token: string, now: Date) {
  try {
    const { companyId, userId } = whoOf(tenants, token, now);
    const user = userById(tenants.company(companyId).read, userId);
    return user && { id: userId, name: user.name, companyId };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
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
    const { mailedTo } = whoOf(tenants, token, now, db);
    if (mailedTo !== null) noteConfirmed(db, { ...who, email: mailedTo }, now);
    const { companyId, userId } = loginTable;
    db.update(loginTable).set({ passwordHash })
      .where(and(eq(companyId, who.companyId), eq(userId, who.userId))).run();
  });
  endSessionsOf(tenants, who, { why: "password" });
}

interface Linked extends Who {
  /** The address to which it was mailed; null when it was handed over. */
  mailedTo: string | null;
}

/** Whose password a token sets; `db` is provider.db, in a transaction where nobody must use it meanwhile. */
function whoOf(tenants: Tenants, token: string, now: Date, db: Read = tenants.provider.read): Linked {
  const [link] = db.select().from(passwordLinkTable).where(ofToken(tenants, token)).all();
  if (link && link.expiresAt > now.getTime()) return link;
  return whoOfMailed(tenants.keys, token, now, db) ?? refuse("ERR_NO_PASSWORD_LINK_FOUND");
}

function whoOfMailed(keys: Keys, token: string, now: Date, db: Read): Linked | undefined {
  const mailed = readMailed(keys, token);
  if (!mailed || mailed.until <= now.getTime()) return undefined;
  const { companyId, userId } = loginTable;
  const [login] = db.select().from(loginTable)
    .where(and(eq(companyId, mailed.companyId), eq(userId, mailed.userId))).all();
  return login && boundTo(keys, login) === mailed.of ? { ...login, mailedTo: login.email } : undefined;
}

function readMailed(keys: Keys, token: string): Mailed | undefined {
  try {
    const opened = keys.unseal(Buffer.from(token, "base64url"));
    return Mailed.safeParse(JSON.parse(new TextDecoder().decode(opened))).data;
  } catch {
    return undefined;
  }
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
