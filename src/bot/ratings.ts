import { milliseconds } from "date-fns/milliseconds";
import { and, desc, eq, gt, isNotNull, isNull, lte, min } from "drizzle-orm";
import { connectionById } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import { decideReply } from "../shared/bot/decide.ts";
import { BOT_IS_OUT } from "../shared/bot/state.ts";
import type { BotTexts } from "../shared/bot/texts.ts";
import { fillVariables } from "../shared/variables.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { botTexts, setting } from "../settings/settings.ts";
import { UNDO_FOR, UNDO_GRACE } from "../contract/tickets.ts";
import { ticketRow } from "../tickets/rows.ts";
import { ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket } from "../tickets/show.ts";
import { type CycleRow, cycleTable, type TicketRow } from "../tickets/table.ts";
import { userById } from "../users/users.ts";
import { emitSaid, say } from "./say.ts";

/** How long (ms) an answer rates the attendant, and how long after that the last words are still worth sending. */
export const RATING_LIFE = milliseconds({ minutes: 30 });
const TOO_LATE = milliseconds({ hours: 24 });
/** The last words wait (ms) until who closed the ticket can't change their mind any more. */
export const GOODBYE_AFTER = UNDO_FOR + UNDO_GRACE;

/** When each company next has something to say at a service's end, so that the clock need not ask its file each time. */
const nextEnd = new WeakMap<Company, number>();

/** Where and when something is said. */
export interface Where {
  company: Company;
  timeZone: () => string;
  now: number;
  /** The company has not paid: nothing is said by itself. */
  isPaused?: boolean;
}

/** The clock asks the company's file at a time (ms since 1970), if it would not do so before. */
export function lookAt(company: Company, at: number): void {
  nextEnd.set(company, Math.min(nextEnd.get(company) ?? 0, at));
}

/** The clock asks the company's file again, whenever it thought to. */
export function lookAgain(company: Company): void {
  nextEnd.delete(company);
}

/** Says the last words whose time has come, and gives up the ratings that nobody gave. */
export function endServices(company: Company, timeZone: () => string, now: number): void {
  if ((nextEnd.get(company) ?? 0) > now) return;
  const { goodbyeAt, ratingUntil } = cycleTable;
  const where = { company, timeZone, now };
  const leaving = company.read.select().from(cycleTable).where(and(isNotNull(goodbyeAt), lte(goodbyeAt, now))).all();
  for (const cycle of leaving) company.write((db, emit) => sayGoodbye(db, emit, cycle, where));
  const over = company.read.select().from(cycleTable).where(and(isNotNull(ratingUntil), lte(ratingUntil, now))).all();
  for (const cycle of over) company.write((db, emit) => endRating(db, emit, cycle, where));
  const [said] = company.read.select({ at: min(goodbyeAt) }).from(cycleTable).where(isNotNull(goodbyeAt)).all();
  const [rated] = company.read.select({ at: min(ratingUntil) }).from(cycleTable).where(isNotNull(ratingUntil)).all();
  nextEnd.set(company, Math.min(said?.at ?? Infinity, rated?.at ?? Infinity));
}

/** Who has written again, or is served again, gets no goodbye. */
function sayGoodbye(
  db: Write,
  emit: Emit,
  { id, ticketId, closedAt, userId, goodbyeAt }: CycleRow,
  where: Where,
): void {
  const isRated = setting(db, "userRating") === "enabled" && userId !== null;
  const ticket = ticketRow(db, ticketId);
  const isOver = ticket?.closedAt === closedAt && contactById(db, ticket.contactId) !== undefined &&
    !isServedAgain(db, ticket) && where.now - goodbyeAt! <= TOO_LATE;
  const ratingUntil = isOver && isRated ? where.now + RATING_LIFE : null;
  const cycle = db.update(cycleTable).set({ goodbyeAt: null, ratingUntil }).where(eq(cycleTable.id, id)).returning()
    .get();
  if (isOver) sayWords(db, emit, ticket, cycle, isRated ? "ratingMessage" : "complationMessage", where);
}

