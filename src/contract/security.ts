import * as z from "zod/mini";
import { LoggedIn } from "./access.ts";
import { del, get, post } from "./call.ts";
import { Moment } from "./fields.ts";

/** One of a person's own logins, as their list shows it. */
export const LoginSession = z.object({
  uuid: z.string(),
  /** Empty when it does not say. */
  browser: z.string(),
  system: z.string(),
  /** The address without its last part; empty when there was none. */
  network: z.string(),
  /** When it began, and when it last asked for a token: every quarter of an hour while it is used. */
  since: Moment,
  seen: Moment,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type LoginSession = z.infer<typeof LoginSession>;

/** A device that lets its person in without a password. */
export const Passkey = z.object({ key: z.string(), name: z.string(), since: Moment });
export type Passkey = z.infer<typeof Passkey>;

/** What a browser is asked for, as WebAuthn has it (§5.4, §5.5), and what says that we asked: good for five minutes, once. */
export const PasskeyAsked = z.object({ options: z.record(z.string(), z.unknown()), ticket: z.string() });
const PasskeyAnswer = z.object({
  ticket: z.string().check(z.maxLength(2000)),
  response: z.record(z.string(), z.unknown()),
});

export const Security = z.object({
  /** Since when a second factor is asked for; null: it is not. */
  secondFactorSince: z.nullable(Moment),
  /** Recovery codes that are left of ten. */
  recoveryCodes: z.int(),
  /** Latest first. */
  sessions: z.array(LoginSession),
  passkeys: z.array(Passkey),
});
export type Security = z.infer<typeof Security>;

export const SetUp = z.object({
  /** Base 32, for who cannot scan. */
  secret: z.string(),
  /** otpauth://, to be drawn as a QR code. */
  uri: z.string(),
  /** To be said back with the first code; good for an hour. */
  setUp: z.string(),
});
export type SetUp = z.infer<typeof SetUp>;

/** Shown once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });

const Code = z.string().check(z.minLength(1), z.maxLength(40));
export const CodeForm = z.object({ code: Code });
/** What one does to one's own login needs the password once more: a screen may have been left open. */
export const PasswordForm = z.object({ currentPassword: z.string().check(z.minLength(1), z.maxLength(200)) });

export const security = {
  login: post("/auth/second-factor", "The second step of a login: the challenge of ERR_SECOND_FACTOR, and a code", {
    who: "public",
    body: z.object({ challenge: z.string().check(z.maxLength(2000)), code: Code }),
    answer: LoggedIn,
  }),
  askPasskey: post("/auth/passkeys/ask", "Begin a login by passkey", { who: "public", answer: PasskeyAsked }),
  passkeyLogin: post("/auth/passkeys/login", "Log in by passkey: instead of the password and of the second factor", {
    who: "public",
    body: PasskeyAnswer,
    answer: LoggedIn,
  }),
  beginPasskey: post("/auth/passkeys/begin", "Begin to add a passkey of one's own", {
    body: PasswordForm,
    answer: PasskeyAsked,
  }),
  addPasskey: post("/auth/passkeys", "Add a passkey of one's own", { body: PasskeyAnswer }),
  removePasskey: post("/auth/passkeys/:key/remove", "Remove a passkey of one's own", { body: PasswordForm }),
  show: get("/auth/security", "One's own second factor and login sessions", { answer: Security }),
  setUp: post("/auth/second-factor/set-up", "A new secret for an authenticator app", {
    /** No password where the company demands a second factor and there is none: nothing else can be done then. */
    body: z.partial(PasswordForm),
    answer: SetUp,
  }),
  confirm: post("/auth/second-factor/confirm", "Ask for codes of this secret from now on; ends one's other sessions", {
    body: z.object({ setUp: z.string().check(z.maxLength(2000)), code: Code }),
    answer: RecoveryCodes,
  }),
  newCodes: post("/auth/second-factor/codes", "Ten new recovery codes in the place of the old ones", {
    body: PasswordForm,
    answer: RecoveryCodes,
  }),
  end: post("/auth/second-factor/end", "Ask for no code any more; ends one's other sessions", { body: PasswordForm }),
  endSession: del("/auth/sessions/:uuid", "End one of one's own login sessions"),
  endOthers: del("/auth/sessions", "End all of one's own login sessions but this one"),
  reset: del("/users/:id/second-factor", "Take a user's second factor away, and end their login sessions", {
    who: "user-modal:editProfile",
  }),
};
