import { milliseconds } from "date-fns/milliseconds";
import { refuse } from "../contract/errors.ts";
import { RateLimit } from "../platform/rate_limit.ts";

const QUARTER = milliseconds({ minutes: 15 }), HOUR = milliseconds({ hours: 1 });

/** The failures that are forgiven (behaviour.md, Access). */
const LIMITS = {
  /** Of one account from one address, or from one device that the account knows. */
  here: new RateLimit(10, QUARTER),
  /** Of one address, whatever the account; what is still looked at is none yet. */
  address: new RateLimit(30, QUARTER),
  /** Of one account, from all the devices together that it does not know. */
  strangers: new RateLimit(100, HOUR),
  /** The same of codes: one in a million is guessed, and three count at a time (RFC 4226 §7.3). */
  codes: new RateLimit(20, HOUR),
};

export interface Try {
  email: string;
  /** An IPv4 address or a /64. */
  network: string;
  /** The device, when the account knows it: what strangers do then does not count against it. */
  device?: string;
  /** Of a code after a good password, or of a password of one's own that is asked for once more. */
  isCode?: boolean;
}

/** Refuses a try too many, and says how long (s) to wait. Counts this one against its account until it turns out to be good. */
export function countTry(one: Try, now: number): void {
  const counted = countersOf(one),
    wait = Math.max(waitHere(one, now), ...counted.map(({ limit, key }) => limit.wait(key, now)));
  if (wait > 0) refuseFor(wait);
  // Before the password is looked at, which takes its time: many tries at once are many tries.
  for (const { limit, key } of counted) limit.count(key, now);
}

/**
 * Refuses a try whose turn has come, when others of its address have failed too often meanwhile. Of an address only what
 * has failed is counted: at eight o'clock a whole office logs in at once.
 */
export function checkAddress(one: Try, now: number): void {
  const wait = waitHere(one, now);
  if (wait > 0) refuseFor(wait);
}

/** It was at fault. */
export function countFailure({ device, network }: Try, now: number): void {
  if (!device) LIMITS.address.count(network, now);
}

function waitHere({ device, network }: Try, now: number): number {
  return device ? 0 : LIMITS.address.wait(network, now);
}

function refuseFor(wait: number): never {
  refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000) } });
}

/** It was not looked at, or not at fault. */
export function takeBackTry(one: Try): void {
  for (const { limit, key } of countersOf(one)) limit.takeBack(key);
}

/** The password was good. What others tried elsewhere stays counted. */
export function forgiveTries(one: Try): void {
  takeBackTry(one);
  const [here] = countersOf(one);
  here!.limit.clear(here!.key);
}

/** A restart would, too. For tests. */
export function forgiveAll(): void {
  for (const limit of Object.values(LIMITS)) limit.forgetAll();
}

function countersOf({ email, network, device, isCode }: Try) {
  if (device) return [{ limit: LIMITS.here, key: `${email} on ${device}` }];
  return [
    { limit: LIMITS.here, key: `${email} at ${network}` },
    { limit: isCode ? LIMITS.codes : LIMITS.strangers, key: email },
  ];
}
