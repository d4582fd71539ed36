import { millisecondsInDay } from "date-fns/constants";

/** What is known of a connection's number when it is decided to how many strangers it may write in a day. */
export interface Reputation {
  /** ms; since when the number is in use, and now. */
  since: number;
  now: number;
  /** To how many strangers it wrote in the last 30 days, and how many of them answered. */
  strangers: number;
  answered: number;
}

export interface CapRules {
  /** For a number that is new; 0 = as many as there are. */
  newNumberCap: number;
  /** What a person has allowed this connection; null = as the rule says, 0 = as many as there are. */
  dayCap: number | null;
}

/** A week, in days, in which a number earns twice as much trust (reference/bulk-sending.md: no safe rate is documented). */
const DOUBLES_EVERY = 7;
/** After so many weeks a number is as old as any. */
const MOST_DOUBLINGS = 12;
/** So many strangers say something of how a number is answered. */
const ENOUGH = 50;
const FEW = 0.03, MANY = 0.2;

/** Whose word the cap is: the rule's for the number's age, made smaller or larger by answers; or a person's. */
export interface Cap {
  /** Strangers in a day; Infinity for as many as there are. */
  perDay: number;
  why: "age" | "few_answers" | "person" | "none";
  /** Days since the number is in use. */
  days: number;
  /** Of the strangers, how many answered, 0 to 1; null while they are too few to say. */
  replyRate: number | null;
}

/**
 * To how many strangers a number may write in a day. It begins with few, doubles every week, and answers make it half as
 * many or half as many again. Only the network knows what it bears: it is listened to first, and this only slows down.
 */
export function capOf({ since, now, strangers, answered }: Reputation, { newNumberCap, dayCap }: CapRules): Cap {
  const days = Math.max(0, Math.floor((now - since) / millisecondsInDay));
  const replyRate = strangers >= ENOUGH ? answered / strangers : null;
  if (dayCap !== null) return { perDay: dayCap || Infinity, why: "person", days, replyRate };
  if (newNumberCap === 0) return { perDay: Infinity, why: "none", days, replyRate };
  const doublings = Math.floor(days / DOUBLES_EVERY);
  if (doublings >= MOST_DOUBLINGS) return { perDay: Infinity, why: "none", days, replyRate };
  const byAge = newNumberCap * 2 ** doublings;
  if (replyRate === null) return { perDay: byAge, why: "age", days, replyRate };
  if (replyRate < FEW) return { perDay: Math.max(1, Math.floor(byAge / 2)), why: "few_answers", days, replyRate };
  return { perDay: replyRate >= MANY ? Math.floor(byAge * 1.5) : byAge, why: "age", days, replyRate };
}

/** How campaigns pause between two messages of one connection, in seconds; see spec 3 §3. */
export interface Pauses {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
}

/** What comes after a message: how long (ms) nothing leaves, and how many have left since the longer pause. */
export function pauseAfter(
  { messageInterval, longerIntervalAfter, greaterInterval }: Pauses,
  inRow: number,
  random: () => number,
): { pause: number; inRow: number } {
  const nth = inRow + 1;
  if (longerIntervalAfter > 0 && nth >= longerIntervalAfter) return { pause: greaterInterval * 1000, inRow: 0 };
  return { pause: Math.round(random() * messageInterval * 1000), inRow: nth };
}

/** The pause that one message has on average, in ms. */
export function averagePause({ messageInterval, longerIntervalAfter, greaterInterval }: Pauses): number {
  const short = (messageInterval * 1000) / 2;
  if (longerIntervalAfter === 0) return short;
  return (short * (longerIntervalAfter - 1) + greaterInterval * 1000) / longerIntervalAfter;
}

/** No pause is longer, in ms. */
export function longestPause({ messageInterval, longerIntervalAfter, greaterInterval }: Pauses): number {
  return Math.max(messageInterval, longerIntervalAfter === 0 ? 0 : greaterInterval) * 1000;
}
