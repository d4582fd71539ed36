import { asc, eq } from "drizzle-orm";
import type { Schedules } from "../contract/hours.ts";
import { hot, type Read } from "../platform/company.ts";
import { holidayTable, settingTable } from "./table.ts";

const stored = hot((db) => db.select().from(settingTable).where(eq(settingTable.key, "schedules")).prepare());
const days = hot((db) =>
  db.select({ date: holidayTable.date }).from(holidayTable).orderBy(asc(holidayTable.date)).prepare()
);

/** The company's own opening hours; none until it has set them. */
export function companySchedules(db: Read): Schedules {
  return JSON.parse(stored(db)[0]?.value ?? "[]") as Schedules;
}

/** The days on which the company is closed, each YYYY-MM-DD. */
export function holidayDates(db: Read): string[] {
  return days(db).map(({ date }) => date);
}
