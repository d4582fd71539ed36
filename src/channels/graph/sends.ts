import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, or, type Placeholder, sql } from "drizzle-orm";
import type { Read, Write } from "../../platform/company.ts";
import { prepared, preparedWrite } from "../../platform/prepared.ts";
import { type GraphSendRow, graphSendTable } from "./table.ts";

/** For so long (ms) Meta may still tell of a message, or a customer answer it. */
const KEPT = milliseconds({ days: 120 });
/** Messages that one word about reading may settle. */
const MOST_READ = 500;

/**
 * Graph gives a message its id in the answer to sending it, and takes no id of ours by which it would know a repeat. So
 * what is about to leave is written down first, and with its answer the id.
 */
export function beginSend(db: Write, row: Pick<GraphSendRow, "connectionId" | "wid" | "chat" | "begunAt">): void {
  db.insert(graphSendTable).values({ ...row, networkId: null })
    .onConflictDoUpdate({ target: [graphSendTable.connectionId, graphSendTable.wid], set: { begunAt: row.begunAt } })
    .run();
}

export function sendOf(db: Read, connectionId: number, wid: string): GraphSendRow | undefined {
  return byWid.one(db, { connectionId, wid });
}

const byWid = prepared((db) =>
  db.select().from(graphSendTable).where(
    and(eq(graphSendTable.connectionId, prepared.arg("connectionId")), eq(graphSendTable.wid, prepared.arg("wid"))),
  ).prepare()
);

/** It did not leave, for sure: a next try is a first one. */
export function forgetSend(db: Write, connectionId: number, wid: string): void {
  db.delete(graphSendTable).where(and(eq(graphSendTable.connectionId, connectionId), eq(graphSendTable.wid, wid)))
    .run();
}

const setNetworkId = preparedWrite((db) =>
  db.update(graphSendTable).set({ networkId: prepared.value("networkId") }).where(
    and(
      eq(graphSendTable.connectionId, prepared.arg("connectionId")),
      eq(graphSendTable.wid, prepared.arg("wid")),
      // It failed before its sending was answered.
      gte(graphSendTable.ack, 0),
      // What Meta repeats of a try that failed says nothing of the one after it.
      or(isNull(graphSendTable.networkId), eq(graphSendTable.networkId, prepared.arg("networkId"))),
    ),
  ).returning({ wid: graphSendTable.wid }).prepare()
);

/** Graph has it, under this id. Whether we know of it, and not under another. */
export function noteNetworkId(db: Write, connectionId: number, wid: string, networkId: string): boolean {
  return setNetworkId(db, { connectionId, wid, networkId }).length > 0;
}

const byNetworkId = prepared((db) =>
  db.select({ wid: graphSendTable.wid }).from(graphSendTable).where(and(
    eq(graphSendTable.connectionId, prepared.arg("connectionId")),
    eq(graphSendTable.networkId, prepared.arg("networkId")),
    isNotNull(graphSendTable.networkId),
  )).prepare()
);

/** Our own id of a message, if it is ours; else the network's, under which it came. */
export function widOf(db: Read, connectionId: number, networkId: string): string {
  return ownWid(db, connectionId, networkId)?.split(PIECE)[0] ?? networkId;
}

export function ownWid(db: Read, connectionId: number, networkId: string): string | undefined {
  return byNetworkId.one(db, { connectionId, networkId })?.wid;
}

/** Between our id of a message and the number of a piece of it. */
const PIECE = "/";

/** What takes several calls is sent in pieces, each under an id of its own, the last one under the message's. */
export function pieceOf(wid: string, nth: number, pieces: number): string {
  return nth === pieces - 1 ? wid : wid + PIECE + nth;
}

/** The message that a piece belongs to; nothing for what is no piece. */
export function wholeOf(wid: string): string | undefined {
  return wid.includes(PIECE) ? wid.split(PIECE)[0] : undefined;
}

const failedPieces = prepared((db) =>
  db.select({ wid: graphSendTable.wid }).from(graphSendTable).where(and(
    eq(graphSendTable.connectionId, prepared.arg("connectionId")),
    gt(graphSendTable.wid, prepared.arg("from")),
    lt(graphSendTable.wid, prepared.arg("to")),
    lt(graphSendTable.ack, 0),
  )).prepare()
);

