import { asc, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Holiday } from "../contract/holidays.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { holidayTable } from "./table.ts";

export function listHolidays(db: Read): Holiday[] {
  return db.select().from(holidayTable).orderBy(asc(holidayTable.date)).all();
}

export function addHoliday(db: Write, holiday: Omit<Holiday, "id">): Holiday {
  return dated(() => db.insert(holidayTable).values(holiday).returning().get());
}

export function changeHoliday(db: Write, id: number, holiday: Omit<Holiday, "id">): Holiday {
  const changed = dated(() => db.update(holidayTable).set(holiday).where(eq(holidayTable.id, id)).returning().all()[0]);
  return changed ?? refuse("ERR_NO_HOLIDAY_FOUND");
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
