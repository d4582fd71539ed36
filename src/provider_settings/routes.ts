import { providerSettings } from "../contract/provider_settings.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import { heedInnerHosts } from "./inner_hosts.ts";
import { changeProviderSetting, listProviderSettings } from "./provider_settings.ts";

export const providerSettingRoutes = routes((on) => {
  on(providerSettings.list, ({ tenants }) => listProviderSettings(tenants.provider.read));

  on(providerSettings.change, ({ tenants, person, params: { key }, body }) => {
    const change = { key, ...body }, by = { by: person, now: Date.now() };
    const record = tenants.provider.write((db) => changeProviderSetting(db, change, tenants.keys, by));
    heedInnerHosts(tenants.provider.read);
    publishToSupers(tenants, "providerSetting", { action: "update", record });
    return record;
  });
});
