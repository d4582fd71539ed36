import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import type { Reach } from "../channels/channel.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { strangersSince } from "./paces.ts";
import { campaignReachTable } from "./table.ts";

/** What the network said of an account, and when (ms). */
export interface Heard {
  at: number;
  reach: Reach;
}

/** While it does not answer, what it said before is believed for so long (ms). */
const BELIEVED = milliseconds({ hours: 1 });

/** What the network said last of whom a connection may write to first; nothing when that is too long ago. */
export function heardOf(db: Read, connectionId: number, now: number): Heard | undefined {
  const said = byConnection.one(db, { connectionId });
  if (!said || now - said.heardAt > BELIEVED || said.heardAt - now > BELIEVED) return undefined;
  const { heardAt: at, lockedUntil, newChatsLeft } = said;
  return { at, reach: { lockedUntil: lockedUntil ?? undefined, newChatsLeft: newChatsLeft ?? undefined } };
}

const byConnection = prepared((db) =>
  db.select().from(campaignReachTable).where(eq(campaignReachTable.connectionId, prepared.arg("connectionId")))
    .prepare()
);

export function noteReach(db: Write, connectionId: number, { at: heardAt, reach }: Heard): void {
  const said = { heardAt, lockedUntil: reach.lockedUntil ?? null, newChatsLeft: reach.newChatsLeft ?? null };
  db.insert(campaignReachTable).values({ connectionId, ...said })
    .onConflictDoUpdate({ target: campaignReachTable.connectionId, set: said }).run();
}

/** What was said before is not believed any more: another number is linked, or the network restricts this one. */
export function forgetReach(db: Write, connectionId: number): void {
  db.delete(campaignReachTable).where(eq(campaignReachTable.connectionId, connectionId)).run();
}

/** To how many strangers the network still lets a connection write: none while it locks it, Infinity where it does not say. */
export function networkLeaves(db: Read, connectionId: number, { at, reach }: Heard, now: number): number {
  const { lockedUntil = 0, newChatsLeft } = reach;
  if (lockedUntil > now) return 0;
  return newChatsLeft === undefined ? Infinity : Math.max(0, newChatsLeft - strangersSince(db, connectionId, at));
}
