import { type Schedules, type Weekday, WEEKDAYS } from "./hours.ts";

/** The days' names on the wire (spec 2 §2, Weekly opening-hours form). */
export const WEEKDAY_NAMES: Record<Weekday, string> = {
  monday: "Segunda-feira",
  tuesday: "Terça-feira",
  wednesday: "Quarta-feira",
  thursday: "Quinta-feira",
  friday: "Sexta-feira",
  saturday: "Sábado",
  sunday: "Domingo",
};

/** What the form begins with (spec 2 §3). */
export const DEFAULT_SCHEDULES: Schedules = WEEKDAYS.map((day) => ({
  weekday: WEEKDAY_NAMES[day],
  weekdayEn: day,
  startTime: day === "sunday" ? "00:00" : "08:00",
  endTime: day === "sunday" ? "00:00" : day === "saturday" ? "12:00" : "18:00",
}));
