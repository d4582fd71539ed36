import { and, desc, eq, gte, isNotNull, or, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { ApiRequest, Fate, SentByApi } from "../contract/send_api.ts";
import { messageTable } from "../messages/table.ts";
import type { Company, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { TokenCaller } from "../platform/session.ts";
import { ACK } from "../shared/delivery.ts";
import { ticketTable } from "../tickets/table.ts";
import { toldReceiver } from "./check.ts";
import { promote } from "./order.ts";
import { type ApiRequestRow, apiRequestTable } from "./table.ts";
import { dropFile, emitRequests } from "./take.ts";

export const REQUESTS_PAGE = 30;

function selectRequests(db: Read) {
  return db.select({
    row: apiRequestTable,
    ack: messageTable.ack,
    failure: messageTable.failure,
    isDeleted: messageTable.isDeleted,
    uuid: ticketTable.uuid,
    // A reaction has no mark of its own: it is on its way for as long as it waits.
    isLeaving: sql<number>`exists (select 1 from outbox where message_id = ${messageTable.id} and what = 'react')`,
  }).from(apiRequestTable)
    .leftJoin(messageTable, eq(messageTable.id, apiRequestTable.messageId))
    .leftJoin(ticketTable, eq(ticketTable.id, messageTable.ticketId));
}
type Selected = ReturnType<ReturnType<typeof selectRequests>["all"]>[number];

const MARKS: Record<number, Fate> = {
  [ACK.failed]: "failed",
  [ACK.waiting]: "sending",
  [ACK.sent]: "sent",
  [ACK.delivered]: "delivered",
  [ACK.read]: "read",
  [ACK.played]: "played",
};

function fateOf({ row, ack, isDeleted, isLeaving }: Selected, now: number): Fate {
  if (row.state === "waiting") return row.sendAt !== null && row.sendAt > now ? "scheduled" : "waiting";
  if (row.state !== "taken") return row.state ?? "failed";
  if (row.kind === "reaction") return isLeaving ? "sending" : "sent";
  // Its thread was deleted after it had left.
  if (ack === null) return "sent";
  // What was taken back before it left never will.
  return isDeleted && ack === ACK.waiting ? "failed" : MARKS[ack]!;
}

function shown(selected: Selected, now: number): Omit<SentByApi, "number" | "channelIds"> {
  const { row, failure } = selected, fate = fateOf(selected, now);
  return {
    id: row.id,
    fate,
    failure: fate === "failed" ? row.failure ?? failure ?? "ERR_SCHEDULE_TAKEN_BACK" : null,
    sendAt: row.sendAt === null ? null : momentOf(row.sendAt),
    messageId: row.messageId,
    createdAt: momentOf(row.at),
  };
}

/** What has become of a message; ERR_NO_API_MESSAGE_FOUND for one that another token sent. */
export function fateById(db: Read, id: number, caller: Pick<TokenCaller, "owner">, now: number): SentByApi {
  const request = ownRequest(db, id, caller);
  return { ...shown(request, now), ...toldReceiver(db, request.row.number) };
}

function ownRequest(db: Read, id: number, { owner }: Pick<TokenCaller, "owner">): Selected {
  const where = and(eq(apiRequestTable.id, id), eq(apiRequestTable.owner, owner), isNotNull(apiRequestTable.state));
  return selectRequests(db).where(where).all()[0] ?? refuse("ERR_NO_API_MESSAGE_FOUND");
}

/** Takes back what has not left; ERR_API_MESSAGE_SENT for what is on its way. */
export function cancelRequest(
  company: Company,
  id: number,
  caller: Pick<TokenCaller, "owner">,
  now: number,
): SentByApi {
  return company.write((db, emit) => {
    const { row } = ownRequest(db, id, caller);
    if (row.state === "waiting") {
      db.update(apiRequestTable).set({ state: "cancelled", draft: null, dueAt: null })
        .where(eq(apiRequestTable.id, id)).run();
      promote(db, row.number);
      dropFile(company, row);
      emitRequests(emit);
    } else if (row.state !== "cancelled") refuse("ERR_API_MESSAGE_SENT");
    return fateById(db, id, caller, now);
  });
}

interface Wanted {
  searchParam: string;
  pageNumber: number;
  /** Only those that were refused, or failed. */
  refused?: boolean;
}

/** A page of all that was asked for, the newest first; found by token, number, file or key. */
export function listRequests(
  db: Read,
  { searchParam, pageNumber, refused }: Wanted,
  when: { now: number; today: number },
) {
  const like = `%${searchParam.replace(/[\\%_]/g, "\\$&")}%`,
    { number, tokenName, fileName, idempotencyKey } = apiRequestTable;
  const found = searchParam === "" ? undefined : or(
    ...[tokenName, fileName, idempotencyKey].map((column) => sql`${column} like ${like} escape '\\'`),
    /\d{3}/.test(searchParam) ? sql`instr(${number}, ${searchParam.replace(/\D/g, "")}) > 0` : undefined,
  );
  const bad = refused
    ? or(sql`${apiRequestTable.state} is null`, eq(apiRequestTable.state, "failed"), eq(messageTable.ack, ACK.failed))
    : undefined;
  const rows = selectRequests(db).where(and(found, bad)).orderBy(desc(apiRequestTable.id))
    .limit(REQUESTS_PAGE + 1).offset((pageNumber - 1) * REQUESTS_PAGE).all();
  const [{ today } = { today: 0 }] = db.select({ today: sql<number>`count(*)` }).from(apiRequestTable)
    .where(gte(apiRequestTable.at, when.today)).all();
  const records = rows.slice(0, REQUESTS_PAGE).map((row) => requestOf(row, when.now));
  return { records, hasMore: rows.length > REQUESTS_PAGE, today };
}

function requestOf(selected: Selected, now: number): ApiRequest {
  const { row, uuid } = selected;
  const { id, at, owner, tokenName, kind, number, fileName, idempotencyKey, status, error, address, duration } = row;
  const isAccepted = row.state !== null;
  const { fate, failure, sendAt, messageId } = shown(selected, now);
  return {
    ...{ id, at: momentOf(at), token: tokenName, isConnections: owner.startsWith("c"), kind, number, fileName },
    ...{ key: idempotencyKey, status, error, address, duration, messageId, sendAt },
    ...{
      fate: isAccepted ? fate : null,
      failure: isAccepted ? failure : null,
      ticket: uuid === null ? null : { uuid },
    },
  };
}

/** What is no request's concern any more: for so long (ms) they are listed. */
export const REQUESTS_KEPT = 30 * 86_400_000;

/** So many are forgotten in one transaction: others of the process have their turn in between. */
const FORGOTTEN_AT_ONCE = 500;

/** Forgets requests of long ago, but for those that still wait. */
export async function forgetRequests(company: Company, now: number): Promise<void> {
  const old = sql`id in (select id from api_requests where at < ${now - REQUESTS_KEPT}
    and (state is null or state <> 'waiting') limit ${FORGOTTEN_AT_ONCE})`;
  let isMore = true;
  while (isMore) {
    isMore = company.write((db) => Number(db.delete(apiRequestTable).where(old).run().changes) === FORGOTTEN_AT_ONCE);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One that was refused, as the page lists it. */
export type RefusedRequest =
  & Pick<ApiRequestRow, "at" | "owner" | "tokenName" | "address" | "status" | "error" | "duration">
  & Partial<Pick<ApiRequestRow, "kind" | "number" | "fileName">>;

export function noteRefused(company: Company, row: RefusedRequest): void {
  company.write((db, emit) => {
    db.insert(apiRequestTable).values(row).run();
    emitRequests(emit);
  });
}
