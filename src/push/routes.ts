import { refuse } from "../contract/errors.ts";
import { push } from "../contract/push.ts";
import { routes } from "../platform/routes.ts";
import type { Session } from "../platform/session.ts";
import { composeTest } from "./compose.ts";
import { changeDevice, deviceFor, forgetGone, listDevices, removeDevice, saveDevice } from "./devices.ts";
import { isPushOn, pushHosts } from "./hosts.ts";
import { pushKeys } from "./keys.ts";
import { tellDevice } from "./runner.ts";
import { meaningOf } from "./settle.ts";

/** How long (ms) a test is kept for a device that is off. */
const TEST_KEPT = 60_000;

export const pushRoutes = routes((on) => {
  on(push.get, ({ tenants, session }) => ({
    isOn: isPushOn(tenants.provider.read),
    key: pushKeys(tenants).publicKey,
    hosts: pushHosts(tenants.provider.read),
    devices: listDevices(tenants, session),
  }));
  on(push.save, ({ tenants, session, body }) => {
    checkIsThemselves(session);
    return saveDevice(tenants, session, body, Date.now());
  });
  on(push.change, ({ tenants, session, params, body }) => changeDevice(tenants, session, params.key, body.choices));
  on(push.remove, ({ tenants, session, company, params }) => {
    removeDevice(tenants, company, deviceFor(tenants, session, params.key).id);
    return {};
  });
  on(push.test, async ({ tenants, session, company, person, params }) => {
    const device = deviceFor(tenants, session, params.key), now = Date.now();
    if (!isPushOn(tenants.provider.read)) refuse("ERR_PUSH_DISABLED");
    const sent = await tellDevice(tenants, device, composeTest(company.read, person.id, now), TEST_KEPT);
    const meaning = meaningOf(sent);
    if (meaning === "gone") forgetGone(tenants, company, device.id);
    return { result: meaning === "good" ? "sent" as const : meaning === "gone" ? "gone" as const : "failed" as const };
  });
});

/** Who acts as somebody else is not told what that person is to be told. */
function checkIsThemselves({ actedBy, token }: Session): void {
  if (actedBy !== undefined || token) refuse("ERR_NO_PERMISSION");
}
