import { getUnixTime } from "date-fns/getUnixTime";
import { minutesToSeconds } from "date-fns/minutesToSeconds";
import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import type { Keys } from "../platform/keys.ts";

/** Seconds that a signed address is good for: long enough to play a long recording to its end. */
const LIFE = minutesToSeconds(15);

/** One file, and whose right it is that opens it. */
export interface MediaRight {
  companyId: number;
  messageId: number;
  userId: number;
  sessionId: string;
}

/** An address that a media element can fetch by itself, for one file and a short while; it dies with its asker's right. */
export async function mediaAddress(keys: Keys, right: MediaRight, now: Date): Promise<string> {
  const { messageId: media, companyId: company, userId: user, sessionId: session } = right;
  const exp = getUnixTime(now) + LIFE;
  return `/api/media/signed/${await sign({ media, company, user, session, exp }, keys.signing, "HS256")}`;
}

const Claims = z.object({ media: z.number(), company: z.number(), user: z.number(), session: z.string() });

export async function readMediaAddress(keys: Keys, token: string): Promise<MediaRight> {
  // False, or run out, or an access token.
  const claims = Claims.safeParse(await verify(token, keys.signing, "HS256").catch(() => undefined));
  if (!claims.success) refuse("ERR_SESSION_EXPIRED");
  const { media, company, user, session } = claims.data;
  return { messageId: media, companyId: company, userId: user, sessionId: session };
}
