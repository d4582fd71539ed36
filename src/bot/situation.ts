import { and, desc, eq, ne } from "drizzle-orm";
import { queueIdsOf } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import type { ContactRow } from "../contacts/table.ts";
import type { Hours, Situation } from "../shared/bot/situation.ts";
import { BOT_BEGINS, BOT_IS_OUT, type BotState } from "../shared/bot/state.ts";
import { ACK } from "../shared/delivery.ts";
import { messageTable } from "../messages/table.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { companySchedules, holidayDates } from "../settings/hours.ts";
import { holdOf } from "../outside_bots/holds.ts";
import { botTexts, setting } from "../settings/settings.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { deskIn } from "./desk.ts";

/** A customer's message that was just stored. */
export interface Received {
  ticket: TicketRow;
  contact: Pick<ContactRow, "name">;
  messageId: number;
  body: string;
  /** ms since 1970. */
  now: number;
  /** IANA name; asked for only when there is something to say. */
  timeZone: () => string;
  /** The company has not paid: nothing is said by itself. */
  isPaused: boolean;
}

const textsOf = prepared((db) =>
  db.select({ greetingMessage: connectionTable.greetingMessage, outOfHoursMessage: connectionTable.outOfHoursMessage })
    .from(connectionTable).where(eq(connectionTable.id, prepared.arg("id"))).prepare()
);

/** Everything the bot decides by; nothing when the message is no matter of its. */
export function situationOf(
  db: Read,
  { ticket, contact, body, now, timeZone }: Omit<Received, "messageId" | "isPaused">,
  state: BotState,
): Situation | undefined {
  if (ticket.isGroup || ticket.userId !== null || ticket.status !== "pending" || ticket.connectionId === null) return;
  const scheduleType = setting(db, "scheduleType");
  if (state.asks === null && scheduleType === "disabled") return;
  const texts = textsOf.one(db, { id: ticket.connectionId });
  if (!texts) return;
  const { id, status, userId, queueId, isGroup } = ticket;
  return {
    body,
    now,
    ticket: { id, createdAt: new Date(ticket.createdAt).toISOString(), contact, status, userId, queueId, isGroup },
    awaitsRating: false,
    state,
    connection: { ...texts, queueIds: queueIdsOf(db, ticket.connectionId) },
    hours: hoursOf(db, scheduleType, timeZone()),
    desk: deskIn(db),
    reachedAt: reachedAt(db, id),
    texts: botTexts(db),
  };
}

const lastOfOurs = prepared((db) =>
  db.select({ ack: messageTable.ack, reachedAt: messageTable.reachedAt }).from(messageTable)
    .where(and(eq(messageTable.ticketId, prepared.arg("ticketId")), eq(messageTable.fromMe, true)))
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id)).limit(1).prepare()
);

/** See Situation. What never comes to the phone is waited for by nobody: its answer is taken as it is. */
function reachedAt(db: Read, ticketId: number): number | null {
  const last = lastOfOurs.one(db, { ticketId });
  return last?.ack === ACK.waiting ? null : last?.reachedAt ?? 0;
}

function hoursOf(db: Read, scheduleType: string, timeZone: string): Hours {
  return {
    scheduleType,
    schedules: scheduleType === "company" ? companySchedules(db) : [],
    holidays: scheduleType === "disabled" ? [] : holidayDates(db),
    timeZone,
    menuAtNight: setting(db, "nightMenu") === "enabled",
  };
}

const before = prepared((db) =>
  db.select({ bot: ticketTable.bot }).from(ticketTable)
    .where(and(
      eq(ticketTable.contactId, prepared.arg("contactId")),
      eq(ticketTable.connectionId, prepared.arg("connectionId")),
      ne(ticketTable.id, prepared.arg("id")),
    )).orderBy(desc(ticketTable.id)).limit(1).prepare()
);

/** Where the bot is with a ticket. One that has only begun remembers what the bot said in the same chat just now. */
export function stateOf(db: Read, ticket: TicketRow, begins: boolean): BotState {
  if (!begins) return hasBot(db, ticket) ? ticket.bot! : { ...BOT_IS_OUT, ...ticket.bot, asks: null };
  const { id, contactId, connectionId } = ticket;
  const earlier = ticket.bot ?? before.one(db, { id, contactId, connectionId })?.bot;
  return { ...BOT_BEGINS, saidAt: earlier?.saidAt ?? [], closedPeriod: ticket.bot?.closedPeriod ?? null };
}

/** Whether a bot has the customer; a ticket that came back from a person who had taken it from an outside bot has none. */
function hasBot(db: Read, { id, chatbot, bot }: TicketRow): boolean {
  return chatbot && bot !== null && (bot.asks !== "outside" || holdOf(db, id) !== undefined);
}
