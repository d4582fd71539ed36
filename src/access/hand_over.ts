import type { Context } from "hono";
import type { Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { keepRefreshCookie } from "./cookies.ts";
import { meOf } from "./login.ts";
import { actedByOf, type OpenedSession } from "./sessions.ts";
import { accessToken } from "./tokens.ts";

/** What a browser gets with a session: its refresh token in a cookie, an access token, and who is in. */
export async function handOver(
  tenants: Tenants,
  session: OpenedSession,
  http: Context<Vars>,
  now: Date,
) {
  const { id: sid, companyId: cid, userId: uid, refreshToken } = session;
  keepRefreshCookie(http, refreshToken);
  const actedBy = actedByOf(tenants, sid);
  return { token: await accessToken(tenants.keys, { sid, uid, cid }, now), user: meOf(tenants, cid, uid, actedBy) };
}
