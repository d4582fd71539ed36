import * as z from "zod/mini";
import { isDay } from "../shared/clock.ts";
import { type OpeningRange as Range, overlapsIn, TIME_OF_DAY, WEEKDAYS } from "../shared/week.ts";

export const TimeOfDay = z.string().check(z.regex(TIME_OF_DAY));

export const OpeningRange = z.object({
  weekday: z.string().check(z.maxLength(20)),
  weekdayEn: z.enum(WEEKDAYS),
  startTime: TimeOfDay,
  endTime: TimeOfDay,
}) satisfies z.ZodMiniType<Range>;

/** All ranges of a week; none at all means always open (behaviour.md). */
export const Schedules = z.array(OpeningRange).check(z.maxLength(70));
export type Schedules = z.infer<typeof Schedules>;

/** A week that somebody sends: of two ranges at once nobody could say which counts. */
export const SentSchedules = Schedules.check((payload) => {
  for (const at of overlapsIn(payload.value)) {
    payload.issues.push({ code: "custom", path: [at, "startTime"], message: "overlaps", input: payload.value });
  }
});

/** YYYY-MM-DD, a day that exists, of a year that anybody means: the clocks of other centuries are nobody's business here. */
export const Day = z.string().check(z.regex(/^(19[7-9]|20\d|21\d)\d-\d\d-\d\d$/), z.refine(isDay));
