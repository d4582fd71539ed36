import * as z from "zod/mini";

const Claims = z.object({ sid: z.string(), uid: z.number(), cid: z.number(), exp: z.number() });

/** The access token, kept where every tab of this browser sees it (spec 1 §3). */
export function readToken(): string | null {
  return localStorage.getItem("token");
}

export function writeToken(token: string): void {
  localStorage.setItem("token", token);
}

/** The session this browser is in, so that it knows its own login from one made elsewhere. */
export function ownSessionId(token = readToken()): string | undefined {
  return token ? claimsOf(token)?.sid : undefined;
}

function claimsOf(token: string) {
  try {
    const middle = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return Claims.parse(JSON.parse(atob(middle)));
  } catch {
    return undefined;
  }
}
