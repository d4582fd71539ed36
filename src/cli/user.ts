import { removePasskeys } from "../access/passkeys.ts";
import { endSecondFactor } from "../access/second_factor.ts";
import { endSessionsOf } from "../access/sessions.ts";
import { Refusal } from "../contract/errors.ts";
import { askPassword } from "../platform/ask_password.ts";
import { BadCommand, BadUsage } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";
import { addUser, loginBy, setPassword } from "../users/users.ts";
import { type Flags, options } from "./options.ts";
import { companyNamed, withTenants } from "./tenants.ts";

const USER_USAGE = `balcao user add COMPANY NAME EMAIL [--admin] [--super] | balcao user password EMAIL
balcao user second-factor EMAIL --reset`;

export async function userVerb(args: string[]): Promise<void> {
  const { rest: [what, ...words], flags, data } = options(args);
  await withTenants(data, false, async (tenants) => {
    if (what === "add" && words.length === 3) await addUserVerb(tenants, words as [string, string, string], flags);
    else if (what === "password" && words.length === 1) await passwordVerb(tenants, words[0]!);
    else if (what === "second-factor" && words.length === 1 && flags.reset) resetVerb(tenants, words[0]!);
    else throw new BadUsage(USER_USAGE);
  });
}

async function addUserVerb(
  tenants: Tenants,
  [company, name, email]: [string, string, string],
  { admin, super: isSuper }: Flags,
): Promise<void> {
  const row = companyNamed(tenants, company);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new BadUsage(`${email} is no e-mail address`);
  if (loginBy(tenants, email)) throw new Refusal("ERR_DUPLICATED_EMAIL");
  const profile = admin || isSuper ? "admin" : "user";
  const user = { name, email, profile, password: passwordOf(), isSuper } as const;
  const { id } = await addUser(tenants, tenants.company(row.id), user, new Date());
  console.log(`${id}\t${name}\t${email}`);
}

async function passwordVerb(tenants: Tenants, email: string): Promise<void> {
  // Nobody types a password twice to hear that there is no such person.
  const who = loginBy(tenants, email);
  if (!who) throw nobodyIs(tenants, email);
  await setPassword(tenants, email, passwordOf());
  endSessionsOf(tenants, who);
}

function resetVerb(tenants: Tenants, email: string): void {
  const who = loginBy(tenants, email);
  if (!who) throw nobodyIs(tenants, email);
  const hadPasskeys = removePasskeys(tenants, who);
  if (!endSecondFactor(tenants, who) && !hadPasskeys) throw new BadCommand(`${email} has no second factor`);
  endSessionsOf(tenants, who);
}

function nobodyIs({ folder }: Tenants, email: string): BadCommand {
  return new BadCommand(`Nobody logs in as ${email} in ${folder}`);
}

function passwordOf(): string {
  return askPassword(Deno.env.get("BALCAO_PASSWORD") || undefined);
}
