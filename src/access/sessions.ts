import { milliseconds } from "date-fns/milliseconds";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, lt, or } from "drizzle-orm";
import { noteLogin } from "../companies/figures.ts";
import type { AuthReason } from "../contract/events.ts";
import type { Tenants } from "../platform/tenants.ts";
import { readUserAgent, shortAddress } from "./browsers.ts";
import { sessionTable } from "./table.ts";

/** Seven days, in ms (behaviour.md, Access). */
const REFRESH_LIFE = milliseconds({ days: 7 });
/** Two tabs, or a repeat after a lost answer, may show the token before the last rotation for this long (ms). */
const ROTATION_GRACE = milliseconds({ minutes: 1 });
/** So long (ms) somebody may act as another. */
const ACTING_LIFE = milliseconds({ hours: 8 });
/** A person who may have several login sessions has no more than this; those used longest ago end. */
const MOST_SESSIONS = 10;

export interface OpenedSession {
  id: string;
  companyId: number;
  userId: number;
  refreshToken: string;
}

interface Who {
  companyId: number;
  userId: number;
}

export interface Whereabouts {
  address: string;
  userAgent: string;
}

interface Opening {
  where: Whereabouts;
  /** Otherwise the same user's earlier ones end with it (spec 1 §4.1). */
  maySeveral?: boolean;
  /** Who acts as them: it ends none of theirs, and none of theirs ends it. */
  actedBy?: Who & { name: string };
}

/** A new session, and the ids of those that ended with it. */
export function openSession(tenants: Tenants, who: Who, { where, maySeveral, actedBy }: Opening, now: Date) {
  const id = crypto.randomUUID(), { companyId, userId } = who;
  const refreshToken = randomBytes(32).toString("base64url");
  const place = { ...readUserAgent(where.userAgent), network: shortAddress(where.address), openedAt: now.getTime() };
  const acting = actedBy && {
    ...{ actingCompanyId: actedBy.companyId, actingUserId: actedBy.userId, actedBy: actedBy.name },
  };
  const row = { id, companyId, userId, refreshHash: hashOf(refreshToken), ...place, ...timesFrom(now), ...acting };
  const ended = tenants.provider.write((db) => {
    db.delete(sessionTable).where(lt(sessionTable.expiresAt, now.getTime())).run();
    const others = acting ? [] : db.select({ id: sessionTable.id }).from(sessionTable)
      .where(and(ofUser(who), isNull(sessionTable.actingUserId)))
      .orderBy(desc(sessionTable.rotatedAt)).all().map((one) => one.id);
    const over = others.slice(maySeveral ? MOST_SESSIONS - 1 : 0);
    if (over.length > 0) db.delete(sessionTable).where(inArray(sessionTable.id, over)).run();
    db.insert(sessionTable).values(row).run();
    if (!acting) noteLogin(db, companyId, now.getTime());
    return over;
  });
  if (!acting) tenants.company(companyId).isChanged = true;
  const session: OpenedSession = { id, companyId, userId, refreshToken };
  return { session, ended };
}

/**
 * Exchanges a refresh token for the next one; nothing when it is not, or no longer, good. One that was used up long ago
 * ends the session: it is in two hands (RFC 9700 §4.14.2).
 */
export function rotateSession(tenants: Tenants, refreshToken: string, now: Date): OpenedSession | undefined {
  const { provider, keys } = tenants;
  const shown = hashOf(refreshToken);
  const session = provider.read.select().from(sessionTable)
    .where(
      and(
        or(eq(sessionTable.refreshHash, shown), eq(sessionTable.previousHash, shown)),
        gt(sessionTable.expiresAt, now.getTime()),
      ),
    )
    .all()[0];
  if (!session) return undefined;
  const { id, companyId, userId, refreshHash, rotatedAt, openedAt, actingUserId } = session;
  if (actingUserId !== null && openedAt <= now.getTime() - ACTING_LIFE) {
    endSessions(tenants, companyId, [id]);
    return undefined;
  }
  if (refreshHash !== shown && rotatedAt <= now.getTime() - ROTATION_GRACE) {
    endSessions(tenants, companyId, [id]);
    return undefined;
  }
  // It follows from the one before, so that two tabs at once are given the same: they share one cookie.
  const next = createHmac("sha256", keys.signing).update(`refresh ${refreshToken}`).digest("base64url");
  if (refreshHash === shown) {
    const rotated = { refreshHash: hashOf(next), previousHash: shown, ...timesFrom(now) };
    provider.write((db) => void db.update(sessionTable).set(rotated).where(eq(sessionTable.id, id)).run());
  }
  return { id, companyId, userId, refreshToken: next };
}