function sayWords(
  db: Write,
  emit: Emit,
  ticket: TicketRow,
  cycle: CycleRow | undefined,
  which: "complationMessage" | "ratingMessage",
  { company, timeZone, now, isPaused }: Where,
): void {
  if (isPaused) return;
  const connection = ticket.connectionId === null ? undefined : connectionById(db, ticket.connectionId);
  if (!connection) return;
  const written = connection[which].trim(), texts = botTexts(db);
  const words = which === "complationMessage" ? written : `${written || texts.rating}\n\n${texts.ratingScale}`;
  if (!words) return;
  const user = cycle?.userId ? userById(db, cycle.userId)?.name ?? "" : "";
  const occasion = { ticket: shownTicket(db, ticket.id), user, timeZone: timeZone(), now: new Date(now) };
  const text = fillVariables(words, occasion);
  emitSaid(db, emit, ticket.id, say(company, db, ticket, { text, optionId: null, withFile: false }, now));
}

const awaited = prepared((db) =>
  db.select().from(cycleTable)
    .where(and(
      eq(cycleTable.contactId, prepared.arg("contactId")),
      eq(cycleTable.connectionId, prepared.arg("connectionId")),
      gt(cycleTable.ratingUntil, prepared.arg("now")),
      isNull(cycleTable.rating),
    )).orderBy(desc(cycleTable.id)).limit(1).prepare()
);

/** A rating that a customer's message gives, and the ticket that it belongs to. */
export interface Rated {
  cycle: CycleRow;
  ticket: TicketRow;
  rating: number;
}

/**
 * The rating that a message gives; nothing when none is awaited, and when the same digit answers something newer: the bot's
 * menu, or an attendant who has the customer again.
 */
export function ratingBy(
  db: Read,
  { contactId, connectionId, body, now }: { contactId: number; connectionId: number; body: string; now: number },
): Rated | undefined {
  const cycle = awaited.one(db, { contactId, connectionId, now });
  if (!cycle) return undefined;
  const current = ticketInProgress(db, contactId, connectionId);
  if (current && (current.chatbot || current.userId !== null)) return undefined;
  const ticket = ticketRow(db, cycle.ticketId);
  return ticket && ratingOf({ body, cycle, ticket, texts: botTexts(db) });
}

function ratingOf(
  { body, cycle, ticket, texts }: { body: string; cycle: CycleRow; ticket: TicketRow; texts: BotTexts },
): Rated | undefined {
  const nobody = {
    queue: () => undefined,
    option: () => undefined,
    below: () => [],
    serves: () => false,
    outsideBot: () => undefined,
  };
  const { actions: [action] } = decideReply({
    body,
    now: 0,
    awaitsRating: true,
    state: BOT_IS_OUT,
    ticket: { ...ticket, createdAt: "", contact: { name: "" }, status: "closed" },
    connection: { greetingMessage: "", outOfHoursMessage: "", queueIds: [] },
    hours: { scheduleType: "disabled", schedules: [], holidays: [], timeZone: "UTC" },
    desk: nobody,
    reachedAt: 0,
    texts,
  });
  return action?.do === "rate" ? { cycle, ticket, rating: action.rating } : undefined;
}

/** Keeps the rating, and says the last words. */
export function takeRating(db: Write, emit: Emit, { cycle, ticket, rating }: Rated, where: Where): void {
  db.update(cycleTable).set({ rating, ratedAt: where.now, ratingUntil: null }).where(eq(cycleTable.id, cycle.id)).run();
  sayWords(db, emit, ticket, cycle, "complationMessage", where);
}

/** Nobody rated in time: who has not written since then gets the last words all the same. */
function endRating(db: Write, emit: Emit, cycle: CycleRow, where: Where): void {
  db.update(cycleTable).set({ ratingUntil: null }).where(eq(cycleTable.id, cycle.id)).run();
  const ticket = ticketRow(db, cycle.ticketId);
  if (!ticket || ticket.closedAt !== cycle.closedAt || where.now - cycle.ratingUntil! > TOO_LATE) return;
  if (!contactById(db, ticket.contactId) || isServedAgain(db, ticket)) return;
  sayWords(db, emit, ticket, cycle, "complationMessage", where);
}

function isServedAgain(db: Read, { contactId, connectionId }: TicketRow): boolean {
  return connectionId !== null && ticketInProgress(db, contactId, connectionId) !== undefined;
}
