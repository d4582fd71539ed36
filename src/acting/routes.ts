import type { Context } from "hono";
import { handOver } from "../access/hand_over.ts";
import { checkOpen } from "../access/login.ts";
import { actorOf, endSessions, openSession, type Whereabouts } from "../access/sessions.ts";
import { acting } from "../contract/acting.ts";
import { refuse } from "../contract/errors.ts";
import { routes, type Vars } from "../platform/routes.ts";
import { beginActing } from "./acting.ts";

export const actingRoutes = routes((on) => {
  on(acting.begin, async ({ tenants, company, person, params, http }) => {
    const now = new Date(), by = { companyId: company.id, userId: person.id, name: person.name };
    return await handOver(tenants, beginActing(tenants, params.id, by, whereFrom(http), now), http, now);
  });

  on(acting.end, async ({ tenants, company, session, http }) => {
    const now = new Date(), who = actorOf(tenants, session.id) ?? refuse("ERR_NO_LOGIN_SESSION_FOUND");
    endSessions(tenants, company.id, [session.id]);
    checkOpen(tenants, who, now);
    const own = openSession(tenants, who, { where: whereFrom(http), maySeveral: true }, now).session;
    return await handOver(tenants, own, http, now);
  });
});

function whereFrom(http: Context<Vars>): Whereabouts {
  return { address: http.var.caller.address, userAgent: http.req.header("user-agent") ?? "" };
}
