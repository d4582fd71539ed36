import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Email, Id } from "./fields.ts";
import { MAIL_LANGUAGES } from "./mail.ts";
import { QueueRef } from "./queues.ts";
import { Revision } from "./revisions.ts";

export const CompanySummary = z.object({
  id: Id,
  name: z.string(),
  /** YYYY-MM-DD, or null when the subscription never ends. */
  dueDate: z.nullable(z.string()),
  /** It has not paid: only bills are open to its administrators, and nothing to others. */
  isOverdue: z.optional(z.boolean()),
  /** IANA name; times are shown in it. */
  timeZone: z.string(),
  settings: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** The logged-in person. */
export const Me = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  profile: z.enum(["admin", "user"]),
  super: z.boolean(),
  companyId: Id,
  company: CompanySummary,
  queues: z.array(QueueRef),
  /** Of one's own record. */
  revision: z.optional(Revision),
  /** A code of theirs is asked for at login. */
  hasSecondFactor: z.boolean(),
  /** Where a super user begins, as the provider has set it. */
  firstPage: z.optional(z.enum(["", "cockpit"])),
  /** In which e-mails and receipts are written to them; null until it is known. */
  language: z.nullable(z.enum(MAIL_LANGUAGES)),
  /** The provider's person who acts as this one. */
  actedBy: z.optional(z.string()),
});
export type Me = z.infer<typeof Me>;

export const LoginForm = z.object({
  email: Email,
  /** Of whatever length: a wrong one is wrong, and says nothing about the right one (behaviour.md, Access). */
  password: z.string(),
});

export const LoggedIn = z.object({ token: z.string(), user: Me });
export type LoggedIn = z.infer<typeof LoggedIn>;

/** `at`: where the company's stream of events stood; whoever follows it from there may read everything else meanwhile. */
export const Refreshed = z.extend(LoggedIn, { at: z.string() });
export type Refreshed = z.infer<typeof Refreshed>;

export const access = {
  login: post("/auth/login", "Log in; the refresh token is set as a cookie", {
    who: "public",
    body: LoginForm,
    answer: LoggedIn,
  }),
  refresh: post("/auth/refresh_token", "A new access token for the refresh cookie", {
    who: "public",
    answer: Refreshed,
  }),
  logout: del("/auth/logout", "End this session"),
  me: get("/auth/me", "Who is logged in", { answer: Me }),
  language: put("/auth/language", "Say in which language one uses the product: e-mails and receipts come in it", {
    body: z.object({ language: z.enum(MAIL_LANGUAGES) }),
  }),
};

/** The company demands a second factor of somebody who has none: until they set one up, they can do nothing else. */
export function owesSecondFactor({ hasSecondFactor, company }: Pick<Me, "hasSecondFactor" | "company">): boolean {
  return !hasSecondFactor && company.settings.some(({ key, value }) => key === "secondFactor" && value === "required");
}

/** The subscription warning shows when fewer days than this remain (spec 1 §9). */
export const WARN_DAYS = 5;
