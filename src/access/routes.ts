import type { Context } from "hono";
import { companyRow } from "../companies/companies.ts";
import { access } from "../contract/access.ts";
import { refuse } from "../contract/errors.ts";
import { security } from "../contract/security.ts";
import { RefusedAfter, routes, type Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setLanguage } from "../users/users.ts";
import { deviceCookie, forgetRefreshCookie, keepDeviceCookie, refreshCookie } from "./cookies.ts";
import { deviceToken, readDevice } from "./devices.ts";
import { handOver } from "./hand_over.ts";
import { beginSession, checkOpen, type From, logIn, meOf, passSecondFactor } from "./login.ts";
import { askPasskey, checkPasskey } from "./passkeys.ts";
import { endSessions, type OpenedSession, rotateSession } from "./sessions.ts";

export const accessRoutes = routes((on) => {
  on(access.login, async ({ body, tenants, http }) => {
    const now = new Date(), from = await whereFrom(tenants, http);
    return await letIn(await logIn(tenants, body, from, now), { tenants, from, http, now });
  });

  on(security.login, async ({ body, tenants, http }) => {
    const now = new Date(), from = await whereFrom(tenants, http);
    return await letIn(await passSecondFactor(tenants, body, from, now), { tenants, from, http, now });
  });

  on(security.askPasskey, ({ tenants, http }) => askPasskey(tenants.keys, http.var.caller, new Date()));

  on(security.passkeyLogin, async ({ body, tenants, http }) => {
    const now = new Date(), from = await whereFrom(tenants, http);
    const who = await checkPasskey(tenants, body, { caller: http.var.caller, now });
    checkOpen(tenants, who, now);
    return await letIn(beginSession(tenants, who, from, now), { tenants, from, http, now });
  });

  on(access.refresh, async ({ tenants, http }) => {
    const now = new Date();
    const session = rotateSession(tenants, refreshCookie(http), now) ?? refuse("ERR_SESSION_EXPIRED");
    if (!companyRow(tenants, session.companyId)?.isActive) refuse("ERR_SESSION_EXPIRED");
    checkOpen(tenants, session, now);
    const { at } = tenants.company(session.companyId).hub;
    return { ...await handOver(tenants, session, http, now), at };
  });

  on(access.logout, ({ tenants, session, company, http }) => {
    endSessions(tenants, company.id, [session.id]);
    forgetRefreshCookie(http);
    // Pictures and films that this person saw may lie in the browser's cache (Clear Site Data §3.1; https only).
    if (http.var.caller.isSecure) http.header("clear-site-data", '"cache"');
    return {};
  });

  on(access.me, ({ tenants, company, person, session }) => meOf(tenants, company.id, person.id, session.actedBy));

  on(access.language, ({ company, person, body: { language } }) => {
    company.write((db) => setLanguage(db, person.id, language));
    return {};
  });
});

async function whereFrom(tenants: Tenants, http: Context<Vars>): Promise<From> {
  const device = await readDevice(tenants.keys, deviceCookie(http));
  return { address: http.var.caller.address, device, userAgent: http.req.header("user-agent") };
}

interface Entry {
  tenants: Tenants;
  from: From;
  http: Context<Vars>;
  now: Date;
}

/**
 * The browser is one that the account knows from now on. Who has not paid is refused, and an administrator's refusal has the
 * token that opens bills and export (behaviour.md, Companies, plans, money).
 */
async function letIn(session: OpenedSession, { tenants, from, http, now }: Entry) {
  keepDeviceCookie(http, await deviceToken(tenants.keys, from.device, session));
  const { token, user } = await handOver(tenants, session, http, now);
  const { isOverdue, dueDate } = user.company;
  if (isOverdue) throw new RefusedAfter("ERR_SUBSCRIPTION_EXPIRED", { detail: { dueDate, token } }, { token, user });
  return { token, user };
}
