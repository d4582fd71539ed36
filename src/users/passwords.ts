import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { refuse } from "../contract/errors.ts";
import { Turns, type Waiting } from "./turns.ts";

/** The power of two that is scrypt's N: with r = 8, 15 takes 32 MiB and a tenth of a second or so (OWASP Password Storage). */
const TODAYS_COST = 15;
/** A hash that says it needs more than this was not made by us. */
const MOST_COST = 20;
let cost = TODAYS_COST;

/** What new hashes cost from now on. For tests alone, which make many; production has no way to say so. */
export function setHashCost(power = TODAYS_COST): void {
  cost = power;
}

/** scrypt, off the event loop: `scrypt$15$salt$key`, where 15 is its cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16), key = await derive(password, { salt, cost });
  return `scrypt$${cost}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** What stands in the place of a hash until somebody has chosen a password by a link: no password fits it. */
export const NO_PASSWORD = "none";

/** Who shows a password. */
interface Shown extends Waiting {
  /** They go first, and find a place when strangers have taken all others. */
  isKnown?: boolean;
  /** Called when it is about to be looked at; what it throws is thrown. */
  onTurn?: () => void;
}

export async function isPassword(password: string, hash: string, shown: Shown = {}): Promise<boolean> {
  const { salt, key, cost } = partsOf(hash);
  if (!salt || !key || !(cost <= MOST_COST)) return false;
  const made = await derive(password, { salt: Buffer.from(salt, "base64url"), cost }, shown);
  const kept = Buffer.from(key, "base64url");
  return made.length === kept.length && timingSafeEqual(made, kept);
}

/** It was made when less was asked of a guesser's machine than today. */
export function isCheap(hash: string): boolean {
  return partsOf(hash).cost < cost;
}

/** Hashes of three parts are from before they said what they cost, which was 15. */
function partsOf(hash: string) {
  const parts = hash.split("$");
  const [, cost, salt, key] = parts.length === 3 ? [parts[0], "15", ...parts.slice(1)] : parts;
  return { cost: /^\d{1,2}$/.test(cost ?? "") ? Number(cost) : Infinity, salt, key };
}

/**
 * Two at a time (behaviour.md, Access), and nobody waits for more than some seconds: an office of sixty logs in at eight
 * o'clock, and who is elsewhere has every other turn meanwhile.
 */
const turns = new Turns({ atOnce: 2, mostWaiting: 64 });
/** Seconds after which somebody who found no place should try again. */
const TRY_AGAIN = 15;

interface Made {
  salt: Uint8Array;
  cost: number;
}

async function derive(
  password: string,
  made: Made,
  { isKnown = false, from, onTurn }: Shown = { isKnown: true },
): Promise<Buffer> {
  const work = () => {
    onTurn?.();
    return hashed(password, made);
  };
  return await turns.take(work, { goesFirst: isKnown, from }) ??
    refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: TRY_AGAIN } });
}

function hashed(password: string, { salt, cost }: Made): Promise<Buffer> {
  const N = 2 ** cost, r = 8, options = { N, r, p: 1, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, 32, options, (error, key) => error ? reject(error) : resolve(key))
  );
}
