import { secondsInMinute } from "date-fns/constants";
import { secondsToMinutes } from "date-fns/secondsToMinutes";

const UNITS = ["B", "kB", "MB", "GB"] as const;

/** Bytes as people read them: 184 kB, 1,8 MB. It is one word, which no line parts. */
export function sizeText(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const digits = step > 1 && value < 100 ? 1 : 0;
  return `${value.toLocaleString(locale, { maximumFractionDigits: digits })}\u00a0${UNITS[step]}`;
}

/** Seconds as mm:ss. */
export function clockText(seconds: number): string {
  return lengthText(seconds).padStart(5, "0");
}

/** Seconds as m:ss. */
export function lengthText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${secondsToMinutes(whole)}:${String(whole % secondsInMinute).padStart(2, "0")}`;
}
