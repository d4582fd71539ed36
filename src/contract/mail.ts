import * as z from "zod/mini";
import { get, post, put } from "./call.ts";
import { Email, typed } from "./fields.ts";
import { MAIL_SECURITY } from "./mail_security.ts";
import { Revision, Was } from "./revisions.ts";

/** The languages in which the product writes e-mails; Portuguese where nobody has chosen. */
export const MAIL_LANGUAGES = ["pt", "en", "es"] as const;
export const MailLanguage = z._default(z.optional(z.enum(MAIL_LANGUAGES)), "pt");
export type MailLanguage = typeof MAIL_LANGUAGES[number];
/** Each as dates are written in it (BCP 47). */
export const LOCALES: Record<MailLanguage, string> = { pt: "pt-BR", en: "en-GB", es: "es" };

/** What `detail.fault` of ERR_MAIL_SERVER says: which step it was that failed. */
export const MAIL_FAULTS = [
  "unreachable",
  "certificate",
  "encryption",
  "login",
  "sender",
  "receiver",
  "other",
] as const;
export type MailFault = typeof MAIL_FAULTS[number];

const Port = z.union([
  z.int().check(z.minimum(1), z.maximum(65_535)),
  z.pipe(
    z.string().check(z.regex(/^\s*\d{1,5}\s*$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(65_535))),
  ),
]);

/** An address of the product itself, without a path: `https://desk.example`. */
export const SiteAddress = z.pipe(
  typed(1, 200),
  z.string().check(z.refine((text) => /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) && URL.canParse(text))),
);

export const MailServerForm = z.object({
  /** A name or an IP address. */
  host: z.pipe(typed(1, 253), z.string().check(z.regex(/^[\w.:-]+$/))),
  port: Port,
  security: z.enum(MAIL_SECURITY),
  /** Empty: the server lets in without a login. */
  user: typed(0, 200),
  /** Left out or empty, the one before stays, unless it would go to another server. */
  password: z.optional(z.string().check(z.maxLength(200))),
  /** Whose name is on the e-mails. */
  from: Email,
  siteAddress: SiteAddress,
  /** Of the test e-mail. */
  language: MailLanguage,
});

export const MailServer = z.object({
  /** Empty when none is set. */
  host: z.string(),
  port: z.int(),
  security: z.enum(MAIL_SECURITY),
  user: z.string(),
  /** Whether there is one: it never comes out. */
  hasPassword: z.boolean(),
  from: z.string(),
  siteAddress: z.string(),
  /** How many e-mails wait to be sent, and how many could not be sent in the last 30 days. */
  waiting: z.int(),
  failed: z.int(),
  revision: Revision,
});
export type MailServer = z.infer<typeof MailServer>;

export const mail = {
  show: get("/provider/mail", "The server that sends e-mails, without its password", {
    who: "provider-settings:edit",
    answer: MailServer,
  }),
  test: post("/provider/mail/test", "Send a test e-mail to oneself by a server that is not saved", {
    who: "provider-settings:edit",
    body: MailServerForm,
    answer: z.object({ to: z.string() }),
  }),
  save: put("/provider/mail", "Set the server that sends e-mails, once a test e-mail has left by it", {
    who: "provider-settings:edit",
    body: z.extend(MailServerForm, {
      /** Saves it even though it does not work now. */
      untested: z._default(z.optional(z.boolean()), false),
      was: Was,
    }),
    answer: MailServer,
  }),
  forget: post("/provider/mail/forget", "Send no e-mails any more: the server and its password are forgotten", {
    who: "provider-settings:edit",
    body: z.object({ was: Was }),
    answer: MailServer,
  }),
  confirm: post("/auth/confirm-email", "Confirm an e-mail address by the link that was sent to it", {
    who: "public",
    body: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    answer: z.object({ email: z.string() }),
  }),
  toConfirm: get(
    "/auth/confirm-email",
    "One's own e-mail address, where it is to be confirmed yet and e-mails are sent",
    {
      whenOverdue: true,
      answer: z.object({ email: z.nullable(z.string()) }),
    },
  ),
  confirmAgain: post("/auth/confirm-email/again", "Have the link sent again that confirms one's own e-mail address", {
    whenOverdue: true,
    body: z.object({ language: MailLanguage }),
    answer: z.object({ email: z.string() }),
  }),
};
