import { milliseconds } from "date-fns/milliseconds";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { refuse } from "../contract/errors.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { loginTable } from "../users/table.ts";

/** So long (ms) the address is good. */
const LIFE = milliseconds({ days: 1 });
const QUARTER = milliseconds({ minutes: 15 });

/**
 * Wrong secrets from one address: nobody guesses 256 bits, and whoever tries is stopped. There is no limit for all
 * together, by which strangers could keep out who has the right one.
 */
const wrongOnes = new RateLimit(10, QUARTER);

interface Opened {
  /** SHA-256: the secret itself is known to whoever reads the program's output. */
  hash: Uint8Array;
  expiresAt: number;
}

/** In memory alone: each start prints an address of its own, and the one before is good no more. */
const opened = new WeakMap<Tenants, Opened>();

/** The secret of this start's address, 43 letters; nothing where somebody has begun already. */
export function openSetUp(tenants: Tenants, now: Date): string | undefined {
  if (!isUnset(tenants)) return undefined;
  const secret = randomBytes(32).toString("base64url");
  opened.set(tenants, { hash: hashOf(secret), expiresAt: now.getTime() + LIFE });
  return secret;
}

/** Those where somebody was seen once: every page that is asked for wants to know. */
const begun = new WeakSet<Tenants>();

/**
 * Nobody logs in. A company that a command has made by then is no hindrance: without the set-up, and without another command,
 * nobody would come in ever.
 */
export function isUnset(tenants: Tenants): boolean {
  if (begun.has(tenants)) return false;
  const [login] = tenants.provider.read.select({ email: loginTable.email }).from(loginTable).limit(1).all();
  if (!login) return true;
  begun.add(tenants);
  return false;
}

/**
 * Until when (ISO 8601) a secret is good. Refuses with ERR_SET_UP_DONE once somebody logs in, with ERR_NO_SET_UP_FOUND a
 * wrong secret and one that has run out, and with ERR_TOO_MANY_REQUESTS whoever tries too often. `network` is an IPv4 address
 * or a /64.
 */
export function checkSecret(
  tenants: Tenants,
  secret: string,
  { network, now }: { network: string; now: Date },
): string {
  if (!isUnset(tenants)) refuse("ERR_SET_UP_DONE");
  const at = now.getTime(), wait = wrongOnes.wait(network, at);
  if (wait > 0) refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000) } });
  const one = opened.get(tenants);
  if (one && timingSafeEqual(one.hash, hashOf(secret)) && at < one.expiresAt) {
    return new Date(one.expiresAt).toISOString();
  }
  wrongOnes.count(network, at);
  refuse("ERR_NO_SET_UP_FOUND");
}

/** The address is used up. */
export function closeSetUp(tenants: Tenants): void {
  opened.delete(tenants);
}

/** A restart would, too. For tests. */
export function forgetWrongSecrets(): void {
  wrongOnes.forgetAll();
}

function hashOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
