import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { companyRow, isOverdue } from "../companies/companies.ts";
import { access } from "../contract/access.ts";
import { refuse } from "../contract/errors.ts";
import { routes, type Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { logIn, meOf } from "./login.ts";
import { endSession, type OpenedSession, rotateSession } from "./sessions.ts";
import { accessToken } from "./tokens.ts";

const COOKIE = "balcao_refresh";
const COOKIE_PATH = "/api/auth";

export const accessRoutes = routes((on) => {
  on(access.login, async ({ body, tenants, http }) => {
    const now = new Date();
    const session = await logIn(tenants, { ...body, address: addressOf(http) }, now);
    return await handOver(tenants, session, http, now);
  });

  on(access.refresh, async ({ tenants, http }) => {
    const now = new Date();
    const session = rotateSession(tenants, getCookie(http, COOKIE) ?? "", now) ?? refuse("ERR_SESSION_EXPIRED");
    const row = companyRow(tenants, session.companyId);
    if (!row?.isActive) refuse("ERR_SESSION_EXPIRED");
    if (isOverdue(row, now)) refuse("ERR_SUBSCRIPTION_EXPIRED", { detail: { dueDate: row.dueDate } });
    return await handOver(tenants, session, http, now);
  });

  on(access.logout, ({ tenants, session, company, http }) => {
    endSession(tenants, { id: session.id, companyId: company.id });
    deleteCookie(http, COOKIE, { path: COOKIE_PATH });
    return {};
  });

  on(access.me, ({ tenants, company, person }) => meOf(tenants, company.id, person.id));
});

async function handOver(tenants: Tenants, session: OpenedSession, http: Context<Vars>, now: Date) {
  const { id: sid, companyId: cid, userId: uid, refreshToken } = session;
  setCookie(http, COOKIE, refreshToken, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: http.var.isSecure,
    maxAge: 7 * 24 * 3600,
  });
  return { token: await accessToken(tenants.keys, { sid, uid, cid }, now), user: meOf(tenants, cid, uid) };
}

/** The caller's address. A proxy's word counts only when the proxy is on this machine. */
function addressOf(http: Context<Vars>): string {
  const peer = (http.env as { remoteAddr?: { hostname?: string } } | undefined)?.remoteAddr?.hostname ?? "";
  const isLocal = peer === "127.0.0.1" || peer === "::1";
  return (isLocal ? http.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined) || peer;
}
