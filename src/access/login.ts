import { and, eq } from "drizzle-orm";
import { companyRow, isOverdue } from "../companies/companies.ts";
import { refuseMoved } from "../companies/moved.ts";
import type { Me } from "../contract/access.ts";
import { refuse } from "../contract/errors.ts";
import { networkOf } from "../platform/caller.ts";
import { revisionOf } from "../platform/revisions.ts";
import type { Tenants } from "../platform/tenants.ts";
import { providerSetting } from "../provider_settings/provider_settings.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { openSettings, setting } from "../settings/settings.ts";
import { hashPassword, isCheap, isPassword, NO_PASSWORD } from "../users/passwords.ts";
import { loginTable } from "../users/table.ts";
import { userById } from "../users/users.ts";
import { loginBy, loginOf } from "../users/logins.ts";
import { checkAddress, countFailure, countTry, forgiveTries, takeBackTry } from "./attempts.ts";
import { challengeFor, readChallenge } from "./challenges.ts";
import { accountOf, type Device, isKnownTo } from "./devices.ts";
import { secondFactorOf, spendCode, type Who } from "./second_factor.ts";
import { endSessions, type OpenedSession, openSession, sayEnded, type Whereabouts } from "./sessions.ts";

/** Where a login comes from. */
export interface From {
  address: string;
  device?: Device;
  /** The browser's word about itself. */
  userAgent?: string;
}

/** Opens a session for a good e-mail and password; where a second factor is asked for, ERR_SECOND_FACTOR has the challenge. */
export async function logIn(
  tenants: Tenants,
  typed: { email: string; password: string },
  from: From,
  now: Date,
): Promise<OpenedSession> {
  const login = await checkPassword(tenants, typed, from, now);
  checkOpen(tenants, login, now);
  if (!secondFactorOf(tenants, login)) return beginSession(tenants, login, from, now);
  refuse("ERR_SECOND_FACTOR", { detail: { challenge: await challengeFor(tenants.keys, login, now) } });
}

/** Opens the session that a challenge was given for, for a good code. */
export async function passSecondFactor(
  tenants: Tenants,
  typed: { challenge: string; code: string },
  { address, device, ...from }: From,
  now: Date,
): Promise<OpenedSession> {
  const whose = await readChallenge(tenants.keys, typed.challenge);
  const login = whose && loginOf(tenants, whose);
  if (!login || !whose.isOf(login)) refuse("ERR_SESSION_EXPIRED");
  checkOpen(tenants, login, now);
  const thisTry = {
    email: `code ${accountOf(login)}`,
    network: networkOf(address),
    device: isKnownTo(device, login) ? device!.id : undefined,
    isCode: true,
  };
  countTry(thisTry, now.getTime());
  if (!spendCode(tenants, login, typed.code, now)) {
    countFailure(thisTry, now.getTime());
    refuse("ERR_WRONG_CODE");
  }
  forgiveTries(thisTry);
  return beginSession(tenants, login, { address, device, ...from }, now);
}

/**
 * Refuses whoever logs in to a company that is blocked, or overdue: only its administrators go on, to what leads out of that.
 */
export function checkOpen(tenants: Tenants, { companyId, userId }: Who, now: Date): void {
  const row = companyRow(tenants, companyId);
  if (row && row.removedAt !== null) refuseMoved(tenants, companyId);
  if (!row?.isActive || row.removedAt !== null) refuse("ERR_COMPANY_BLOCKED");
  if (!isOverdue(row, now)) return;
  const profile = userById(tenants.company(companyId).read, userId)?.profile;
  if (profile !== "admin") refuse("ERR_SUBSCRIPTION_EXPIRED", { detail: { dueDate: row.dueDate } });
}

/** Opens a session; the same user's earlier ones end, unless the company allows several. */
export function beginSession(tenants: Tenants, who: Who, { address, userAgent = "" }: From, now: Date): OpenedSession {
  const maySeveral = setting(tenants.company(who.companyId).read, "severalLogins") === "enabled";
  const where: Whereabouts = { address, userAgent };
  const { session, ended } = openSession(tenants, who, { where, maySeveral }, now);
  if (ended.length > 0) {
    sayEnded(tenants, who, { sessionId: session.id, ended });
    endSessions(tenants, who.companyId, ended);
  }
  return session;
}

