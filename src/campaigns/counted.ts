import { milliseconds } from "date-fns/milliseconds";
import type { Company } from "../platform/company.ts";
import { dayIn } from "../shared/clock.ts";
import { type Replies, repliesTo, strangersToday } from "./paces.ts";

/** What was counted of a connection, so that a day and a month are not counted again for each message. */
export interface Counted {
  day: string;
  /** To how many strangers it has written on that day. */
  today: number;
  replies: Replies;
  /** When it was counted (ms). */
  at: number;
}

/** It is counted anew after so long (ms): whose campaign was deleted counts no more, and answers come. */
const AGAIN = milliseconds({ minutes: 1 });

interface Counting {
  company: Company;
  connectionId: number;
  timeZone: string;
  known: { counted: Map<number, Counted> };
  now: number;
}

export function countedOf({ company, connectionId, timeZone, known, now }: Counting): Counted {
  const day = dayIn(timeZone, now), had = known.counted.get(connectionId);
  if (had?.day === day && now >= had.at && now - had.at < AGAIN) return had;
  const db = company.latest, today = strangersToday(db, connectionId, timeZone, now);
  const fresh = { day, today, replies: repliesTo(db, connectionId, now), at: now };
  known.counted.set(connectionId, fresh);
  return fresh;
}
