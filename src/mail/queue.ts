import { milliseconds } from "date-fns/milliseconds";
import { Buffer } from "node:buffer";
import { asc, eq, lt, lte } from "drizzle-orm";
import type { MailLanguage } from "../contract/mail.ts";
import type { Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { mailServer } from "./mail_server.ts";
import { MailFailure, sendLetter, type Server } from "./smtp.ts";
import { type MailKind, type MailRow, mailTable } from "./table.ts";
import type { MailText } from "./texts.ts";

/** After this long (ms) nothing is tried any more. */
const GIVE_UP_AFTER = milliseconds({ days: 1 });
/** So long (ms) it stays known what has become of an e-mail. */
const REMEMBERED = milliseconds({ days: 30 });
const FIRST_WAIT = milliseconds({ minutes: 1 }), LONGEST_WAIT = milliseconds({ hours: 4 });
/** So many at a time. */
const BATCH = 20;

export interface NewMail extends MailText {
  kind: MailKind;
  language: MailLanguage;
  to: string;
  /** ms; later than that it would say what is not true any more, and is not sent. */
  goodUntil?: number;
}

/**
 * Has an e-mail sent once this transaction is committed, also after a restart. `db` is provider.db; without a mail server
 * (`hasMail`) nothing is to be queued.
 */
export function queueMail(db: Write, mail: NewMail, { keys, now }: { keys: Keys; now: Date }): void {
  const { kind, language, to: address, goodUntil, subject, text, html } = mail, at = now.getTime();
  // There are links in it that let somebody in.
  const content = Buffer.from(keys.seal(Buffer.from(JSON.stringify({ subject, text, html }))));
  db.insert(mailTable).values({ kind, language, address, content, goodUntil, nextAt: at, createdAt: at }).run();
}

/** Sends what is due, one after the other; what fails waits longer each time, a day at most. */
export async function sendMails(tenants: Tenants, now: Date): Promise<void> {
  if (tenants.outage !== undefined) return;
  const { provider, keys } = tenants, server = mailServer(provider.read, keys);
  if (!server) return;
  const due = provider.read.select().from(mailTable).where(lte(mailTable.nextAt, now.getTime()))
    .orderBy(asc(mailTable.nextAt)).limit(BATCH).all();
  for (const row of due) {
    const isReached = await sendOne(tenants, row, server, now.getTime());
    // Where one does not get through, the next would not either.
    if (!isReached) return;
  }
}

/** Sends one e-mail, and says whether the server took part in it. */
async function sendOne(tenants: Tenants, row: MailRow, server: Server, now: number): Promise<boolean> {
  const given = whyNot(row, now);
  if (given) return settle(tenants, row, { state: "failed", fault: given });
  const content = readContent(tenants, row);
  if (!content) return settle(tenants, row, { state: "failed", fault: "other" });
  const letter = { ...content, to: row.address, messageId: messageIdOf(row, server) };
  // A run never overlaps another, so what is being sent already was interrupted by the end of the process.
  const interruptions = row.interruptions + (row.state === "sending" ? 1 : 0);
  change(tenants, row, { state: "sending", attempts: row.attempts + 1, interruptions });
  try {
    await sendLetter(server, letter);
    return settle(tenants, row, { state: "sent", fault: null });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const { fault, isFinal } = error, isOver = isFinal || now - row.createdAt >= GIVE_UP_AFTER;
    log.warn(`A mail was not sent: ${fault}`, { mail: row.id, kind: row.kind, attempt: row.attempts + 1, isOver });
    if (isOver) settle(tenants, row, { state: "failed", fault });
    else change(tenants, row, { state: "queued", fault, nextAt: now + waitAfter(row.attempts + 1) });
    return fault === "receiver" || fault === "other";
  }
}

/** Why it is not sent any more; nothing when it is. */
function whyNot({ state, interruptions, createdAt, goodUntil }: MailRow, now: number): MailRow["fault"] | undefined {
  if (now - createdAt > GIVE_UP_AFTER + LONGEST_WAIT || (goodUntil !== null && now > goodUntil)) return "late";
  // Once more after an interruption: it may be the very thing that ends the process.
  return state === "sending" && interruptions > 0 ? "other" : undefined;
}

/** 1 minute, then twice as long each time, 4 hours at most. */
function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);
}

function settle(tenants: Tenants, row: MailRow, how: Pick<MailRow, "state" | "fault">): true {
  change(tenants, row, { ...how, content: null, nextAt: null });
  return true;
}

function change({ provider }: Tenants, { id }: MailRow, values: Partial<MailRow>): void {
  provider.write((db) => void db.update(mailTable).set(values).where(eq(mailTable.id, id)).run());
}

/** Nothing when it was sealed with another server's key. */
function readContent({ keys }: Tenants, { id, content }: MailRow): MailText | undefined {
  try {
    return JSON.parse(Buffer.from(keys.unseal(content!)).toString());
  } catch (error) {
    log.error("A mail cannot be read any more", { mail: id, error });
    return undefined;
  }
}

function messageIdOf({ id, createdAt }: MailRow, { from }: Server): string {
  return `<${createdAt}.${id}@${from.address.split("@").at(-1)}>`;
}

/** Forgets what became of e-mails of long ago. */
export function forgetMails({ provider, outage }: Tenants, now: Date): void {
  if (outage !== undefined) return;
  const isOld = lt(mailTable.createdAt, now.getTime() - REMEMBERED);
  provider.write((db) => void db.delete(mailTable).where(isOld).run());
}
