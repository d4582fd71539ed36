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

/** Whose files: those of tickets' messages, or of another kind, which is the beginning of their address and has numbers of its own. */
type Where = string;
const TICKETS = "media";

/** An address that a media element can fetch by itself, for one file and a short while; it dies with its asker's right. */
export async function mediaAddress(keys: Keys, right: MediaRight, now: Date, where: Where = TICKETS): Promise<string> {
  const { messageId: media, companyId: company, userId: user, sessionId: session } = right;
  const exp = getUnixTime(now) + LIFE;
  return `/api/${where}/signed/${await sign({ where, media, company, user, session, exp }, keys.signing, "HS256")}`;
}

const Claims = z.object({
  where: z._default(z.optional(z.string()), TICKETS),
  media: z.number(),
  company: z.number(),
  user: z.number(),
  session: z.string(),
});

export async function readMediaAddress(keys: Keys, token: string, where: Where = TICKETS): Promise<MediaRight> {
  // False, or run out, or an access token.
  const claims = Claims.safeParse(await verify(token, keys.signing, "HS256").catch(() => undefined));
  if (!claims.success || claims.data.where !== where) refuse("ERR_SESSION_EXPIRED");
  const { media, company, user, session } = claims.data;
  return { messageId: media, companyId: company, userId: user, sessionId: session };
}
