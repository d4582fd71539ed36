import { refuse } from "../contract/errors.ts";
import type { Session } from "../platform/session.ts";
import type { Tenants } from "../platform/tenants.ts";
import { isPassword } from "../users/passwords.ts";
import { loginOf } from "../users/logins.ts";
import { countTry, forgiveTries, takeBackTry } from "./attempts.ts";
import { accountOf } from "./devices.ts";

/** Refuses who does not know the password of the login that they use: they may only have found the screen open. */
export async function checkOwnPassword(
  tenants: Tenants,
  { id, company, person }: Session,
  typed: string | undefined,
  now: Date,
): Promise<void> {
  if (!typed) refuse("ERR_INVALID_INPUT", { fields: { currentPassword: "required" } });
  const who = { companyId: company.id, userId: person.id };
  const login = loginOf(tenants, who) ?? refuse("ERR_SESSION_EXPIRED");
  const thisTry = { email: `own ${accountOf(who)}`, network: "", device: id };
  countTry(thisTry, now.getTime());
  let isGood: boolean;
  try {
    isGood = await isPassword(typed, login.passwordHash, { isKnown: true });
  } catch (error) {
    takeBackTry(thisTry);
    throw error;
  }
  if (!isGood) refuse("ERR_INVALID_INPUT", { fields: { currentPassword: "wrong" } });
  forgiveTries(thisTry);
}
