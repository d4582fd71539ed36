import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { apiTokenTable } from "../api_tokens/table.ts";
import type { BotAction } from "../shared/bot/situation.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { TokenCaller } from "../platform/session.ts";
import { queueOptionTable, queueTable } from "../queues/table.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { tellChange, tellEnd, tellMessage, tellStart } from "./tell.ts";
import { type BotHoldRow, botHoldTable } from "./table.ts";

/** Companies in which no outside bot has a ticket, so that the clock need not ask their files each time. */
const nobodyHeld = new WeakSet<Company>();
/** So many are let go in one round of the clock. */
const AT_ONCE = 100;

const byTicket = prepared((db) =>
  db.select().from(botHoldTable).where(eq(botHoldTable.ticketId, prepared.arg("ticketId"))).prepare()
);

/** Whether it is an outside bot that answers the customer now. */
export function isWithBot({ status, userId, chatbot, bot }: TicketRow): boolean {
  return status === "pending" && userId === null && chatbot && bot?.asks === "outside";
}

/** The outside bot that has a ticket; nothing as soon as somebody took it away. */
export function holdOf(db: Read, ticketId: number): BotHoldRow | undefined {
  const hold = byTicket.one(db, { ticketId });
  return hold?.dueAt === 0 ? undefined : hold;
}

/** Whether customers are given to a webhook, by a queue, by an option or already. */
export function isOutsideBot(db: Read, webhookId: number): boolean {
  const to = (table: typeof queueTable | typeof queueOptionTable) =>
    db.select({ id: table.id }).from(table).where(eq(table.toWebhookId, webhookId)).limit(1).all().length > 0;
  const [held] = db.select({ id: botHoldTable.ticketId }).from(botHoldTable)
    .where(eq(botHoldTable.webhookId, webhookId)).limit(1).all();
  return held !== undefined || to(queueTable) || to(queueOptionTable);
}

interface Starting {
  ticket: TicketRow;
  given: Extract<BotAction, { do: "giveToBot" }>;
  returns: number;
  /** ms */
  now: number;
}

/** An outside bot has the ticket from now on, and is told what was said before. */
export function startHold(company: Company, db: Write, { ticket, given, returns, now }: Starting): void {
  const before = byTicket.one(db, { ticketId: ticket.id });
  if (before) endHold(company, db, before, { why: "taken", now });
  const { webhookId, name: bot, minutes, message } = given, dueAt = now + minutesToMilliseconds(minutes);
  const hold = db.insert(botHoldTable).values({ ticketId: ticket.id, webhookId, bot, minutes, message, dueAt, returns })
    .returning().get();
  company.afterwards(() => void nobodyHeld.delete(company));
  tellStart(company, db, hold, now);
}

/** The customer has written: the bot is told, and its time begins with the first word that it has not answered. */
export function passOn(company: Company, db: Write, hold: BotHoldRow, { messageId, now }: Passing): void {
  const dueAt = hold.dueAt ?? now + minutesToMilliseconds(hold.minutes);
  db.update(botHoldTable).set({ dueAt, returns: 0 }).where(eq(botHoldTable.ticketId, hold.ticketId)).run();
  tellMessage(company, db, { ...hold, dueAt }, { messageId, now });
}

export interface Passing {
  messageId: number;
  /** ms */
  now: number;
}

/** By which bot's token something is said; null for one that is no bot's own. */
type Speaker = Pick<TokenCaller, "webhookId">;

/** Whether the outside bot that has a ticket speaks by a token: by one of its own, or while it has none by one that is no other's. */
export function speaksFor(db: Read, { webhookId }: Pick<BotHoldRow, "webhookId">, by: Speaker): boolean {
  return by.webhookId === null ? ownToken(db, { webhookId }).length === 0 : by.webhookId === webhookId;
}

const ownToken = prepared((db) =>
  db.select({ id: apiTokenTable.id }).from(apiTokenTable)
    .where(and(eq(apiTokenTable.webhookId, prepared.arg("webhookId")), isNull(apiTokenTable.revokedAt))).limit(1)
    .prepare()
);

/** What was said to a contact through the API. */
interface Said {
  /** Null = by that of the ticket. What is said by another one is no answer there. */
  connectionId?: number | null;
  by: Speaker;
}

/** Something was sent to the contact through the API: if the outside bot did it that has them, it has answered. */
export function noteAnswer(db: Write, contactId: number, { connectionId = null, by }: Said): void {
  db.update(botHoldTable).set({ dueAt: null })
    .where(and(
      gt(botHoldTable.dueAt, 0),
      by.webhookId === null
        ? sql`not exists (select 1 from api_tokens own where own.webhook_id = bot_holds.webhook_id
          and own.revoked_at is null)`
        : eq(botHoldTable.webhookId, by.webhookId),
      sql`ticket_id in (select id from ${ticketTable} where contact_id = ${contactId} and status <> 'closed'
        and connection_id = coalesce(${connectionId}, connection_id))`,
    )).run();
}

/** Its time begins anew. Answers when it is over (ms). */
export function extendHold(
  db: Write,
  { ticketId, minutes: usual }: BotHoldRow,
  { minutes = usual, now }: { minutes?: number; now: number },
): number {
  const dueAt = now + minutesToMilliseconds(minutes);
  db.update(botHoldTable).set({ dueAt }).where(eq(botHoldTable.ticketId, ticketId)).run();
  return dueAt;
}

/** Two bots seem to talk to each other: it has the ticket no more, and is told why. */
export function brakeHold(company: Company, db: Write, ticketId: number, now: number): void {
  // Who is due at once has lost the ticket in this moment.
  const hold = byTicket.one(db, { ticketId });
  if (hold) endHold(company, db, hold, { why: "brake", now });
}

/** The customer has changed what they wrote, or taken it back: the bot is told, and its time stays as it is. */
export function passOnChange(company: Company, db: Write, { messageId, ticketId, now }: Changing): void {
  const hold = holdOf(db, ticketId);
  if (hold) tellChange(company, db, hold, { messageId, now });
}

interface Changing extends Passing {
  ticketId: number;
}

/** It has the ticket no more; `why` is told to it, unless it knows. */
export function endHold(
  company: Company,
  db: Write,
  hold: BotHoldRow,
  { why, now }: { why?: Parameters<typeof tellEnd>[3]["why"]; now: number },
): void {
  db.delete(botHoldTable).where(eq(botHoldTable.ticketId, hold.ticketId)).run();
  if (why) tellEnd(company, db, hold, { why, now });
}

const due = prepared((db) =>
  db.select().from(botHoldTable).where(lte(botHoldTable.dueAt, prepared.arg("now")))
    .orderBy(botHoldTable.dueAt).limit(AT_ONCE).prepare()
);
const any = prepared((db) => db.select({ ticketId: botHoldTable.ticketId }).from(botHoldTable).limit(1).prepare());

/** What is to be let go now (ms): its time is over, or somebody has ended it. */
export function dueHolds(company: Company, now: number): BotHoldRow[] {
  if (nobodyHeld.has(company)) return [];
  const found = due(company.read, { now });
  if (found.length === 0 && any(company.read, {}).length === 0) nobodyHeld.add(company);
  return found;
}
