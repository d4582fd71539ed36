import { createHash, randomBytes, randomInt } from "node:crypto";

/** Digits only, as Meta numbers its objects: 15 to 17 of them, without a zero in front. */
export function newNumericId(digits = 16): string {
  return String(randomInt(1, 10)) + Array.from({ length: digits - 1 }, () => randomInt(0, 10)).join("");
}

export function newWamid(): string {
  return `wamid.${randomBytes(30).toString("base64")}`;
}

/** A message's id on Messenger (`m_…`) or on Instagram (`aWdf…`). */
export function newMid(channel: "messenger" | "instagram"): string {
  const random = randomBytes(48).toString("base64url");
  return channel === "messenger" ? `m_${random}` : `aWdf${random}`;
}

/** An access token, whose first letters differ by who made it, as Meta's do. */
export function newTokenValue(isInstagram: boolean): string {
  return (isInstagram ? "IGAA" : "EAA") + randomBytes(60).toString("hex");
}

/** Digits that are the same for the same words, so that a restarted simulator knows its people under their ids. */
export function numericIdOf(words: string, digits: number): string {
  const number = createHash("sha256").update(words).digest().readBigUInt64BE() % 9n * 10n ** 16n +
    createHash("sha512").update(words).digest().readBigUInt64BE() % 10n ** 16n + 10n ** 16n;
  return String(number).slice(0, digits);
}

export function newTrace(): string {
  return "A" + randomBytes(8).toString("base64url");
}

export function newSecret(): string {
  return randomBytes(16).toString("hex");
}
