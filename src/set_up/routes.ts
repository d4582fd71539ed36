import { handOver } from "../access/hand_over.ts";
import { beginSession } from "../access/login.ts";
import { setUp } from "../contract/set_up.ts";
import { networkOf } from "../platform/caller.ts";
import { routes } from "../platform/routes.ts";
import { checkSecret } from "./secret.ts";
import { setUpServer } from "./set_up.ts";

export const setUpRoutes = routes((on) => {
  on(setUp.show, ({ tenants, body: { secret }, http }) => {
    const network = networkOf(http.var.caller.address);
    return { expiresAt: checkSecret(tenants, secret, { network, now: new Date() }) };
  });

  on(setUp.begin, async ({ tenants, body: { secret, ...form }, http }) => {
    const now = new Date(), { address } = http.var.caller;
    checkSecret(tenants, secret, { network: networkOf(address), now });
    const { company, ...who } = await setUpServer(tenants, form, now);
    const session = beginSession(tenants, who, { address, userAgent: http.req.header("user-agent") }, now);
    return { ...await handOver(tenants, session, http, now), company };
  });
});
