import * as z from "zod/mini";
import { post, put } from "./call.ts";
import { Email, Id, Moment } from "./fields.ts";
import { MailLanguage } from "./mail.ts";
import { PASSWORD_KINDS } from "../shared/passwords.ts";

/** What stands in the address, behind its #, where no server and no proxy writes it down: 43 letters when it was handed over. */
const Token = z.string().check(z.regex(/^[\w-]{43,400}$/));

export const PasswordLink = z.object({ token: Token, expiresAt: Moment });
export type PasswordLink = z.infer<typeof PasswordLink>;

/** Whose password it is, and what the company asks of one. */
export const LinkedPerson = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string(),
  rule: z.object({ least: z.int(), kinds: z.enum(PASSWORD_KINDS) }),
});
export type LinkedPerson = z.infer<typeof LinkedPerson>;

export const passwordLinks = {
  make: post("/users/:id/password-link", "An address by which a user chooses a password, once, within a day", {
    who: "user-modal:editProfile",
    /** It counts only from super users. */
    body: z.object({ companyId: z.optional(z.nullable(Id)) }),
    answer: PasswordLink,
  }),
  mail: post("/users/:id/password-link/mail", "The same, sent to the user by e-mail", {
    who: "user-modal:editProfile",
    /** The company counts only from super users. */
    body: z.object({ language: MailLanguage, companyId: z.optional(z.nullable(Id)) }),
    answer: z.object({ expiresAt: Moment }),
  }),
  forgot: post(
    "/auth/forgot_password",
    "Send somebody an address by which they choose a password, once, within an hour; the answer is the same whether anybody has this e-mail",
    { who: "public", body: z.object({ email: Email, language: MailLanguage }) },
  ),
  show: post("/auth/password-link", "Whose password such an address sets", {
    who: "public",
    body: z.object({ token: Token }),
    answer: LinkedPerson,
  }),
  use: put("/auth/password-link", "Set it; the person's login sessions end", {
    who: "public",
    body: z.object({ token: Token, password: z.string().check(z.maxLength(200)) }),
  }),
};
