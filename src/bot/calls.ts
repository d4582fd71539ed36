import { milliseconds } from "date-fns/milliseconds";
import { lte } from "drizzle-orm";
import type { Address } from "../channels/channel.ts";
import { knownContact } from "../contacts/remember.ts";
import type { Company } from "../platform/company.ts";
import { botTexts, setting } from "../settings/settings.ts";
import { newestTicket, ticketInProgress } from "../tickets/open_ticket.ts";
import { emitSaid, say } from "./say.ts";
import { callAnswerTable } from "./table.ts";

/** A contact is told once in this time (ms) that no calls are taken. */
const ONCE_IN = milliseconds({ minutes: 10 });
/** A call that was offered longer ago (ms) rings no more. */
const RINGS_FOR = milliseconds({ minutes: 1 });

export interface Call {
  chat: Address;
  /** When it was offered, in ms since 1970. */
  at: number;
}

/** Whether a call is to be rejected: the company takes none, and it still rings. */
export function refusesCall(company: Company, { at }: Call, now: number): boolean {
  return setting(company.read, "call") === "disabled" && !(now - at > RINGS_FOR);
}

/**
 * Tells who called to write instead, once in ten minutes. That opens no ticket (behaviour.md, Groups and calls): the words
 * are filed with the contact's newest ticket; a stranger, who has none and is nobody's contact by calling, gets them by
 * `answerStranger` and is written down nowhere.
 */
export function answerCall(
  company: Company,
  connectionId: number,
  { chat }: Call,
  { now, answerStranger }: { now: number; answerStranger: (text: string) => void },
): void {
  if (chat.group) return;
  company.write((db, emit) => {
    db.delete(callAnswerTable).where(lte(callAnswerTable.at, now - ONCE_IN)).run();
    const contact = knownContact(db, chat);
    // The same person may call by another address tomorrow.
    const caller = contact ? `contact ${contact.id}` : chat.jid;
    const isFirst = db.insert(callAnswerTable).values({ chat: caller, at: now }).onConflictDoNothing().returning()
      .all();
    if (isFirst.length === 0) return;
    const text = botTexts(db).call;
    const ticket = contact &&
      (ticketInProgress(db, contact.id, connectionId) ?? newestTicket(db, contact.id, connectionId));
    if (!ticket) return company.afterwards(() => answerStranger(text));
    emitSaid(db, emit, ticket.id, say(company, db, ticket, { text, optionId: null, withFile: false }, now));
  });
}
