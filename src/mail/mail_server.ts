import { count, eq, isNotNull } from "drizzle-orm";
import { brandOf } from "../brand/brand.ts";
import { refuse } from "../contract/errors.ts";
import type { MailServer } from "../contract/mail.ts";
import { PROVIDER_SETS } from "../contract/provider_settings.ts";
import type { MailSecurity } from "../contract/mail_security.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import {
  type By,
  changeSettingSet,
  providerSecret,
  providerSetting,
  settingSet,
} from "../provider_settings/provider_settings.ts";
import type { Server } from "./smtp.ts";
import { mailTable } from "./table.ts";

/** Whether e-mails can be sent. */
export function hasMail({ provider }: Tenants): boolean {
  return providerSetting(provider.read, "smtpHost") !== "";
}

/** How the provider's mail server is reached; nothing when none is set. `db` is provider.db here, always. */
export function mailServer(db: Read, keys: Keys): Server | undefined {
  const host = providerSetting(db, "smtpHost");
  if (!host) return undefined;
  return {
    host,
    port: Number(providerSetting(db, "smtpPort")),
    security: providerSetting(db, "smtpSecurity") as MailSecurity,
    user: providerSetting(db, "smtpUser"),
    password: providerSecret(db, "smtpPassword", keys),
    from: { name: brandOf(db).name, address: providerSetting(db, "mailFrom") },
  };
}

/** Where a link in an e-mail leads; `path` begins with a slash. Without a mail server there is no such address. */
export function linkTo(db: Read, path: string): string {
  return providerSetting(db, "siteAddress") + path;
}

/** The mail server as screens get it. */
export function mailServerShown(db: Read): MailServer {
  const { revision } = settingSet(db, PROVIDER_SETS.mail);
  return {
    host: providerSetting(db, "smtpHost"),
    port: Number(providerSetting(db, "smtpPort")),
    security: providerSetting(db, "smtpSecurity") as MailSecurity,
    user: providerSetting(db, "smtpUser"),
    hasPassword: providerSetting(db, "smtpPassword") !== "",
    from: providerSetting(db, "mailFrom"),
    siteAddress: providerSetting(db, "siteAddress"),
    waiting: countOf(db, isNotNull(mailTable.nextAt)),
    failed: countOf(db, eq(mailTable.state, "failed")),
    revision,
  };
}

function countOf(db: Read, where: ReturnType<typeof eq>): number {
  return db.select({ count: count() }).from(mailTable).where(where).all()[0]!.count;
}

/** What was typed of a mail server. */
export interface TypedServer {
  host: string;
  port: number;
  security: MailSecurity;
  user: string;
  password?: string;
  from: string;
  siteAddress: string;
}

/**
 * The server that was typed, with the password that is stored where none was typed. That one goes nowhere but where it was
 * meant for: with another host, port or way of encryption it must be typed anew.
 */
export function typedServer(db: Read, typed: TypedServer, keys: Keys): Server {
  const { host, port, security, user, from: address } = typed;
  const from = { name: brandOf(db).name, address };
  const password = typed.password || (user ? storedFor(db, typed, keys) : "");
  return { host, port, security, user, password, from };
}

function storedFor(db: Read, typed: TypedServer, keys: Keys): string {
  const stored = mailServer(db, keys);
  const isSame = stored && (["host", "port", "security", "user"] as const).every((key) => stored[key] === typed[key]);
  if (!isSame || !stored.password) refuse("ERR_INVALID_INPUT", { fields: { password: "required" } });
  return stored.password;
}

/** Sets the mail server. `was` is the revision that its maker saw. */
export function saveMailServer(db: Write, typed: TypedServer, { was, keys, ...by }: By & { was?: number; keys: Keys }) {
  const { host, port, security, user, from, siteAddress } = typed;
  const values = {
    smtpHost: host,
    smtpPort: String(port),
    smtpSecurity: security,
    smtpUser: user,
    mailFrom: from,
    siteAddress: siteAddress.replace(/\/$/, ""),
    // Who logs in to nothing needs no password.
    ...(user ? (typed.password ? { smtpPassword: typed.password } : {}) : { smtpPassword: "" }),
  };
  return changeSettingSet(db, { values, of: PROVIDER_SETS.mail, was, shown: mailServerShown }, { keys, ...by });
}

/** Sends nothing any more; what was to be sent stays until it is too old. */
export function forgetMailServer(db: Write, { was, keys, ...by }: By & { was?: number; keys: Keys }) {
  const values = { smtpHost: "", smtpPort: "", smtpSecurity: "", smtpUser: "", smtpPassword: "", mailFrom: "" };
  return changeSettingSet(db, { values, of: PROVIDER_SETS.mail, was, shown: mailServerShown }, { keys, ...by });
}
