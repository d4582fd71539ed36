import * as z from "zod/mini";
import { zoneToday } from "../shared/time_zones.ts";
import { get, put } from "./call.ts";
import { Id } from "./fields.ts";
import { Schedules, SentSchedules } from "./hours.ts";
import { Revision, Was } from "./revisions.ts";

/** One's own company, as far as its people see it (spec 2 §3). */
export const CompanyDetails = z.object({
  id: Id,
  name: z.string(),
  /** YYYY-MM-DD, or null when the subscription never ends. */
  dueDate: z.nullable(z.string()),
  /** IANA name. */
  timeZone: z.string(),
  /** The company's opening hours; none at all means always open. */
  schedules: Schedules,
  /** Of its opening hours. */
  revision: Revision,
});
export type CompanyDetails = z.infer<typeof CompanyDetails>;

/** IANA name, by the name that it has today. */
const TimeZone = z.pipe(z.string().check(z.maxLength(60), z.refine(isTimeZone)), z.transform(zoneToday));

export const companies = {
  show: get("/companies/:id", "One's own company", { answer: CompanyDetails }),
  schedules: put("/companies/:id/schedules", "Set the company's opening hours", {
    who: "settings-page:edit",
    body: z.object({ schedules: SentSchedules, was: Was }),
    answer: CompanyDetails,
  }),
  timeZone: put("/companies/:id/time-zone", "Set the company's time zone", {
    who: "settings-page:edit",
    body: z.object({
      timeZone: TimeZone,
      /** The one that its maker saw; when it is another by now, nothing is saved. Left out, it is not asked. */
      was: z.optional(TimeZone),
    }),
    answer: CompanyDetails,
  }),
};

/** An IANA name; a mere offset knows of no clock change. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(zoneToday(name));
  } catch {
    return false;
  }
}
