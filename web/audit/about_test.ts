import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { PROVIDER_SETTINGS, providerRuleOf, type ProviderSettingKey } from "../../src/contract/provider_settings.ts";
import { SETTINGS } from "../../src/contract/settings.ts";
import { messages } from "../i18n/pages/pt.po";
import { aboutText } from "./about.ts";

i18n.loadAndActivate({ locale: "pt", messages });

const ofSetting = (key: string) => aboutText({ what: "settings.change", name: key, target: key });
const ofProviders = (key: string) => aboutText({ what: "providerSettings.change", name: key, target: key });

test("a setting that was changed is called as on its screen", () => {
  expect(ofSetting("scheduleType")).toBe("Gerenciamento de expediente");
  expect(ofProviders("innerHosts")).toBe("Rede interna");
  expect(Object.keys(SETTINGS).filter((key) => ofSetting(key) === key)).toEqual([]);
  const alone = (Object.keys(PROVIDER_SETTINGS) as ProviderSettingKey[]).filter((key) =>
    !providerRuleOf(key).isOfSet && !providerRuleOf(key).isGenerated
  );
  expect(alone.filter((key) => ofProviders(key) === key)).toEqual([]);
});

test("a setting that is not known, and whatever else has such a name, stays as it is", () => {
  expect([ofSetting("fuel"), ofSetting("toString")]).toEqual(["fuel", "toString"]);
  expect(aboutText({ what: "tags.add", name: "call", target: "3" })).toBe("call");
  expect(aboutText({ what: "tickets.remove", name: "", target: "12" })).toBe("12");
});