/** Pieces of a message that did not arrive, though others may have. */
export function failedPiecesOf(db: Read, connectionId: number, wid: string): string[] {
  return failedPieces(db, { connectionId, from: wid + PIECE, to: wid + AFTER_PIECE }).map((row) => row.wid);
}

/** The letter that comes after the one of pieces. */
const AFTER_PIECE = String.fromCharCode(PIECE.charCodeAt(0) + 1);

/** Of several files in one message each is one of ours, the second under its id with this behind it. */
const NTH_FILE = /\.\d{1,2}$/;
/** Some presses of a button come without an id of Meta's. */
export const NO_ID = "postback.";

/** As the network calls a message: one of ours by the id that it gave, any other by the id that it came with. */
export function networkIdOf(db: Read, connectionId: number, wid: string): string | undefined {
  const own = sendOf(db, connectionId, wid);
  if (own) return own.networkId ?? undefined;
  return wid.startsWith(NO_ID) ? undefined : wid.replace(NTH_FILE, "");
}

/** Whether something is just leaving for a chat that Graph has not answered yet: what it tells of it may come before that. */
export function isLeaving(db: Read, connectionId: number, chat: string, since: number): boolean {
  return leaving(db, { connectionId, chat, since }).length > 0;
}

const leaving = prepared((db) =>
  selectLeaving(db, {
    connectionId: prepared.arg("connectionId"),
    chat: prepared.arg("chat"),
    since: prepared.arg("since"),
  }).prepare()
);

interface LeavingWanted {
  connectionId: number | Placeholder;
  chat: string | Placeholder;
  since: number | Placeholder;
}

export function selectLeaving(db: Read, { connectionId, chat, since }: LeavingWanted) {
  return db.select({ wid: graphSendTable.wid }).from(graphSendTable).where(and(
    eq(graphSendTable.connectionId, connectionId as number),
    // Said in so many words: else SQLite reads all that a connection has sent, by the primary key.
    sql`likelihood(${graphSendTable.chat} = ${chat}, 0.0001)`,
    // Spelled out: only so does the partial index serve it.
    sql`${graphSendTable.networkId} is null`,
    gt(graphSendTable.begunAt, since as number),
  )).limit(1);
}

/** It did not arrive, whatever is said of it later. */
export function noteFailure(db: Write, connectionId: number, wid: string): void {
  db.update(graphSendTable).set({ ack: -1 })
    .where(and(eq(graphSendTable.connectionId, connectionId), eq(graphSendTable.wid, wid))).run();
}

/**
 * How far a message has come. One that failed after all is forgotten, so that a person may send it anew; its piece is not,
 * nor is a message that has begun to leave anew since.
 */
export function settle(db: Write, connectionId: number, wid: string, ack: number): void {
  const { wid: own, ack: had } = graphSendTable,
    isIt = and(eq(graphSendTable.connectionId, connectionId), eq(own, wid));
  if (ack >= 0) db.update(graphSendTable).set({ ack }).where(and(isIt, gte(had, 0), lt(had, ack))).run();
  else if (!wholeOf(wid)) db.delete(graphSendTable).where(and(isIt, lt(had, 0))).run();
}

const unread = prepared((db) =>
  db.select({ wid: graphSendTable.wid }).from(graphSendTable).where(and(
    eq(graphSendTable.connectionId, prepared.arg("connectionId")),
    eq(graphSendTable.chat, prepared.arg("chat")),
    lte(graphSendTable.begunAt, prepared.arg("until")),
    isNotNull(graphSendTable.networkId),
    // Spelled out: only so does the partial index serve it.
    sql`${graphSendTable.ack} < 3`,
    gte(graphSendTable.ack, 0),
  )).orderBy(asc(graphSendTable.begunAt)).limit(MOST_READ).prepare()
);

/** What somebody has read who has read everything until then (ms since 1970). */
export function unreadUntil(db: Read, connectionId: number, chat: string, until: number): string[] {
  return unread(db, { connectionId, chat, until }).map(({ wid }) => wid);
}

export function forgetOldSends(db: Write, now: number): void {
  db.delete(graphSendTable).where(and(gt(graphSendTable.begunAt, 0), lt(graphSendTable.begunAt, now - KEPT))).run();
}
