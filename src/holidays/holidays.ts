import { asc, eq, getTableColumns } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Holiday } from "../contract/holidays.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { holidayTable } from "./table.ts";

const ROW = { ...getTableColumns(holidayTable), revision: revisionIn("holiday", holidayTable.id) };
type Draft = Pick<Holiday, "date" | "name">;

export function listHolidays(db: Read): Holiday[] {
  return db.select(ROW).from(holidayTable).orderBy(asc(holidayTable.date)).all();
}

function holidayById(db: Read, id: number): Holiday {
  return db.select(ROW).from(holidayTable).where(eq(holidayTable.id, id)).all()[0] ?? refuse("ERR_NO_HOLIDAY_FOUND");
}

export function addHoliday(db: Write, holiday: Draft): Holiday {
  return holidayById(db, dated(() => db.insert(holidayTable).values(holiday).returning().get()).id);
}

export function changeHoliday(
  db: Write,
  id: number,
  { was, ...holiday }: Draft & { was?: number },
  by: Maker,
): Holiday {
  const had = holidayById(db, id), changed = { kind: "holiday", id } as const;
  refuseIfChanged(db, changed, was, () => had);
  dated(() => db.update(holidayTable).set(holiday).where(eq(holidayTable.id, id)).run());
  noteMaker(db, changed, by);
  return holidayById(db, id);
}

export function removeHoliday(db: Write, id: number): void {
  db.delete(holidayTable).where(eq(holidayTable.id, id)).returning().all()[0] ?? refuse("ERR_NO_HOLIDAY_FOUND");
}

/** One holiday for each day. */
function dated<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (brokenUnique(error)) refuse("ERR_DUPLICATED_HOLIDAY", { fields: { date: "taken" } });
    throw error;
  }
}
