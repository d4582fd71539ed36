import type { Schedules } from "../contract/hours.ts";
import type { Write } from "../platform/company.ts";
import { settingTable } from "./table.ts";

/** Sets the company's own opening hours; none at all means always open. */
export function setCompanySchedules(db: Write, schedules: Schedules): void {
  const value = JSON.stringify(schedules);
  db.insert(settingTable).values({ key: "schedules", value })
    .onConflictDoUpdate({ target: settingTable.key, set: { value } }).run();
}
