import { createHmac, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";

/** Seconds that a code is shown (RFC 6238 §4.1). */
const STEP = 30;
const DIGITS = 6;
/** Bytes of a secret (RFC 4226 §4, R6). */
export const SECRET_SIZE = 20;

/** The time step that a moment (ms since 1970) lies in. */
export function stepOf(now: number): number {
  return Math.floor(now / 1000 / STEP);
}

/** The code of a time step (RFC 4226 §5.3 with the step as its counter). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The time step whose code this is; nothing when it is none. Clocks may differ by one step, and a code of the last step
 * used or an earlier one does not count again (RFC 6238 §5.2).
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const today = stepOf(now);
  return [today, today - 1, today + 1].find((step) => step > lastStep && isSame(codeAt(secret, step), code));
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base 32 without its padding (RFC 4648 §6), as authenticator apps want it. */
export function base32(bytes: Uint8Array): string {
  let text = "", held = 0, bits = 0;
  for (const byte of bytes) {
    held = (held << 8 | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[held >> (bits - 5) & 31];
  }
  return bits > 0 ? text + ALPHABET[held << (5 - bits) & 31] : text;
}