/** The login behind a good e-mail and password; all else is refused, and counted. */
async function checkPassword(
  tenants: Tenants,
  { email, password }: { email: string; password: string },
  { address, device }: From,
  now: Date,
) {
  const login = loginBy(tenants, email);
  const isKnown = login !== undefined && isKnownTo(device, login);
  const thisTry = { email, network: networkOf(address), device: isKnown ? device!.id : undefined };
  countTry(thisTry, now.getTime());
  const hasPassword = login !== undefined && login.passwordHash !== NO_PASSWORD;
  let isGood: boolean;
  try {
    // An unknown address, or one that has no password yet, takes as long as a wrong password, so that nobody learns who has an account.
    isGood = await isPassword(password, hasPassword ? login.passwordHash : await decoy(), {
      isKnown,
      from: thisTry.network,
      onTurn: () => checkAddress(thisTry, Date.now()),
    });
  } catch (error) {
    takeBackTry(thisTry);
    throw error;
  }
  if (hasPassword && isGood) {
    forgiveTries(thisTry);
    return { ...login, passwordHash: await hashAnew(tenants, login, password) };
  }
  countFailure(thisTry, Date.now());
  if (!hasLogins(tenants)) refuse("ERR_NOTHING_SET_UP");
  refuse("ERR_INVALID_CREDENTIALS");
}

/** A hash from a time when machines were slower is made anew, now that the password is here. */
async function hashAnew(
  tenants: Tenants,
  { email, passwordHash: had }: { email: string; passwordHash: string },
  password: string,
): Promise<string> {
  if (!isCheap(had)) return had;
  const passwordHash = await hashPassword(password);
  // Unless the password was changed meanwhile.
  const isSame = and(eq(loginTable.email, email), eq(loginTable.passwordHash, had));
  tenants.provider.write((db) => void db.update(loginTable).set({ passwordHash }).where(isSame).run());
  return loginBy(tenants, email)?.passwordHash ?? had;
}

/** In a data folder where nobody has been added yet, every password is wrong, and nobody would guess why. */
function hasLogins({ provider }: Tenants): boolean {
  return provider.read.select({ email: loginTable.email }).from(loginTable).limit(1).all().length > 0;
}

let decoyHash: Promise<string> | undefined;
function decoy(): Promise<string> {
  return decoyHash ??= hashPassword("nobody's password");
}

/** The logged-in person as the screens know them. */
export function meOf(tenants: Tenants, companyId: number, userId: number, actedBy?: string): Me {
  const company = tenants.company(companyId), who = { companyId, userId };
  const row = companyRow(tenants, companyId) ?? refuse("ERR_SESSION_EXPIRED");
  const user = userById(company.read, userId) ?? refuse("ERR_SESSION_EXPIRED");
  const { id, name, email, profile, language } = user;
  const isSuper = loginOf(tenants, who)?.isSuper ?? false;
  return {
    id,
    name,
    email,
    profile,
    super: isSuper,
    ...(isSuper ? { firstPage: firstPageOf(tenants) } : {}),
    companyId,
    company: {
      id: companyId,
      name: row.name,
      dueDate: row.dueDate,
      isOverdue: isOverdue(row, new Date()),
      timeZone: row.timeZone,
      settings: openSettings(company.read),
    },
    queues: queuesOfUser(company.read, userId),
    revision: revisionOf(company.read, { kind: "user", id: userId }),
    language,
    // Who acts as them owes none.
    hasSecondFactor: actedBy !== undefined || secondFactorOf(tenants, who) !== undefined,
    actedBy,
  };
}

function firstPageOf({ provider }: Tenants): Me["firstPage"] {
  return providerSetting(provider.read, "firstPage") === "cockpit" ? "cockpit" : "";
}
