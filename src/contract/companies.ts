import * as z from "zod/mini";
import { zoneToday } from "../shared/time_zones.ts";
import { isDay } from "../shared/clock.ts";
import { RECURRENCE_NAMES } from "../shared/recurrence.ts";
import { del, get, post, put } from "./call.ts";
import { Email, Id, Moment, PageNumber, SearchParam, SentFlag, typed } from "./fields.ts";
import { Schedules, SentSchedules } from "./hours.ts";
import { MailLanguage } from "./mail.ts";
import { PasswordLink } from "./password_links.ts";
import { Excess } from "./plans.ts";
import { Revision, Was } from "./revisions.ts";
import { Password } from "./users.ts";

/** One's own company, as far as its people see it (spec 2 §3). */
export const CompanyDetails = z.object({
  id: Id,
  name: z.string(),
  /** YYYY-MM-DD, or null when the subscription never ends. */
  dueDate: z.nullable(z.string()),
  /** It has not paid: only bills are open to its administrators, and nothing to others. */
  isOverdue: z.boolean(),
  /** IANA name. */
  timeZone: z.string(),
  /** The company's opening hours; none at all means always open. */
  schedules: Schedules,
  /** Of its opening hours. */
  revision: Revision,
});
export type CompanyDetails = z.infer<typeof CompanyDetails>;

/** A company as the provider sees it (spec 2 §3). */
export const CompanyRecord = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Null = without limits: the provider's own, and those from before there were plans. */
  planId: z.nullable(Id),
  plan: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Whether its people may log in and its lines are open. */
  status: z.boolean(),
  campaignsEnabled: z.boolean(),
  /** YYYY-MM-DD, or null when the subscription never ends. */
  dueDate: z.nullable(z.string()),
  /** The day of the month on which it pays, where it has a due date: a month may be too short for it. */
  dueDay: z.nullable(z.int()),
  recurrence: z.enum(RECURRENCE_NAMES),
  /** YYYY-MM-DD. */
  trialExpiration: z.nullable(z.string()),
  /** IANA name. */
  timeZone: z.string(),
  createdAt: Moment,
  /** The provider's own is never overdue, suspended or removed. */
  isProviders: z.boolean(),
  revision: Revision,
});
export type CompanyRecord = z.infer<typeof CompanyRecord>;

/** A day, or null; left empty it is none. */
const SentDay = z.pipe(
  z._default(z.optional(z.nullable(z.string().check(z.maxLength(30)))), null),
  z.pipe(
    z.transform((given: string | null) => given?.slice(0, 10) || null),
    z.nullable(z.string().check(z.refine(isDay))),
  ),
);

/** An id, or the text of it as forms send it; left empty it is none. */
const SentId = z.pipe(
  z._default(z.optional(z.nullable(z.union([z.number(), z.string().check(z.regex(/^\d{0,15}$/))]))), null),
  z.pipe(
    z.transform((given: number | string | null) => given === null || given === "" ? null : Number(given)),
    z.nullable(Id),
  ),
);

export const CompanyForm = z.object({
  name: typed(2, 50),
  email: Email,
  phone: z._default(z.optional(typed(0, 30)), ""),
  planId: SentId,
  status: z._default(z.optional(SentFlag), true),
  campaignsEnabled: z._default(z.optional(SentFlag), false),
  dueDate: SentDay,
  recurrence: z._default(z.optional(z.enum(RECURRENCE_NAMES)), "MENSAL"),
});

/** Every company has a plan, but the provider's own and those from before there were plans. */
export const PlannedCompanyForm = z.extend(CompanyForm, {
  planId: SentId.check((payload) => {
    const { value: input } = payload;
    if (input === null) payload.issues.push({ code: "invalid_type", expected: "number", input: undefined });
  }),
});

/** The language of what a new company's first user is written. */
const NewCompanyForm = z.extend(PlannedCompanyForm, { language: MailLanguage });

/**
 * How a new company's first user comes in: by an address of ours with this token behind the `#`, which is handed over, or
 * which they have been sent by e-mail.
 */
export const Invitation = z.object({
  userId: Id,
  link: z.nullable(PasswordLink),
  mailedUntil: z.nullable(Moment),
});
export type Invitation = z.infer<typeof Invitation>;

/** What a stranger sends (spec 2 §3); whatever it says of due date, recurrence and status, the trial is the usual one. */
export const SignUpForm = z.object({
  name: typed(2, 50),
  email: Email,
  password: Password,
  planId: z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]), z.pipe(z.transform(Number), Id)),
  language: MailLanguage,
  /** Nobody sees this field, so whoever fills it in is no person. */
  website: z.optional(z.string().check(z.maxLength(500))),
  /** Only while many sign up: a number that makes the digest of challenge and number begin with so many zero bits. */
  proof: z.optional(z.object({ challenge: z.string().check(z.maxLength(500)), nonce: z.int() })),
});

/** What a refusal for want of a proof of work asks for. */
export interface ProofAsked {
  challenge: string;
  /** Zero bits at the beginning of SHA-256 of `challenge:nonce`. */
  bits: number;
}

/** Days for which a new company may try everything (spec 2 §9). */
export const TRIAL_DAYS = 3;

/** IANA name, by the name that it has today. */
export const TimeZone = z.pipe(z.string().check(z.maxLength(60), z.refine(isTimeZone)), z.transform(zoneToday));

export const companies = {
  page: get("/companies", "A page of the companies, by name", {
    who: "companies:edit",
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ companies: z.array(CompanyRecord), count: z.int(), hasMore: z.boolean() }),
  }),
  list: get("/companies/list", "All companies, by name", { who: "companies:edit", answer: z.array(CompanyRecord) }),
  add: post("/companies", "Add a company; its first user chooses a password by the invitation", {
    who: "companies:edit",
    body: NewCompanyForm,
    answer: z.object({ company: CompanyRecord, invitation: Invitation }),
  }),
  change: put(
    "/companies/:id",
    "Change what the provider knows of a company; without status its people are out and its lines closed",
    {
      who: "companies:edit",
      body: z.extend(CompanyForm, { was: Was }),
      answer: z.object({ company: CompanyRecord, excesses: z.array(Excess) }),
    },
  ),
  remove: del("/companies/:id", "Remove a company; its files are kept for thirty days", { who: "companies:edit" }),
  signUp: post("/companies/cadastro", "Sign up: a new company on trial, whose first user is its administrator", {
    who: "public",
    body: SignUpForm,
    answer: z.object({
      /** Left out where e-mails are sent: an address that has an account already is answered alike. */
      id: z.optional(Id),
      dueDate: z.nullable(z.string()),
    }),
  }),
  mayStrangers: get("/companies/cadastro", "Whether strangers may sign up", {
    who: "public",
    answer: z.object({ isOpen: z.boolean() }),
  }),
  show: get("/companies/:id", "One's own company; for super users any", {
    whenOverdue: true,
    answer: CompanyDetails,
  }),
  schedules: put("/companies/:id/schedules", "Set the company's opening hours", {
    who: "settings-page:edit",
    body: z.object({ schedules: SentSchedules, was: Was }),
    answer: CompanyDetails,
  }),
  timeZone: put("/companies/:id/time-zone", "Set the company's time zone", {
    who: "settings-page:edit",
    body: z.object({
      timeZone: TimeZone,
      /** The one that its maker saw; when it is another by now, nothing is saved. Left out, it is not asked. */
      was: z.optional(TimeZone),
    }),
    answer: CompanyDetails,
  }),
};

/** An IANA name; a mere offset knows of no clock change. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(zoneToday(name));
  } catch {
    return false;
  }
}
