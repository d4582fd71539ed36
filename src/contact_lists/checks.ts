import { and, asc, eq, gt, isNull, max, min, notExists, sql } from "drizzle-orm";
import type { ListCheck } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { momentOf } from "../platform/moment.ts";
import { seesLists } from "./emit.ts";
import { CHECK_LIFE } from "./items.ts";
import { contactListById } from "./lists.ts";
import { type ListCheckRow, listCheckTable, listItemTable, numberCheckTable } from "./table.ts";

const { listId, number } = listItemTable, { checkedAt } = numberCheckTable;
// Spelled out, not bound: only so does the partial index serve it.
const HAS_NUMBER = sql`${number} <> ''`;

/** How far a list's check has come; nothing when there was none. */
export function checkOfList(db: Read, id: number): ListCheck | null {
  contactListById(db, id);
  const row = rowOf(db, id);
  return row ? shownCheck(db, row) : null;
}

function rowOf(db: Read, id: number): ListCheckRow | undefined {
  return db.select().from(listCheckTable).where(eq(listCheckTable.listId, id)).all()[0];
}

function shownCheck(db: Read, row: ListCheckRow): ListCheck {
  const [{ total } = { total: 0 }] = db.select({ total: sql<number>`count(*)` }).from(listItemTable)
    .where(and(eq(listId, row.listId), HAS_NUMBER)).all();
  return {
    contactListId: row.listId,
    state: row.state,
    // Some may have left the list since they were counted.
    checked: row.state === "done" ? total : Math.min(row.checked, total),
    total,
    waits: row.waits,
    goesOnAt: row.goesOnAt === null ? null : momentOf(row.goesOnAt),
    begunAt: momentOf(row.begunAt),
    endedAt: row.endedAt === null ? null : momentOf(row.endedAt),
    endsAt: row.endsAt === null || row.state !== "running" ? null : momentOf(row.endsAt),
  };
}

/** Begins to ask about all numbers of a list; one that is under way goes on. */
export function beginCheck(db: Write, emit: Emit, id: number, now: number): ListCheck {
  contactListById(db, id);
  const had = rowOf(db, id), first = runningCheck(db);
  if (had?.state !== "running") {
    const values = {
      ...{ state: "running" as const, upTo: "", checked: 0, begunAt: now, endedAt: null, endsAt: null },
      waits: first ? "turn" as const : null,
      goesOnAt: null,
    };
    db.insert(listCheckTable).values({ listId: id, ...values })
      .onConflictDoUpdate({ target: listCheckTable.listId, set: values }).run();
  }
  return emitCheck(db, emit, id);
}

/** ERR_NO_CONTACT_LIST_FOUND when it was never begun. */
export function stopCheck(db: Write, emit: Emit, id: number, now: number): ListCheck {
  const had = rowOf(db, id) ?? refuse("ERR_NO_CONTACT_LIST_FOUND");
  if (had.state === "running") setCheck(db, id, { state: "stopped", waits: null, endedAt: now });
  return emitCheck(db, emit, id);
}

export function setCheck(db: Write, id: number, values: Partial<ListCheckRow>): void {
  db.update(listCheckTable).set(values).where(eq(listCheckTable.listId, id)).run();
}

/** Shows a check as it is now to whoever has lists before them. */
export function emitCheck(db: Write, emit: Emit, id: number): ListCheck {
  const record = shownCheck(db, rowOf(db, id)!);
  emit("contactListCheck", { action: "update", record }, seesLists);
  return record;
}

/** The check whose turn it is: the one that was begun first. */
export function runningCheck(db: Read): ListCheckRow | undefined {
  return running.one(db, {});
}

const running = prepared((db) =>
  db.select().from(listCheckTable).where(sql`${listCheckTable.state} = 'running'`)
    .orderBy(asc(listCheckTable.begunAt), asc(listCheckTable.listId)).limit(1).prepare()
);

/** The next numbers of a list behind `upTo`, in their order, and whether the network has spoken of each lately. */
export function numbersBehind(
  db: Read,
  { listId: id, upTo, most }: { listId: number; upTo: string; most: number },
  now: number,
) {
  return db.select({ number, isKnown: sql<number>`${numberCheckTable.number} is not null` })
    .from(listItemTable)
    .leftJoin(numberCheckTable, and(eq(numberCheckTable.number, number), gt(checkedAt, now - CHECK_LIFE)))
    .where(and(eq(listId, id), HAS_NUMBER, gt(number, upTo))).orderBy(asc(number)).limit(most);
}

/** A number on a list of which the network has not spoken lately, if there is one. */
export function unknownOn(db: Read, id: number, now: number) {
  const said = db.select({ number: numberCheckTable.number }).from(numberCheckTable)
    .where(and(eq(numberCheckTable.number, number), gt(checkedAt, now - CHECK_LIFE)));
  return db.select({ number }).from(listItemTable).where(and(eq(listId, id), HAS_NUMBER, notExists(said))).limit(1);
}

/** Of how many of a list's numbers the network has not spoken lately. */
export function countUnknown(db: Read, id: number, now: number): number {
  return db.select({ count: sql<number>`count(*)` }).from(listItemTable)
    .leftJoin(numberCheckTable, and(eq(numberCheckTable.number, number), gt(checkedAt, now - CHECK_LIFE)))
    .where(and(eq(listId, id), HAS_NUMBER, isNull(numberCheckTable.number))).all()[0]!.count;
}

/** About how many numbers the network was asked since a moment, and when about the first of them (ms). */
export function askedWithin(db: Read, since: number) {
  return db.select({ count: sql<number>`count(*)`, firstAt: min(checkedAt) }).from(numberCheckTable)
    .where(gt(checkedAt, since));
}

/** Before when (ms) the network is asked about no list: whoever stops one and begins another hurries nothing. */
export function asksAgainAt(db: Read): number {
  return db.select({ at: max(listCheckTable.nextAt) }).from(listCheckTable).all()[0]?.at ?? 0;
}
