import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { refuse } from "../contract/errors.ts";
import { Turns } from "./turns.ts";

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** scrypt with 32 MiB of memory, off the event loop (OWASP Password Storage). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString("base64url")}$${(await derive(password, salt)).toString("base64url")}`;
}

/** `isKnown` go first, and find a place when strangers have taken all others. */
export async function isPassword(password: string, hash: string, isKnown = false): Promise<boolean> {
  const [, salt, key] = hash.split("$");
  if (!salt || !key) return false;
  const shown = await derive(password, Buffer.from(salt, "base64url"), isKnown);
  return timingSafeEqual(shown, Buffer.from(key, "base64url"));
}

/** Each takes 32 MiB and a tenth of a second or so: two at a time (behaviour.md, Access), and nobody waits for more than some seconds. */
const turns = new Turns({ atOnce: 2, mostWaiting: 32 });
/** Seconds after which somebody who found no place should try again. */
const TRY_AGAIN = 15;

async function derive(password: string, salt: Uint8Array, isKnown = true): Promise<Buffer> {
  return await turns.take(() => hashed(password, salt), isKnown) ??
    refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: TRY_AGAIN } });
}

function hashed(password: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, 32, COST, (error, key) => error ? reject(error) : resolve(key))
  );
}
