import { eq } from "drizzle-orm";
import { companyRow, isOverdue } from "../companies/companies.ts";
import type { Me } from "../contract/access.ts";
import { refuse } from "../contract/errors.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { openSettings } from "../settings/settings.ts";
import { hashPassword, isPassword } from "../users/passwords.ts";
import { loginTable } from "../users/table.ts";
import { userById } from "../users/users.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

/** Ten failures per account or address in 15 minutes (behaviour.md, Access). */
export const failures = new RateLimit(10, 15 * 60_000);

export interface Attempt {
  email: string;
  password: string;
  /** Where it comes from. */
  address: string;
}

/** Opens a session for a good e-mail and password, and ends the same user's earlier one. */
export async function logIn(
  tenants: Tenants,
  { email, password, address }: Attempt,
  now: Date,
): Promise<OpenedSession> {
  const keys = [`account ${email}`, `address ${address}`];
  if (keys.some((key) => failures.isReached(key, now.getTime()))) refuse("ERR_TOO_MANY_REQUESTS");
  // Counted before the password is looked at, which takes its time: many tries at once are many tries.
  for (const key of keys) failures.count(key, now.getTime());
  const login = tenants.provider.read.select().from(loginTable).where(eq(loginTable.email, email)).all()[0];
  // An unknown address takes as long as a wrong password, so that nobody learns who has an account.
  const isGood = await isPassword(password, login?.passwordHash ?? await decoy());
  if (!login || !isGood) refuse("ERR_INVALID_CREDENTIALS");
  failures.clear(keys[0]!);
  failures.takeBack(keys[1]!);
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
  };
}
