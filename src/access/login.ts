import { eq } from "drizzle-orm";
import { companyRow, isOverdue } from "../companies/companies.ts";
import type { Me } from "../contract/access.ts";
import { refuse } from "../contract/errors.ts";
import { networkOf } from "../platform/caller.ts";
import { revisionOf } from "../platform/revisions.ts";
import type { Tenants } from "../platform/tenants.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { openSettings } from "../settings/settings.ts";
import { hashPassword, isPassword } from "../users/passwords.ts";
import { loginTable } from "../users/table.ts";
import { userById } from "../users/users.ts";
import { countTry, forgiveTries, takeBackTry } from "./attempts.ts";
import { type Device, isKnownTo } from "./devices.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

export interface Attempt {
  email: string;
  password: string;
  /** Where it comes from. */
  address: string;
  device?: Device;
}

/** Opens a session for a good e-mail and password, and ends the same user's earlier one. */
export async function logIn(
  tenants: Tenants,
  { email, password, address, device }: Attempt,
  now: Date,
): Promise<OpenedSession> {
  const login = await checkPassword(tenants, { email, password, address, device }, now);
  const row = companyRow(tenants, login.companyId);
  if (!row?.isActive) refuse("ERR_COMPANY_BLOCKED");
  if (isOverdue(row, now)) refuse("ERR_SUBSCRIPTION_EXPIRED", { detail: { dueDate: row.dueDate } });
  const session = openSession(tenants, login, now);
  const { hub } = tenants.company(login.companyId);
  if (session.ended) {
    hub.publish(
      "auth",
      { action: "update", userId: login.userId, sessionId: session.id },
      ({ id }) => id === login.userId,
    );
    hub.endSession(session.ended);
  }
  return session;
}

/** The login behind a good e-mail and password; all else is refused, and counted. */
async function checkPassword(tenants: Tenants, { email, password, address, device }: Attempt, now: Date) {
  const login = tenants.provider.read.select().from(loginTable).where(eq(loginTable.email, email)).all()[0];
  const isKnown = login !== undefined && isKnownTo(device, login);
  const thisTry = { email, network: networkOf(address), device: isKnown ? device!.id : undefined };
  countTry(thisTry, now.getTime());
  try {
    // An unknown address takes as long as a wrong password, so that nobody learns who has an account.
    const isGood = await isPassword(password, login?.passwordHash ?? await decoy(), isKnown);
    if (login && isGood) {
      forgiveTries(thisTry);
      return login;
    }
  } catch (error) {
    takeBackTry(thisTry);
    throw error;
  }
  if (!hasLogins(tenants)) refuse("ERR_NOTHING_SET_UP");
  refuse("ERR_INVALID_CREDENTIALS");
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
export function meOf(tenants: Tenants, companyId: number, userId: number): Me {
  const company = tenants.company(companyId);
  const row = companyRow(tenants, companyId) ?? refuse("ERR_SESSION_EXPIRED");
  const user = userById(company.read, userId) ?? refuse("ERR_SESSION_EXPIRED");
  const login = tenants.provider.read.select().from(loginTable).where(eq(loginTable.email, user.email)).all()[0];
  const { id, name, email, profile } = user;
  return {
    id,
    name,
    email,
    profile,
    super: login?.isSuper ?? false,
    companyId,
    company: {
      id: companyId,
      name: row.name,
      dueDate: row.dueDate,
      timeZone: row.timeZone,
      settings: openSettings(company.read),
    },
    queues: queuesOfUser(company.read, userId),
    revision: revisionOf(company.read, { kind: "user", id: userId }),
  };
}
