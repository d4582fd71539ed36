import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, isNotNull, isNull, lte, min, sql } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { ACK } from "../shared/delivery.ts";
import { answerableUntil } from "../answer_windows/answer_windows.ts";
import { fillVariables, type Occasion } from "../shared/variables.ts";
import { messageTable } from "../messages/table.ts";
import { shownMessage } from "../messages/show.ts";
import { compose, type Part } from "../outbox/compose.ts";
import { RANK } from "../outbox/enqueue.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { connectionFor } from "../tickets/connection_for.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { userTable } from "../users/table.ts";
import { scheduleById, templateAt } from "./schedules.ts";
import { type ScheduleRow, scheduleTable } from "./table.ts";
import { viewersOfSchedule } from "./visible.ts";

/** Due longer ago than this (ms) when the process comes back: too late to be sent (behaviour.md, Schedules). */
const TOO_LATE = milliseconds({ hours: 24 });
/** How many are taken up in one transaction. */
const AT_ONCE = 50;

/** When each company next has something to do, so that the clock need not ask its file every few seconds. */
const nextDue = new WeakMap<Company, number>();

/** To be called with the time (ms) of what was scheduled. */
export function expectSchedule(company: Company, sendAt: number): void {
  const known = nextDue.get(company);
  if (known !== undefined && sendAt < known) nextDue.set(company, sendAt);
}

/** Takes up what is due, and notes how those fare that are on their way. */
export function runSchedules(company: Company, timeZone: () => string, now: number): void {
  if ((nextDue.get(company) ?? 0) > now) return;
  for (const { id, ...fate } of fates(company.read)) {
    const end = endOf(fate);
    if (end) company.write((db, emit) => finish(db, emit, id, end));
  }
  for (const { id } of due(company.read, now)) takeUp(company, id, timeZone(), now);
  const [next] = company.read.select({ at: min(scheduleTable.sendAt) }).from(scheduleTable)
    .where(IS_PENDING).all();
  nextDue.set(company, next?.at ?? Infinity);
}

/** Spelled out, not bound: only so does the partial index serve it. */
const IS_PENDING = sql`${scheduleTable.status} = 'PENDENTE'`;

function due(db: Read, now: number): { id: number }[] {
  const { id, takenAt, sendAt } = scheduleTable;
  return db.select({ id }).from(scheduleTable).where(and(IS_PENDING, lte(sendAt, now), isNull(takenAt)))
    .orderBy(asc(sendAt), asc(id)).limit(AT_ONCE).all();
}

/** What has become of those that were taken up. */
function fates(db: Read) {
  const { id, takenAt } = scheduleTable;
  const { ack, failure, isDeleted } = messageTable;
  return db.select({ id, ack, failure, isDeleted }).from(scheduleTable)
    .leftJoin(messageTable, eq(messageTable.id, scheduleTable.messageId))
    .where(and(IS_PENDING, isNotNull(takenAt))).all();
}

type End = { status: "ENVIADA"; sentAt: number } | { status: "ERRO"; failure: string };

/** Nothing while it waits for the network; a message that was deleted before it left will never leave. */
function endOf({ ack, failure, isDeleted }: Omit<ReturnType<typeof fates>[number], "id">): End | undefined {
  if (ack !== null && ack >= ACK.sent) return { status: "ENVIADA", sentAt: Date.now() };
  if (ack === ACK.failed) return { status: "ERRO", failure: failure ?? "ERR_SENDING_WAPP_MSG" };
  if (ack === null || isDeleted) return { status: "ERRO", failure: "ERR_SCHEDULE_TAKEN_BACK" };
}

/** Turns it into a message in its contact's thread, or says why that cannot be. */
function takeUp(company: Company, id: number, timeZone: string, now: number): void {
  try {
    const connectionId = company.write((db, emit) => {
      const row = db.select().from(scheduleTable).where(eq(scheduleTable.id, id)).all()[0];
      if (!row || row.status !== "PENDENTE" || row.takenAt !== null) return undefined;
      if (now - row.sendAt > TOO_LATE) refuse("ERR_SCHEDULE_TOO_LATE");
      const message = put(db, emit, row, timeZone, now);
      db.update(scheduleTable).set({ takenAt: now, messageId: message.id }).where(eq(scheduleTable.id, id)).run();
      emitSchedule(db, emit, id);
      return message.connectionId;
    });
    if (connectionId) company.signals.emit("outbox", { connectionId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    company.write((db, emit) => finish(db, emit, id, { status: "ERRO", failure: error.code }));
  }
}

function put(
  db: Write,
  emit: Emit,
  row: ScheduleRow,
  timeZone: string,
  now: number,
) {
  const { contactId, connectionId, userId } = row;
  const contact = contactById(db, contactId) ?? refuse("ERR_NO_CONTACT_FOUND");
  const sender = connectionFor(db, contactId, connectionId);
  const ticket = ticketInProgress(db, contactId, sender) ??
    ticketForFiling(db, contact, sender, { at: now, closedAt: now });
  const user = db.select().from(userTable).where(eq(userTable.id, userId ?? 0)).all()[0];
  const occasion = { ticket: shownTicket(db, ticket.id), user: user?.name ?? "", timeZone, now: new Date(now) };
  const id = compose(db, ticket, { ...partOf(db, row, sender, occasion), rank: RANK.scheduled }, userId, now);
  const shown = shownTicket(db, ticket.id);
  emit("appMessage", { action: "create", message: shownMessage(db, id), ticket: shown, live: true }, viewersOf(shown));
  return { id, connectionId: sender };
}

/** ERR_WINDOW_CLOSED for words of one's own to somebody who may only be written to by a template now. */
function partOf(db: Read, { body, template, contactId }: ScheduleRow, sender: number, occasion: Occasion): Part {
  if (template) {
    const approved = templateAt(db, sender, template);
    return { body: approved.body, kind: "text", extra: { template: approved.template } };
  }
  const until = answerableUntil(db, sender, contactId);
  if (until !== null && until < occasion.now.getTime()) refuse("ERR_WINDOW_CLOSED");
  return { body: fillVariables(body, occasion), kind: "text" };
}

function finish(db: Write, emit: Emit, id: number, end: End): void {
  db.update(scheduleTable).set(end).where(eq(scheduleTable.id, id)).run();
  emitSchedule(db, emit, id);
}

function emitSchedule(db: Read, emit: Emit, id: number): void {
  const record = scheduleById(db, id);
  emit("schedule", { action: "update", record }, viewersOfSchedule(db, record));
}
