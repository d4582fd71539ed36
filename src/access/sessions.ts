import { createHash, randomBytes } from "node:crypto";
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

/** Exchanges a refresh token for the next one; nothing when it is not, or no longer, good. */
export function rotateSession({ provider }: Tenants, refreshToken: string, now: Date): OpenedSession | undefined {
  const shown = hashOf(refreshToken);
  return provider.write((db) => {
    const session = db.select().from(sessionTable).where(and(
      or(
        eq(sessionTable.refreshHash, shown),
        and(eq(sessionTable.previousHash, shown), gt(sessionTable.rotatedAt, now.getTime() - ROTATION_GRACE)),
      ),
      gt(sessionTable.expiresAt, now.getTime()),
    )).all()[0];
    if (!session) return undefined;
    const next = randomBytes(32).toString("base64url");
    db.update(sessionTable).set({ refreshHash: hashOf(next), previousHash: session.refreshHash, ...timesFrom(now) })
      .where(eq(sessionTable.id, session.id)).run();
    return { id: session.id, companyId: session.companyId, userId: session.userId, refreshToken: next };
  });
}

export function endSession({ provider }: Tenants, id: string): void {
  provider.write((db) => db.delete(sessionTable).where(eq(sessionTable.id, id)).run());
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
