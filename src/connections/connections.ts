import { asc, eq, ne, sql } from "drizzle-orm";
import type { State } from "../channels/channel.ts";
import { type Channel, CLOUD, type ConnectionKind, kindOf } from "../contract/channels.ts";
import type { Connection } from "../contract/connections.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { may } from "../contract/permissions.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { brokenUnique } from "../platform/db.ts";
import { revisionOf } from "../platform/revisions.ts";
import { listQueues } from "../queues/queues.ts";
import { queueTable } from "../queues/table.ts";
import { noteChange } from "./history.ts";
import { connectionQueueTable, type ConnectionRow, connectionTable } from "./table.ts";

/** What is known of a connection only while it runs: the code to scan. */
export type Live = Pick<State, "qrcode" | "qr">;
const NOT_RUNNING: Live = { qrcode: "", qr: null };

export function connectionById(db: Read, id: number): ConnectionRow | undefined {
  return db.select().from(connectionTable).where(eq(connectionTable.id, id)).all()[0];
}

/** What a connection is at; nothing when there is none. */
export function kindById(db: Read, id: number): ConnectionKind | undefined {
  const row = kinds.one(db, { id });
  return row && kindOf(row);
}

export function channelById(db: Read, id: number): Channel {
  return kinds.one(db, { id })?.channel ?? "whatsapp";
}

const kinds = prepared((db) =>
  db.select({ channel: connectionTable.channel, provider: connectionTable.provider }).from(connectionTable)
    .where(eq(connectionTable.id, prepared.arg("id"))).prepare()
);

export function connectionRows(db: Read): ConnectionRow[] {
  return db.select().from(connectionTable).orderBy(asc(connectionTable.id)).all();
}

export function connectionOf(db: Read, row: ConnectionRow, live: Live = NOT_RUNNING): Connection {
  const queues = db.select({ id: queueTable.id, name: queueTable.name, color: queueTable.color }).from(
    connectionQueueTable,
  )
    .innerJoin(queueTable, eq(queueTable.id, connectionQueueTable.queueId))
    .where(eq(connectionQueueTable.connectionId, row.id))
    .orderBy(asc(connectionQueueTable.position), asc(queueTable.name)).all();
  const { id, name, channel, status, situation, isDefault, number, retries } = row;
  return {
    id,
    name,
    channel,
    kind: kindOf(row),
    status,
    situation,
    isDefault,
    number,
    retries,
    queues,
    qrcode: live.qrcode,
    qr: live.qr && { ...live.qr, until: live.qr.until.toISOString() },
    since: new Date(row.since).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** A connection as its dialog shows it; `token` in clear, for who may see it. */
export function detailsOf(db: Read, row: ConnectionRow, { live, token }: { live?: Live; token: string }) {
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage, provider } = row;
  const texts = { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage };
  const connection = connectionOf(db, row, live);
  const revision = revisionOf(db, { kind: "connection", id: row.id });
  return { ...connection, ...texts, provider, token, queueIds: connection.queues.map(({ id }) => id), revision };
}

/** What a connection's form says of its row; what it leaves out stays as it is. */
export type ConnectionChange =
  & { name: string; isDefault?: boolean; queueIds?: number[] }
  & Partial<
    Pick<ConnectionRow, "greetingMessage" | "complationMessage" | "outOfHoursMessage" | "ratingMessage" | "provider">
  >;

/** The first connection of a company becomes its default (behaviour.md). */
export function addConnection(
  db: Write,
  { name, isDefault = false, queueIds = [], ...texts }: ConnectionChange & { channel?: Channel },
  now: number,
): ConnectionRow {
  checkGreeting(texts.greetingMessage ?? "", queueIds);
  const isFirst = db.select({ id: connectionTable.id }).from(connectionTable).limit(1).all().length === 0;
  if (isDefault) db.update(connectionTable).set({ isDefault: false }).run();
  const row = named(() =>
    db.insert(connectionTable).values({
      name,
      ...texts,
      isDefault: isFirst || isDefault,
      status: "OPENING",
      situation: "new",
      since: now,
      createdAt: now,
      updatedAt: now,
    }).returning().get()
  );
  setQueues(db, row.id, queueIds);
  return row;
}

export function changeConnection(
  db: Write,
  id: number,
  { name, isDefault, queueIds, ...texts }: ConnectionChange,
  now: number,
) {
  const had = connectionById(db, id) ?? refuse("ERR_NO_WAPP_FOUND");
  checkProvider(texts.provider, had.provider);
  checkGreeting(texts.greetingMessage ?? had.greetingMessage, queueIds ?? queueIdsOf(db, id));
  if (queueIds) setQueues(db, id, queueIds);
  if (had.isDefault && isDefault === false) refuse("ERR_NO_OTHER_WHATSAPP");
  if (isDefault) db.update(connectionTable).set({ isDefault: false }).where(ne(connectionTable.id, id)).run();
  return named(() =>
    db.update(connectionTable).set({ name, ...texts, isDefault: isDefault ?? had.isDefault, updatedAt: now })
      .where(eq(connectionTable.id, id)).returning().get()
  );
}

/** Which way leads to the network is no word that somebody types: it goes with an account (meta). */
function checkProvider(typed: string | undefined, had: string): void {
  if (typed === undefined || typed === had || (typed !== CLOUD && had !== CLOUD)) return;
  refuse("ERR_INVALID_INPUT", { fields: { provider: "invalid" } });
}

/** Before a menu stands a greeting: without it customers would be met by a bare list (spec 2 §8). */
function checkGreeting(greeting: string, queueIds: number[]): void {
  if (queueIds.length < 2 || greeting) return;
  refuse("ERR_WAPP_GREETING_REQUIRED", { fields: { greetingMessage: "required" } });
}

function named<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (brokenUnique(error) === "connections.name") refuse("ERR_DUPLICATED_NAME", { fields: { name: "taken" } });
    throw error;
  }
}

