import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { plural, t } from "@lingui/core/macro";

/** Below this (ms), whoever wants to answer should hurry. */
const URGENT = millisecondsInHour;

/** How an answer window stands, from its end (ms since 1970; null = it never ends). */
export function standing(until: number | null, now: number): "always" | "open" | "urgent" | "shut" {
  if (until === null) return "always";
  if (until <= now) return "shut";
  return until - now <= URGENT ? "urgent" : "open";
}

/** What is left of it in whole minutes, in words: as much as helps, so no minutes beside days. */
export function leftText(ms: number): string {
  const days = Math.floor(ms / millisecondsInDay);
  const hours = Math.floor((ms % millisecondsInDay) / millisecondsInHour);
  const minutes = Math.floor((ms % millisecondsInHour) / millisecondsInMinute);
  if (days > 0) {
    const said = plural(days, { one: "# dia", other: "# dias" });
    return hours > 0 ? t`${said} e ${hours} h` : said;
  }
  if (hours > 0) return minutes > 0 ? t`${hours} h ${minutes} min` : t`${hours} h`;
  return minutes > 0 ? t`${minutes} min` : t`menos de 1 min`;
}

/** How many more characters a message takes; Instagram counts bytes (Send API). Below 0 the text leaves as several. */
export function roomLeft(body: string, { longest, inBytes }: { longest: number; inBytes: boolean }): number {
  return longest - (inBytes ? new TextEncoder().encode(body).length : body.length);
}