/** Whose session acts as another's; nothing where its person is there themselves. */
export function actorOf({ provider }: Tenants, sessionId: string): Who | undefined {
  const { actingCompanyId, actingUserId } = sessionTable;
  const [row] = provider.read.select({ companyId: actingCompanyId, userId: actingUserId }).from(sessionTable)
    .where(eq(sessionTable.id, sessionId)).all();
  return row?.companyId && row.userId ? { companyId: row.companyId, userId: row.userId } : undefined;
}

/** What the person is called who acts in a session as its own. */
export function actedByOf({ provider }: Tenants, sessionId: string): string | undefined {
  const [row] = provider.read.select({ name: sessionTable.actedBy }).from(sessionTable)
    .where(eq(sessionTable.id, sessionId)).all();
  return row?.name ?? undefined;
}

/** A person's sessions, the one used last first. */
export function sessionsOf({ provider }: Tenants, who: Who) {
  return provider.read.select().from(sessionTable).where(ofUser(who)).orderBy(desc(sessionTable.rotatedAt)).all();
}

/** Ends sessions of a company and closes their screens. */
export function endSessions(tenants: Tenants, companyId: number, ids: readonly string[]): void {
  if (ids.length === 0) return;
  tenants.provider.write((db) => void db.delete(sessionTable).where(inArray(sessionTable.id, [...ids])).run());
  const { hub } = tenants.company(companyId);
  for (const id of ids) hub.endSession(id);
}

/** Ends all sessions of a company and closes its screens. */
export function endSessionsOfCompany(tenants: Tenants, companyId: number): void {
  const rows = tenants.provider.read.select({ id: sessionTable.id }).from(sessionTable)
    .where(eq(sessionTable.companyId, companyId)).all();
  endSessions(tenants, companyId, rows.map(({ id }) => id));
}

/** Ends the sessions in which a person acts as others. */
function endActingOf(tenants: Tenants, { companyId, userId }: Who): void {
  const { id, actingCompanyId, actingUserId } = sessionTable;
  const rows = tenants.provider.read.select({ id, companyId: sessionTable.companyId }).from(sessionTable)
    .where(and(eq(actingCompanyId, companyId), eq(actingUserId, userId))).all();
  for (const row of rows) endSessions(tenants, row.companyId, [row.id]);
}

interface Ending {
  /** The session that goes on. */
  except?: string;
  /** What their screens say before they close; nothing where the person is gone as well. */
  why?: AuthReason;
}

/** Ends a person's sessions, and says how many they were. */
export function endSessionsOf(tenants: Tenants, who: Who, { except, why }: Ending = {}): number {
  const ended = sessionsOf(tenants, who).map(({ id }) => id).filter((id) => id !== except);
  if (why && ended.length > 0) sayEnded(tenants, who, { sessionId: except ?? "", ended, why });
  endSessions(tenants, who.companyId, ended);
  if (except === undefined || why === "password") endActingOf(tenants, who);
  return ended.length;
}

/** Lets a person's screens know, before they are closed, which of them are over. */
export function sayEnded(
  tenants: Tenants,
  { companyId, userId }: Who,
  said: { sessionId: string; ended: string[]; why?: AuthReason },
): void {
  const { hub } = tenants.company(companyId);
  hub.publish("auth", { action: "update", userId, ...said }, ({ id }) => id === userId);
}

function ofUser({ companyId, userId }: Who) {
  return and(eq(sessionTable.companyId, companyId), eq(sessionTable.userId, userId));
}

function timesFrom(now: Date) {
  return { rotatedAt: now.getTime(), expiresAt: now.getTime() + REFRESH_LIFE };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
