import { eq, lte } from "drizzle-orm";
import type { Address } from "../channels/channel.ts";
import { rememberContact } from "../contacts/remember.ts";
import { BOT_TEXTS } from "../contract/bot/texts.ts";
import type { Company } from "../platform/company.ts";
import { setting } from "../settings/settings.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { say, tellSaid } from "./say.ts";
import { callAnswerTable } from "./table.ts";

/** A contact is told once in this time (ms) that no calls are taken. */
const ONCE_IN = 10 * 60_000;
/** A call that was offered longer ago (ms) rings no more. */
const RINGS_FOR = 60_000;

export interface Call {
  chat: Address;
  /** When it was offered, in ms since 1970. */
  at: number;
}

/** Whether a call is to be rejected: the company takes none, and it still rings. */
export function refusesCall(company: Company, { at }: Call, now: number): boolean {
  return setting(company.read, "call") === "disabled" && !(now - at > RINGS_FOR);
}

/** Tells who called to write instead. That opens no ticket (behaviour.md, Groups and calls). */
export function answerCall(company: Company, connectionId: number, { chat }: Call, now: number): void {
  if (chat.group) return;
  company.write((db, tell) => {
    const { contact } = rememberContact(db, chat, "", now);
    db.delete(callAnswerTable).where(lte(callAnswerTable.at, now - ONCE_IN)).run();
    const [told] = db.select().from(callAnswerTable).where(eq(callAnswerTable.contactId, contact.id)).all();
    if (told) return;
    db.insert(callAnswerTable).values({ contactId: contact.id, at: now }).run();
    // Filed as closed long ago: what is written in answer begins a ticket of its own.
    const ticket = ticketInProgress(db, contact.id, connectionId) ??
      ticketForFiling(db, contact, connectionId, { at: now, closedAt: 0 });
    tellSaid(
      db,
      tell,
      ticket.id,
      say(company, db, ticket, { text: BOT_TEXTS.call, optionId: null, withFile: false }, now),
    );
  });
}
