import { may } from "../contract/permissions.ts";
import { isSettingKey, ruleOf, settings } from "../contract/settings.ts";
import { routes } from "../platform/routes.ts";
import { changeSetting, listSettings } from "./settings.ts";

export const settingRoutes = routes((on) => {
  on(settings.list, ({ company, person }) => {
    const all = listSettings(company.read);
    return may(person, "settings-page:edit") ? all : all.filter(({ key }) => isSettingKey(key) && ruleOf(key).isOpen);
  });

  on(settings.change, ({ company, tenants, params, body, person }) =>
    company.write((db, emit) => {
      const record = changeSetting(db, { key: params.key, value: body.value, was: body.was }, person, tenants.keys);
      const isOpen = isSettingKey(record.key) && ruleOf(record.key).isOpen;
      emit("settings", { action: "update", record }, (each) => isOpen || may(each, "settings-page:edit"));
      return record;
    }));
});
