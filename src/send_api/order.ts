import { and, asc, eq, sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { apiRequestTable } from "./table.ts";

/**
 * When a request is looked at that another to the same receiver comes before: not yet. So of each receiver the first alone is
 * due, and looking for what is due never walks a queue.
 */
export const BEHIND = Number.MAX_SAFE_INTEGER;

const isWaiting = eq(apiRequestTable.state, sql`'waiting'`);

/** Whether something waits for a receiver that is not for a later time. */
export const anyFor = prepared((db) =>
  db.select({ id: apiRequestTable.id }).from(apiRequestTable).where(and(
    eq(apiRequestTable.number, prepared.arg("number")),
    isWaiting,
    sql`coalesce(${apiRequestTable.sendAt}, 0) <= ${prepared.arg("now")}`,
  )).limit(1).prepare()
);

const nextBehind = prepared((db) =>
  db.select({ id: apiRequestTable.id }).from(apiRequestTable).where(and(
    eq(apiRequestTable.number, prepared.arg("number")),
    isWaiting,
    eq(apiRequestTable.dueAt, BEHIND),
  )).orderBy(asc(apiRequestTable.id)).limit(1).prepare()
);

/** The one before it is done: the next to the same receiver has its turn. */
export function promote(db: Write, number: string): void {
  const next = nextBehind.one(db, { number });
  if (next) db.update(apiRequestTable).set({ dueAt: 0 }).where(eq(apiRequestTable.id, next.id)).run();
}

/** Of what waits for a receiver without a time of its own the first has its turn, the others wait for it. */
export function putInOrder(db: Write, number: string): void {
  const theirs = and(eq(apiRequestTable.number, number), isWaiting);
  db.update(apiRequestTable).set({ dueAt: sql`coalesce(${apiRequestTable.sendAt}, ${BEHIND})` }).where(theirs).run();
  promote(db, number);
}
