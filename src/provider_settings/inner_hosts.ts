import type { Read } from "../platform/company.ts";
import { allowInner } from "../platform/inner_network.ts";
import { hostsIn } from "../shared/host_list.ts";
import { providerSetting } from "./provider_settings.ts";

/** From now on companies may name the machines of the inner network that the provider has set. */
export function heedInnerHosts(db: Read): void {
  allowInner(hostsIn(providerSetting(db, "innerHosts")), "setting");
}
