import { milliseconds } from "date-fns/milliseconds";
import type { MailFault } from "../contract/mail.ts";
import type { MailSecurity } from "../contract/mail_security.ts";
import type { MailText } from "./texts.ts";

/** How a mail server is reached, and in whose name. */
export interface Server {
  host: string;
  port: number;
  security: MailSecurity;
  /** Empty: it lets in without a login. */
  user: string;
  password: string;
  from: { name: string; address: string };
}

export interface Letter extends MailText {
  to: string;
  /** Stays the same when it is sent again, so that the receiver's server may know it. */
  messageId?: string;
}

/** So long (ms) a server may take to be reached, and to say its next word while somebody waits for it. */
const PATIENCE = milliseconds({ seconds: 15 });
/** The same while nobody waits: it may be thinking about what it has taken already (RFC 5321 §4.5.3.2). */
const LONG_PATIENCE = milliseconds({ minutes: 2 });

/** Why an e-mail has not left: at which step, and whether another try would end the same way. */
export class MailFailure extends Error {
  constructor(readonly fault: MailFault, readonly isFinal: boolean) {
    super(`The mail server failed: ${fault}`);
  }
}

let trusted: string | undefined;

/** Trusts an authority (PEM) besides those that everybody trusts. For tests. */
export function trustMailAuthority(pem: string | undefined): void {
  trusted = pem;
}

/** Sends one e-mail; MailFailure says which step failed. With `isWaited` all of it within 15 s. */
export async function sendLetter(server: Server, letter: Letter, { isWaited = false } = {}): Promise<void> {
  const patience = isWaited ? PATIENCE : LONG_PATIENCE;
  // Loaded with the first e-mail: most installations send none.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === "tls",
    requireTLS: server.security === "starttls",
    ignoreTLS: server.security === "none",
    auth: server.user ? { user: server.user, pass: server.password } : undefined,
    connectionTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: patience,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: trusted ? { ca: trusted } : undefined,
  });
  const { to, subject, text, html, messageId } = letter;
  const late = new AbortController(), clock = setTimeout(() => late.abort(), patience);
  try {
    await transport.sendMail({
      from: server.from,
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId,
      // Nobody's holiday notice answers it (RFC 3834 §5).
      headers: { "auto-submitted": "auto-generated" },
      signal: late.signal,
    });
  } catch (error) {
    throw new MailFailure(faultOf(error as Problem), isFinal(error as Problem));
  } finally {
    clearTimeout(clock);
    transport.close();
  }
}

/** Sends one e-mail while somebody waits for it, 15 s at most; answers the step that failed, and nothing once it has left. */
export async function faultSending(server: Server, letter: Letter): Promise<MailFault | undefined> {
  try {
    await sendLetter(server, letter, { isWaited: true });
    return undefined;
  } catch (error) {
    if (error instanceof MailFailure) return error.fault;
    throw error;
  }
}

/** What nodemailer tells of a failure. */
interface Problem {
  code?: string;
  command?: string;
  responseCode?: number;
  message?: string;
}

function faultOf({ code = "", command = "", message = "" }: Problem): MailFault {
  if (/certificate|self.signed|ERR_TLS_CERT/i.test(`${code} ${message}`)) return "certificate";
  if (code === "ETLS" || /wrong version number|InvalidContentType|corrupt message|SSL routines/i.test(message)) {
    return "encryption";
  }
  if (code === "EAUTH" || code === "ENOAUTH") return "login";
  if (code === "EENVELOPE") return command.startsWith("MAIL") ? "sender" : "receiver";
  return ["EDNS", "ECONNECTION", "ETIMEDOUT", "ESOCKET", "EABORT", "EPROTOCOL"].includes(code)
    ? "unreachable"
    : "other";
}

/** A server's 5xx about this very e-mail is its last word (RFC 5321 §4.2.1). */
function isFinal({ code, command = "", responseCode = 0 }: Problem): boolean {
  return responseCode >= 500 && (code === "EMESSAGE" || (code === "EENVELOPE" && !command.startsWith("MAIL")));
}
