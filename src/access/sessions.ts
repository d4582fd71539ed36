import { createHash, createHmac, randomBytes } from "node:crypto";
import { and, eq, gt, lt, or } from "drizzle-orm";
import type { Tenants } from "../platform/tenants.ts";
import { sessionTable } from "./table.ts";

/** Seven days, in ms (behaviour.md, Access). */
const REFRESH_LIFE = 7 * 24 * 3_600_000;
/** Two tabs, or a repeat after a lost answer, may show the token before the last rotation for this long (ms). */
const ROTATION_GRACE = 60_000;

export interface OpenedSession {
  id: string;
  companyId: number;
  userId: number;
  refreshToken: string;
  /** The session of the same user that this one ended. */
  ended?: string;
}

/** A new session; the same user's earlier one ends with it. */
export function openSession(
  { provider }: Tenants,
  who: { companyId: number; userId: number },
  now: Date,
): OpenedSession {
  const id = crypto.randomUUID();
  const refreshToken = randomBytes(32).toString("base64url");
  return provider.write((db) => {
    db.delete(sessionTable).where(lt(sessionTable.expiresAt, now.getTime())).run();
    const ended = db.delete(sessionTable).where(ofUser(who)).returning({ id: sessionTable.id }).all()[0]?.id;
    db.insert(sessionTable).values({ id, ...who, refreshHash: hashOf(refreshToken), ...timesFrom(now) }).run();
    return { id, ...who, refreshToken, ended };
  });
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
  const { id, companyId, userId, refreshHash, rotatedAt } = session;
  if (refreshHash !== shown && rotatedAt <= now.getTime() - ROTATION_GRACE) {
    endSession(tenants, { id, companyId });
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

/** Ends a session and closes its screens. */
export function endSession(tenants: Tenants, { id, companyId }: { id: string; companyId: number }): void {
  tenants.provider.write((db) => db.delete(sessionTable).where(eq(sessionTable.id, id)).run());
  tenants.company(companyId).hub.endSession(id);
}

/** Ends whatever session a user has. */
export function endSessionOf(tenants: Tenants, who: { companyId: number; userId: number }): void {
  const [session] = tenants.provider.read.select({ id: sessionTable.id }).from(sessionTable).where(ofUser(who)).all();
  if (session) endSession(tenants, { id: session.id, companyId: who.companyId });
}

function ofUser({ companyId, userId }: { companyId: number; userId: number }) {
  return and(eq(sessionTable.companyId, companyId), eq(sessionTable.userId, userId));
}

function timesFrom(now: Date) {
  return { rotatedAt: now.getTime(), expiresAt: now.getTime() + REFRESH_LIFE };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
