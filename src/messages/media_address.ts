import { sign, verify } from "hono/jwt";
import { refuse } from "../contract/errors.ts";
import type { Keys } from "../platform/keys.ts";

/** Seconds that a signed address is good for: long enough to play a long recording to its end. */
const LIFE = 15 * 60;

/** An address that a media element can fetch by itself, for one file and a short while. */
export async function mediaAddress(keys: Keys, companyId: number, messageId: number, now: Date): Promise<string> {
  const exp = Math.floor(now.getTime() / 1000) + LIFE;
  return `/api/media/signed/${await sign({ media: messageId, company: companyId, exp }, keys.signing, "HS256")}`;
}

export async function readMediaAddress(keys: Keys, token: string): Promise<{ companyId: number; messageId: number }> {
  try {
    const { media, company } = await verify(token, keys.signing, "HS256");
    if (typeof media === "number" && typeof company === "number") return { companyId: company, messageId: media };
  } catch { /* false, or run out */ }
  refuse("ERR_SESSION_EXPIRED");
}
