import { PUSH_HOSTS } from "../contract/push.ts";
import type { Read } from "../platform/company.ts";
import { providerSetting } from "../provider_settings/provider_settings.ts";
import { hostsIn } from "../shared/host_list.ts";

/** Whether the provider lets people be told while the product is closed. `db` is provider.db, here and below. */
export function isPushOn(db: Read): boolean {
  return providerSetting(db, "push") === "enabled";
}

/** All services that may be called: those of the browsers, and what the provider has added. */
export function pushHosts(db: Read): string[] {
  return [...PUSH_HOSTS, ...ownHosts(db)];
}

function ownHosts(db: Read): string[] {
  return hostsIn(providerSetting(db, "pushHosts").toLowerCase());
}

/**
 * Whether an address is one of a push service. A browser says which it is, so whoever has a login could name any: others
 * are never called, and without encryption those alone that the provider has named.
 */
export function isPushAddress(db: Read, endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (ownHosts(db).includes(hostname)) return true;
  const isKnown = PUSH_HOSTS.some((host) => host.startsWith(".") ? hostname.endsWith(host) : hostname === host);
  return isKnown && protocol === "https:" && port === "";
}

/** Apple withdraws a subscription to which something is sent that is not shown. */
export function mayBeSilent(host: string): boolean {
  return !host.endsWith(".push.apple.com");
}
