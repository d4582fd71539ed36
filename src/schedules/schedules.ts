import { milliseconds } from "date-fns/milliseconds";
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { contactById } from "../contacts/contacts.ts";
import { contactTable } from "../contacts/table.ts";
import { connectionById, kindById } from "../connections/connections.ts";
import { TRAITS } from "../contract/channels.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Schedule, SCHEDULE_SORTS } from "../contract/schedules.ts";
import type { ChosenTemplate } from "../contract/templates.ts";
import { templateToSend } from "../meta/templates.ts";
import { connectionFor } from "../tickets/connection_for.ts";
import type { Read, Write } from "../platform/company.ts";
import { contactIdsFound, contactSearch } from "../contacts/find.ts";
import { userTable } from "../users/table.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { inDictionary, sortedBy } from "../platform/sorted.ts";
import type { Order } from "../shared/order.ts";
import { type ScheduleRow, scheduleTable } from "./table.ts";
import { whereScheduleVisible } from "./visible.ts";

export const SCHEDULE_PAGE = 20;

function selectSchedules(db: Read) {
  return db.select({
    row: scheduleTable,
    revision: revisionIn("schedule", scheduleTable.id),
    contact: { id: contactTable.id, name: contactTable.name },
    user: { id: userTable.id, name: userTable.name },
  }).from(scheduleTable)
    .innerJoin(contactTable, eq(contactTable.id, scheduleTable.contactId))
    .leftJoin(userTable, eq(userTable.id, scheduleTable.userId));
}

type Selected = ReturnType<ReturnType<typeof selectSchedules>["all"]>[number];

function scheduleOf({ row, revision, contact, user }: Selected): Schedule {
  const { id, body, contactId, connectionId, userId, sendAt, sentAt, status, failure, takenAt, template } = row;
  return {
    id,
    body,
    contactId,
    contact,
    whatsappId: connectionId,
    userId,
    user,
    sendAt: new Date(sendAt).toISOString(),
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
    status,
    failure,
    isTaken: takenAt !== null && status === "PENDENTE",
    template,
    revision,
  };
}

export interface ScheduleQuery {
  searchParam: string;
  pageNumber: number;
  contactId?: number;
  sort?: Sort;
  order?: Order;
}

type Sort = typeof SCHEDULE_SORTS[number];

const SORTED: Record<Sort, SQL | SQLiteColumn> = {
  contact: inDictionary("contacts.name"),
  body: inDictionary("schedules.body"),
  sendAt: scheduleTable.sendAt,
  status: scheduleTable.status,
};

/** A page of those that the person may see, and whose text or contact has all words of the search. */
export function listSchedules(db: Read, person: Person, asked: ScheduleQuery) {
  const { searchParam, pageNumber, contactId, sort = "sendAt", order = asked.sort ? "asc" : "desc" } = asked;
  const search = contactSearch(searchParam);
  if (searchParam && !search) return { schedules: [], hasMore: false };
  const found = search && or(
    sql`${scheduleTable.id} in (select rowid from schedule_search where schedule_search match ${search.words})`,
    sql`${scheduleTable.contactId} in (${contactIdsFound(search)})`,
  );
  const rows = selectSchedules(db)
    .where(
      and(
        whereScheduleVisible(db, person),
        found || undefined,
        contactId ? eq(scheduleTable.contactId, contactId) : undefined,
      ),
    )
    .orderBy(...sortedBy(SORTED[sort], scheduleTable.id, order))
    .limit(SCHEDULE_PAGE + 1).offset((pageNumber - 1) * SCHEDULE_PAGE).all();
  return { schedules: rows.slice(0, SCHEDULE_PAGE).map(scheduleOf), hasMore: rows.length > SCHEDULE_PAGE };
}

export function scheduleById(db: Read, id: number): Schedule {
  const found = selectSchedules(db).where(eq(scheduleTable.id, id)).all()[0] ?? refuse("ERR_NO_SCHEDULE_FOUND");
  return scheduleOf(found);
}

export function scheduleRow(db: Read, id: number): ScheduleRow {
  return db.select().from(scheduleTable).where(eq(scheduleTable.id, id)).all()[0] ?? refuse("ERR_NO_SCHEDULE_FOUND");
}

export interface ScheduleDraft {
  body: string;
  contactId: number;
  connectionId: number | null;
  /** ms since 1970 */
  sendAt: number;
  /** Left out of a change, it stays as it is. */
  template?: ChosenTemplate | null;
}

/** ms: a minute is what it takes to fill in a form that offers "now", and the form knows no seconds. */
const LENIENCE = milliseconds({ minutes: 2 });

export function addSchedule(db: Write, draft: ScheduleDraft, userId: number, now: number): Schedule {
  checkDraft(db, draft, now);
  const { id } = db.insert(scheduleTable).values({ ...draft, ...asItReads(db, draft), userId, createdAt: now })
    .returning().get();
  return scheduleById(db, id);
}

/** Only while it is not on its way; one that failed waits for its new time. */
export function changeSchedule(
  db: Write,
  id: number,
  { was, ...draft }: ScheduleDraft & { was?: number },
  by: Maker,
): Schedule {
  const { status, takenAt, template: had } = scheduleRow(db, id), { template = had } = draft;
  if (status === "ENVIADA" || (status === "PENDENTE" && takenAt !== null)) refuse("ERR_SCHEDULE_SENT");
  const changed = { kind: "schedule", id } as const;
  refuseIfChanged(db, changed, was, () => scheduleById(db, id));
  checkDraft(db, draft, by.now);
  db.update(scheduleTable).set({
    ...draft,
    ...asItReads(db, { ...draft, template }),
    status: "PENDENTE",
    failure: null,
    takenAt: null,
    messageId: null,
  })
    .where(eq(scheduleTable.id, id)).run();
  noteMaker(db, changed, by);
  return scheduleById(db, id);
}

/** What is listed of a template is how it reads. Refuses one that cannot be sent by the connection. */
function asItReads(db: Read, { template, contactId, connectionId }: ScheduleDraft): { body?: string } {
  if (!template) return {};
  const sender = connectionFor(db, contactId, connectionId);
  return { body: templateAt(db, sender, template).body };
}

/** A template as it leaves by a connection; ERR_NOT_AT_CHANNEL where there are none. */
export function templateAt(db: Read, connectionId: number, { filled, ...which }: ChosenTemplate) {
  const kind = kindById(db, connectionId);
  if (!kind || !TRAITS[kind].templates) refuse("ERR_NOT_AT_CHANNEL", { fields: { template: "invalid" } });
  return templateToSend(db, connectionId, which, filled);
}

function checkDraft(db: Read, { contactId, connectionId, sendAt }: ScheduleDraft, now: number): void {
  if (!contactById(db, contactId)) refuse("ERR_NO_CONTACT_FOUND");
  if (connectionId !== null && !connectionById(db, connectionId)) refuse("ERR_NO_WAPP_FOUND");
  if (sendAt < now - LENIENCE) refuse("ERR_INVALID_INPUT", { fields: { sendAt: "past" } });
}

export function removeSchedule(db: Write, id: number): void {
  const { changes } = db.delete(scheduleTable).where(eq(scheduleTable.id, id)).run();
  if (changes === 0) refuse("ERR_NO_SCHEDULE_FOUND");
}
