import { getUnixTime } from "date-fns/getUnixTime";
import { minutesToSeconds } from "date-fns/minutesToSeconds";
import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import type { Keys } from "../platform/keys.ts";

/** Seconds between the password and the code (behaviour.md, Access). */
const CHALLENGE_LIFE = minutesToSeconds(5);

const Claims = z.object({ use: z.literal("second-factor"), cid: z.int(), uid: z.int(), password: z.string() });

interface Login {
  companyId: number;
  userId: number;
  passwordHash: string;
}

/** What says that the password was good and the code is still to come. Another password makes it worthless. */
export async function challengeFor(keys: Keys, login: Login, now: Date): Promise<string> {
  const { companyId: cid, userId: uid } = login;
  const exp = getUnixTime(now) + CHALLENGE_LIFE;
  return await sign({ use: "second-factor", cid, uid, password: markOf(keys, login), exp }, keys.signing, "HS256");
}

/** Whose challenge it is; nothing when it has run out, or is none. */
export async function readChallenge(keys: Keys, challenge: string) {
  const claims = Claims.safeParse(await verify(challenge, keys.signing, "HS256").catch(() => undefined));
  if (!claims.success) return undefined;
  const { cid, uid, password } = claims.data;
  return { companyId: cid, userId: uid, isOf: (login: Login) => markOf(keys, login) === password };
}

function markOf(keys: Keys, { passwordHash }: Login): string {
  return keys.digest(`challenge ${passwordHash}`).slice(0, 16);
}
