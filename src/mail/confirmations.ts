import { milliseconds } from "date-fns/milliseconds";
import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { MailLanguage } from "../contract/mail.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { hasMail, linkTo } from "./mail_server.ts";
import { queueMail } from "./queue.ts";
import { mailSender } from "./sender.ts";
import { emailConfirmationTable } from "./table.ts";
import { emailConfirmationMail } from "./texts.ts";

/** So many days a link confirms an address. */
export const CONFIRMATION_DAYS = 3;

export interface Confirming {
  companyId: number;
  userId: number;
  email: string;
}

/**
 * The link by which a person with a login shows that an address is theirs; one that was made before is good no more. What
 * stands behind its `#` is stored as a keyed hash only. `db` is provider.db here, always.
 */
export function confirmationFor(db: Write, confirming: Confirming, { keys, now }: { keys: Keys; now: Date }): string {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = now.getTime() + milliseconds({ days: CONFIRMATION_DAYS });
  const row = { email: confirming.email, tokenHash: hashOf(keys, token), expiresAt, confirmedAt: null };
  const { companyId, userId } = emailConfirmationTable;
  db.insert(emailConfirmationTable).values({ ...confirming, ...row })
    .onConflictDoUpdate({ target: [companyId, userId], set: row }).run();
  return linkTo(db, `/confirm#${token}`);
}

/** Has a person asked to confirm the address with which they signed up; only where e-mails are sent (`hasMail`). */
export function queueConfirmation(
  db: Write,
  { name, language, ...confirming }: Confirming & { name: string; language: MailLanguage },
  { keys, now }: { keys: Keys; now: Date },
): void {
  const link = confirmationFor(db, confirming, { keys, now }), days = CONFIRMATION_DAYS;
  const text = emailConfirmationMail(language, mailSender(db), { name, link, days });
  const goodUntil = now.getTime() + milliseconds({ days });
  queueMail(db, { kind: "emailConfirmation", language, to: confirming.email, goodUntil, ...text }, { keys, now });
}

/**
 * Notes that an address is its person's, and answers it; a second time does no harm. ERR_NO_EMAIL_CONFIRMATION_FOUND when
 * the link has run out, never was, or the person logs in with another address by now.
 */
export function confirmEmail({ provider, keys }: Tenants, token: string, now: Date): string {
  return provider.write((db) => {
    const { tokenHash, companyId, userId } = emailConfirmationTable;
    const [row] = db.select().from(emailConfirmationTable).where(eq(tokenHash, hashOf(keys, token))).all();
    if (!row || row.expiresAt <= now.getTime() || emailOf(db, row) !== row.email) {
      refuse("ERR_NO_EMAIL_CONFIRMATION_FOUND");
    }
    db.update(emailConfirmationTable).set({ confirmedAt: row.confirmedAt ?? now.getTime() })
      .where(and(eq(companyId, row.companyId), eq(userId, row.userId))).run();
    return row.email;
  });
}

/** A person has shown otherwise that an address is theirs: by a link that was mailed to it. */
export function noteConfirmed(db: Write, confirming: Confirming, now: Date): void {
  const { companyId, userId, email, confirmedAt } = emailConfirmationTable;
  const own = and(eq(companyId, confirming.companyId), eq(userId, confirming.userId), eq(email, confirming.email));
  db.update(emailConfirmationTable).set({ confirmedAt: now.getTime() }).where(and(own, isNull(confirmedAt))).run();
}

/** The address with which a person logs in, while it waits to be confirmed; the last link may have run out. */
export function emailToConfirm(db: Read, who: { companyId: number; userId: number }): string | undefined {
  const { companyId, userId, confirmedAt, email } = emailConfirmationTable;
  const [row] = db.select({ email }).from(emailConfirmationTable)
    .where(and(eq(companyId, who.companyId), eq(userId, who.userId), isNull(confirmedAt))).all();
  return row && emailOf(db, who) === row.email ? row.email : undefined;
}

const HOUR = milliseconds({ hours: 1 });
/** How often somebody has the link sent again. */
const AGAIN = new RateLimit(3, HOUR);

/** For tests: as after a restart. */
export function forgetSentAgain(): void {
  AGAIN.forgetAll();
}

interface Again {
  companyId: number;
  userId: number;
  name: string;
  language: MailLanguage;
}

/**
 * Sends a person the link once more, and answers where to; ERR_NO_MAIL where no e-mails are sent,
 * ERR_NO_EMAIL_CONFIRMATION_FOUND where there is nothing to confirm, ERR_TOO_MANY_REQUESTS.
 */
export function confirmAgain(tenants: Tenants, { name, language, ...who }: Again, now: Date): string {
  if (!hasMail(tenants)) refuse("ERR_NO_MAIL");
  const { provider, keys } = tenants, key = `${who.companyId} ${who.userId}`;
  const email = emailToConfirm(provider.read, who) ?? refuse("ERR_NO_EMAIL_CONFIRMATION_FOUND");
  const wait = AGAIN.wait(key, now.getTime());
  if (wait > 0) refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000) } });
  AGAIN.count(key, now.getTime());
  provider.write((db) => queueConfirmation(db, { ...who, email, name, language }, { keys, now }));
  return email;
}

/** Whether the address with which a person logs in was confirmed. */
export function isEmailConfirmed(db: Read, who: { companyId: number; userId: number }): boolean {
  const { companyId, userId, confirmedAt } = emailConfirmationTable;
  const [row] = db.select().from(emailConfirmationTable)
    .where(and(eq(companyId, who.companyId), eq(userId, who.userId), isNotNull(confirmedAt))).all();
  return row !== undefined && emailOf(db, who) === row.email;
}

/** Whether an address is one with which somebody signed up who has not said yet that it is theirs: it gets nothing more. */
export function isUnconfirmed(db: Read, address: string): boolean {
  const { email, confirmedAt, companyId, userId } = emailConfirmationTable;
  // Who has another address by now says nothing about this one, which may be somebody else's.
  const isTheirs = sql`exists (select 1 from logins where logins.company_id = ${companyId}
    and logins.user_id = ${userId} and logins.email = ${email})`;
  return db.select({ email }).from(emailConfirmationTable)
    .where(and(eq(email, address), isNull(confirmedAt), isTheirs)).limit(1).all().length > 0;
}

function emailOf(db: Read, { companyId, userId }: { companyId: number; userId: number }): string | undefined {
  return db.all<{ email: string }>(
    sql`select email from logins where company_id = ${companyId} and user_id = ${userId}`,
  )[0]?.email;
}

function hashOf(keys: Keys, token: string): string {
  return keys.digest(`email confirmation ${token}`);
}
