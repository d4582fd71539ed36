import { setCampaignsEnabled } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import { isSettingKey, ruleOf, settings } from "../contract/settings.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import { changeProviderSetting, providerSettingShown } from "../provider_settings/provider_settings.ts";
import { changeSetting, listSettings } from "./settings.ts";

export const settingRoutes = routes((on) => {
  on(settings.list, ({ tenants, company, person }) => {
    const all = listSettings(company.read).map((one) =>
      one.key === "userCreation" ? providerSettingShown(tenants.provider.read, "userCreation") : one
    );
    return may(person, "settings-page:edit") ? all : all.filter(({ key }) => isSettingKey(key) && ruleOf(key).isOpen);
  });

  on(settings.change, ({ company, tenants, params, body, person }) => {
    if (params.key === "userCreation") {
      if (!person.super) refuse("ERR_NO_PERMISSION");
      const change = { key: params.key, value: body.value, was: body.was }, by = { by: person, now: Date.now() };
      const record = tenants.provider.write((db) => changeProviderSetting(db, change, tenants.keys, by));
      publishToSupers(tenants, "settings", { action: "update", record });
      return record;
    }
    return company.write((db, emit) => {
      const record = changeSetting(db, { key: params.key, value: body.value, was: body.was }, person, tenants.keys);
      if (record.key === "campaignsEnabled") {
        tenants.provider.write((provider) => setCampaignsEnabled(provider, company.id, record.value !== "false"));
      }
      const isOpen = isSettingKey(record.key) && ruleOf(record.key).isOpen;
      emit("settings", { action: "update", record }, (each) => isOpen || may(each, "settings-page:edit"));
      return record;
    });
  });
});