/** Refused while tickets are in progress. */
export function checkRemovable(db: Read, id: number): ConnectionRow {
  const had = connectionById(db, id) ?? refuse("ERR_NO_WAPP_FOUND");
  const inProgress = db.all<{ n: number }>(
    sql`select count(*) as n from tickets where connection_id = ${id} and status in ('open', 'pending')`,
  )[0]!.n;
  if (inProgress > 0) refuse("ERR_CONNECTION_IN_USE", { detail: { tickets: inProgress } });
  return had;
}

/** Closed tickets stay, without a connection. */
export function removeConnection(db: Write, id: number): void {
  const had = checkRemovable(db, id);
  db.run(sql`update tickets set connection_id = null where connection_id = ${id}`);
  db.delete(connectionTable).where(eq(connectionTable.id, id)).run();
  if (!had.isDefault) return;
  const next =
    db.select({ id: connectionTable.id }).from(connectionTable).orderBy(asc(connectionTable.id)).limit(1).all()[0];
  if (next) db.update(connectionTable).set({ isDefault: true }).where(eq(connectionTable.id, next.id)).run();
}

/** Writes down a new state. Nothing changes hands when it is the same as before. */
export function recordState(db: Write, id: number, state: State, now: number): ConnectionRow | undefined {
  const had = connectionById(db, id);
  if (!had) return undefined;
  const { status, situation, retries } = state;
  const isSame = status === had.status && situation === had.situation;
  const since = isSame ? had.since : now;
  if (!isSame) noteChange(db, { connectionId: id, status, situation, code: state.code ?? null, at: now });
  return db.update(connectionTable)
    .set({ status, situation, retries, number: state.number || had.number, since, updatedAt: now })
    .where(eq(connectionTable.id, id)).returning().get();
}

export function setShouldRun(db: Write, id: number, shouldRun: boolean): void {
  db.update(connectionTable).set({ shouldRun }).where(eq(connectionTable.id, id)).run();
}

/** Emits a connection as it is now: the code to scan only to those who may use it. */
export function emitConnection(emit: Emit, name: "whatsapp" | "whatsappSession", connection: Connection): void {
  const without = { ...connection, qrcode: "", qr: null };
  const event = (shown: Connection) =>
    name === "whatsapp" ? { action: "update" as const, record: shown } : { action: "update" as const, session: shown };
  emit(name, event(connection) as never, mayAct);
  emit(name, event(without) as never, (person) => !mayAct(person));
}

export function mayAct(person: Person): boolean {
  return may(person, "connections-page:actionButtons");
}

/** The queues that a connection's new tickets may go to, in the menu's order. */
export function queueIdsOf(db: Read, connectionId: number): number[] {
  return queuesOf(db, { connectionId }).map(({ queueId }) => queueId);
}

const queuesOf = prepared((db) =>
  db.select({ queueId: connectionQueueTable.queueId }).from(connectionQueueTable)
    .where(eq(connectionQueueTable.connectionId, prepared.arg("connectionId")))
    .orderBy(asc(connectionQueueTable.position)).prepare()
);

export function setQueues(db: Write, connectionId: number, queueIds: number[]): void {
  const known = new Set(listQueues(db).map(({ id }) => id));
  db.delete(connectionQueueTable).where(eq(connectionQueueTable.connectionId, connectionId)).run();
  for (const [position, queueId] of [...new Set(queueIds)].entries()) {
    if (!known.has(queueId)) refuse("ERR_NO_QUEUE_FOUND", { fields: { queueIds: "invalid" } });
    db.insert(connectionQueueTable).values({ connectionId, queueId, position }).run();
  }
}
