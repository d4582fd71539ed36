import { asc, eq } from "drizzle-orm";
import type { Schedules } from "../contract/hours.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { holidayTable } from "../holidays/table.ts";
import { settingTable } from "./table.ts";

/** The row of the settings that holds them; it is no setting that could be named in a call. */
const KEY = "schedules";
/** Where their changes are counted. */
export const HOURS = { kind: "setting", id: KEY } as const;

const stored = prepared((db) => db.select().from(settingTable).where(eq(settingTable.key, KEY)).prepare());
const days = prepared((db) =>
  db.select({ date: holidayTable.date }).from(holidayTable).orderBy(asc(holidayTable.date)).prepare()
);

/** The company's own opening hours; none until it has set them. */
export function companySchedules(db: Read): Schedules {
  return JSON.parse(stored.one(db)?.value ?? "[]") as Schedules;
}

/** Sets the company's own opening hours; none at all means always open. */
export function setCompanySchedules(db: Write, schedules: Schedules): void {
  const value = JSON.stringify(schedules);
  db.insert(settingTable).values({ key: KEY, value })
    .onConflictDoUpdate({ target: settingTable.key, set: { value } }).run();
}

/** The days on which the company is closed, each YYYY-MM-DD. */
export function holidayDates(db: Read): string[] {
  return days(db).map(({ date }) => date);
}
