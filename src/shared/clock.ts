/** YYYY-MM-DD of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  let format = DAY.get(timeZone);
  if (!format) DAY.set(timeZone, format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }));
  return format.format(moment);
}
const DAY = new Map<string, Intl.DateTimeFormat>();

/**
 * A time as clocks show it in a time zone, `YYYY-MM-DD HH:mm[:ss]`, in ms since 1970; one with a zone of its own is taken
 * as it is. What a clock change leaves out is an hour later, what it repeats is the first of both. NaN for no date.
 */
export function momentIn(timeZone: string, written: string): number {
  const text = written.replace(" ", "T");
  const [zone] = /(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [""];
  const asUtc = Date.parse(`${text.slice(0, text.length - zone.length)}Z`);
  // The 30th of February is no day, though it parses.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(text.slice(0, 10))) return NaN;
  if (zone) return Date.parse(text);
  const early = asUtc - offsetAt(timeZone, asUtc - DAY_LENGTH), late = asUtc - offsetAt(timeZone, asUtc + DAY_LENGTH);
  return [early, late].find((at) => at + offsetAt(timeZone, at) === asUtc) ?? Math.max(early, late);
}
const DAY_LENGTH = 86_400_000;

/** What a zone's clocks are ahead of UTC, in ms. */
function offsetAt(timeZone: string, at: number): number {
  let format = CLOCK.get(timeZone);
  if (!format) CLOCK.set(timeZone, format = new Intl.DateTimeFormat("sv-SE", { timeZone, ...SHOWN }));
  return Date.parse(`${format.format(at).replace(" ", "T")}Z`) - Math.floor(at / 1000) * 1000;
}
const SHOWN = { dateStyle: "short", timeStyle: "medium" } as const;
const CLOCK = new Map<string, Intl.DateTimeFormat>();

/** The first moment of a day in a time zone, in ms since 1970. */
export function startOfDay(timeZone: string, day: string): number {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  // At most 14 hours ahead and 12 behind; walking by quarters of an hour meets every zone and every clock change.
  for (let at = midnightUtc - 14 * 3_600_000; at <= midnightUtc + 12 * 3_600_000; at += 900_000) {
    if (dayIn(timeZone, new Date(at)) >= day) return at;
  }
  return midnightUtc;
}

/** The day after one, both YYYY-MM-DD; `by` days after or before it. */
export function dayAfter(day: string, by = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_LENGTH).toISOString().slice(0, 10);
}
