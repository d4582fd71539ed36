import { and, eq, sql } from "drizzle-orm";
import type { PushKind } from "../contract/push.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared, preparedWrite } from "../platform/prepared.ts";
import type { Told } from "./devices.ts";
import { pushTable } from "./table.ts";

/** What shows again under the same tag does so after this long (ms): who writes in many short messages rings once. */
export const BETWEEN = 10_000;

/** Something to be told to one person. */
export interface News {
  userId: number;
  tag: string;
  kind: PushKind;
  /** The ticket or the chat; and the message or the mention. */
  ofId: number;
  aboutId: number | null;
}

/** Puts it on its way to a device. Under a tag that is there already it is the same notification, which says the newest. */
export function putPush(db: Write, { id }: Pick<Told, "id">, news: News, now: number): void {
  put(db, { deviceId: id, ...news, now, between: BETWEEN });
}
const put = preparedWrite((db) => {
  const arg = prepared.arg, { deviceId, tag } = pushTable;
  const values = {
    deviceId: arg("deviceId"),
    userId: arg("userId"),
    tag: arg("tag"),
    kind: arg("kind"),
    ofId: arg("ofId"),
    aboutId: arg("aboutId"),
    state: sql`'waiting'`,
    nextAt: arg("now"),
    at: arg("now"),
  };
  return db.insert(pushTable).values(values as never).onConflictDoUpdate({
    target: [deviceId, tag],
    set: {
      kind: sql`excluded.kind`,
      aboutId: sql`excluded.about_id`,
      state: sql`'waiting'`,
      revision: sql`pushes.revision + 1`,
      attempts: sql`0`,
      at: sql`excluded.at`,
      nextAt: sql`max(excluded.at, coalesce(pushes.shown_at, 0) + ${arg("between")})`,
    },
  }).returning({ tag }).prepare();
});

/**
 * What stands under a tag needs those people no more, all if it is not said whom: what was shown is to be taken back, what
 * was not is not sent. Answers whether there is something to take back.
 */
export function takeBack(db: Write, tag: string, isMeant: (userId: number) => boolean = () => true): boolean {
  const rows = ofTag(db, { tag }).filter(({ userId, state }) => state !== "closing" && isMeant(userId));
  for (const { deviceId, shownAt } of rows) {
    const it = and(eq(pushTable.deviceId, deviceId), eq(pushTable.tag, tag));
    const closing = { state: "closing" as const, revision: sql`revision + 1`, attempts: 0, nextAt: 0 };
    if (shownAt === null) db.delete(pushTable).where(it).run();
    else db.update(pushTable).set(closing).where(it).run();
  }
  return rows.some(({ shownAt }) => shownAt !== null);
}
export function selectOfTag(db: Read, tag: string) {
  const { deviceId, userId, state, shownAt } = pushTable;
  return db.select({ deviceId, userId, state, shownAt }).from(pushTable).where(eq(pushTable.tag, tag));
}
const ofTag = prepared((db) => selectOfTag(db, prepared.arg("tag") as never).prepare());

/** When (ms) the next is due; Infinity when there is none. */
export function nextPush(db: Read): number {
  return Number(soonest.one(db)?.at ?? Infinity);
}
const soonest = prepared((db) =>
  db.select({ at: pushTable.nextAt }).from(pushTable).where(sql`state in ('waiting', 'closing')`)
    .orderBy(pushTable.nextAt).limit(1).prepare()
);
