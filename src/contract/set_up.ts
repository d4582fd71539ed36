import * as z from "zod/mini";
import { LoggedIn } from "./access.ts";
import { post } from "./call.ts";
import { TimeZone } from "./companies.ts";
import { Email, Moment, typed } from "./fields.ts";
import { MailLanguage } from "./mail.ts";
import { PasswordLink } from "./password_links.ts";
import { Password } from "./users.ts";

/** What stands in the address that the program prints, behind its #, where no server and no proxy writes it down. */
const Secret = z.string().check(z.regex(/^[\w-]{43}$/));

/** The person who sets the server up, and becomes its first super user. */
export const FirstPerson = z.object({ name: typed(2, 50), email: Email, password: Password });

/** A customer's company; whoever administers it chooses a password by the address that the answer has. */
export const FirstCompany = z.object({ name: typed(2, 50), admin: z.object({ name: typed(2, 50), email: Email }) });

export const SetUpForm = z.object({
  /** The provider's name, and that of the provider's own company. */
  provider: typed(2, 50),
  person: FirstPerson,
  /** Null: the provider's own company is the first, and its super user the administrator. */
  company: z.nullable(FirstCompany),
  language: MailLanguage,
  /** Of both companies. */
  timeZone: TimeZone,
});
export type SetUpForm = z.output<typeof SetUpForm>;

/** The customer's company, and how its administrator comes in. */
export const SetUpCompany = z.object({ id: z.int(), name: z.string(), email: z.string(), link: PasswordLink });
export type SetUpCompany = z.infer<typeof SetUpCompany>;

export const setUp = {
  show: post("/set-up/address", "Until when the address of the set-up is good; only on a server without companies", {
    who: "public",
    body: z.object({ secret: Secret }),
    answer: z.object({ expiresAt: Moment }),
  }),
  begin: post("/set-up", "Set the server up: the provider, the first super user, the first company. Works once", {
    who: "public",
    body: z.extend(SetUpForm, { secret: Secret }),
    answer: z.extend(LoggedIn, { company: z.nullable(SetUpCompany) }),
  }),
};
