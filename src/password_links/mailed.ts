import { milliseconds } from "date-fns/milliseconds";
import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import type { MailLanguage } from "../contract/mail.ts";
import { hasMail, linkTo } from "../mail/mail_server.ts";
import { queueMail } from "../mail/queue.ts";
import { mailSender } from "../mail/sender.ts";
import type { MailKind } from "../mail/table.ts";
import { invitationMail, type MailText, passwordResetMail, type Sender } from "../mail/texts.ts";
import { log } from "../platform/log.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { userById } from "../users/users.ts";
import { loginBy } from "../users/logins.ts";
import { mailedToken, newPasswordLink } from "./password_links.ts";

const QUARTER = milliseconds({ minutes: 15 }), HOUR = milliseconds({ hours: 1 });
/** How often somebody may ask, from one address and for one account: whoever has got three has a good one among them. */
const BY_ADDRESS = new RateLimit(10, QUARTER);
const BY_ACCOUNT = new RateLimit(3, HOUR);
/** How many links one administrator may send. */
const BY_ADMIN = new RateLimit(50, HOUR);

/** A restart would, too. For tests. */
export function forgetAsked(): void {
  for (const limit of [BY_ADDRESS, BY_ACCOUNT, BY_ADMIN]) limit.forgetAll();
}

interface Asked {
  email: string;
  language: MailLanguage;
  /** An IPv4 address or a /64. */
  network: string;
}

/**
 * Sends somebody who forgot their password a link by which they choose another, when anybody logs in with this e-mail. The
 * caller learns nothing about that: what tells a known address from another happens once the answer has left.
 */
export function sendForgotten(tenants: Tenants, asked: Asked, now: Date): void {
  if (!hasMail(tenants)) refuse("ERR_NO_MAIL");
  const { email, network } = asked, at = now.getTime();
  BY_ADDRESS.countOrRefuse(network, at);
  // Nobody is told: the account may be another's, and the e-mails that were sent are good.
  if (BY_ACCOUNT.isReached(email, at)) return;
  BY_ACCOUNT.count(email, at);
  setTimeout(() => {
    try {
      mailForgotten(tenants, asked, now);
    } catch (error) {
      log.error("A password could not be mailed", { error });
    }
  });
}

function mailForgotten(tenants: Tenants, { email, language }: Asked, now: Date): void {
  const login = loginBy(tenants, email);
  const row = login && companyRow(tenants, login.companyId);
  if (!login || !row?.isActive || row.removedAt !== null || !hasMail(tenants)) return;
  const user = userById(tenants.company(login.companyId).read, login.userId);
  if (!user) return;
  const { provider, keys } = tenants, token = mailedToken(keys, login, now);
  provider.write((db) => {
    const text = passwordResetMail(language, mailSender(db), {
      name: user.name,
      company: row.name,
      link: linkTo(db, `/password#${token}`),
      hours: 1,
    });
    const goodUntil = now.getTime() + HOUR;
    queueMail(db, { kind: "passwordReset", language, to: email, goodUntil, ...text }, { keys, now });
  });
}

interface Sent {
  companyId: number;
  userId: number;
  language: MailLanguage;
  by: { id: number; name: string };
}

/** Sends a user the link that an administrator would hand over, and answers until when it is good (ISO 8601). */
export function mailPasswordLink(tenants: Tenants, { by, ...sent }: Sent, now: Date): string {
  if (!hasMail(tenants)) refuse("ERR_NO_MAIL");
  BY_ADMIN.countOrRefuse(`${sent.companyId} ${by.id}`, now.getTime());
  return mailLink(tenants, sent, now, {
    life: milliseconds({ days: 1 }),
    write: (sender, whom) => passwordResetMail(sent.language, sender, { ...whom, hours: 24, by: by.name }),
  });
}

/** So many days an invitation is good. */
const INVITED_DAYS = 3;

/**
 * Invites a new company's first user, who has no password yet, and answers until when the link is good (ISO 8601);
 * ERR_NO_MAIL where no e-mails are sent.
 */
export function mailInvitation(tenants: Tenants, invited: Omit<Sent, "by">, now: Date): string {
  if (!hasMail(tenants)) refuse("ERR_NO_MAIL");
  return mailLink(tenants, invited, now, {
    kind: "invitation",
    life: milliseconds({ days: INVITED_DAYS }),
    write: (sender, whom) => invitationMail(invited.language, sender, { ...whom, days: INVITED_DAYS }),
  });
}

interface LinkMail {
  kind?: MailKind;
  /** ms */
  life: number;
  write: (sender: Sender, whom: { name: string; company: string; link: string }) => MailText;
}

function mailLink(
  tenants: Tenants,
  { companyId, userId, language }: Omit<Sent, "by">,
  now: Date,
  { kind = "passwordReset", life, write }: LinkMail,
): string {
  const { provider, keys } = tenants;
  const { name, email } = userById(tenants.company(companyId).read, userId) ?? refuse("ERR_NO_USER_FOUND");
  const company = companyRow(tenants, companyId)?.name ?? "";
  return provider.write((db) => {
    const { token, expiresAt } = newPasswordLink(db, { companyId, userId }, { keys, now, life, mailedTo: email });
    const text = write(mailSender(db), { name, company, link: linkTo(db, `/password#${token}`) });
    const goodUntil = new Date(expiresAt).getTime();
    queueMail(db, { kind, language, to: email, goodUntil, ...text }, { keys, now });
    return expiresAt;
  });
}
