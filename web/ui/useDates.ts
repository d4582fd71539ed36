import { useLingui } from "@lingui/react";
import { useMe } from "../session.ts";
import * as dates from "./dates.ts";

/** The ways to write a moment, in the company's time zone and the person's language. */
export function useDates() {
  const { timeZone } = useMe().company;
  useLingui(); // Draws again when the language changes.
  return {
    timeZone,
    timeOrDate: (moment: string) => dates.timeOrDate(moment, timeZone),
    time: (moment: string) => dates.timeText(moment, timeZone),
    date: (moment: string) => dates.dateText(moment, timeZone),
    dateTime: (moment: string) => dates.dateTimeText(moment, timeZone),
    dateTimeSeconds: (moment: string) => dates.dateTimeSeconds(moment, timeZone),
    shortDateTime: (moment: string) => dates.shortDateTime(moment, timeZone),
    full: (moment: string) => dates.fullDate(moment, timeZone),
    day: (moment: string) => dates.dayLabel(moment, timeZone),
  };
}
