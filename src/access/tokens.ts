import { getUnixTime } from "date-fns/getUnixTime";
import { minutesToSeconds } from "date-fns/minutesToSeconds";
import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { sign, verify } from "hono/jwt";
import { Refusal, refuse } from "../contract/errors.ts";
import type { Keys } from "../platform/keys.ts";

/** Seconds that an access token lives (behaviour.md, Access). */
export const ACCESS_LIFE = minutesToSeconds(15);

export interface Claims {
  /** Session, user and company. */
  sid: string;
  uid: number;
  cid: number;
}

export function accessToken(keys: Keys, claims: Claims, now: Date): Promise<string> {
  return sign({ ...claims, exp: getUnixTime(now) + ACCESS_LIFE }, keys.signing, "HS256");
}

/** Tokens that were verified, with their end (s since 1970): each is shown many times, and checking one costs. */
const verified = new Map<string, Claims & { exp: number }>();
const MOST_VERIFIED = 5000;

/** The claims of a token; ERR_TOKEN_EXPIRED when it has merely run out, ERR_SESSION_EXPIRED when it is false. */
export async function readAccessToken(keys: Keys, token: string): Promise<Claims> {
  const known = verified.get(keys.signing + token);
  if (known && secondsToMilliseconds(known.exp) > Date.now()) return known;
  try {
    const { sid, uid, cid, exp } = await verify(token, keys.signing, "HS256");
    if (typeof sid !== "string" || typeof uid !== "number" || typeof cid !== "number") refuse("ERR_SESSION_EXPIRED");
    if (verified.size >= MOST_VERIFIED) verified.clear();
    verified.set(keys.signing + token, { sid, uid, cid, exp: exp! });
    return { sid, uid, cid };
  } catch (error) {
    throw new Refusal((error as Error).name === "JwtTokenExpired" ? "ERR_TOKEN_EXPIRED" : "ERR_SESSION_EXPIRED");
  }
}
