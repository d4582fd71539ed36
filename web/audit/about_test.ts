// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { afterEach, describe, expect, test } from "vitest";
import { audit } from "../../src/contract/audit.ts";
import { PROVIDER_SETTINGS, providerRuleOf, type ProviderSettingKey } from "../../src/contract/provider_settings.ts";
import { SETTINGS } from "../../src/contract/settings.ts";
import { messages as spanish } from "../i18n/pages/es.po";
import { messages } from "../i18n/pages/pt.po";
import { aboutText } from "./about.ts";
import { queryOf } from "./audit.ts";

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

describe("a search says along", () => {
  const asked = (text: string) => queryOf({ text, kind: "", from: "", to: "" });
  afterEach(() => i18n.loadAndActivate({ locale: "pt", messages }));

  test("which settings and deeds the screen calls so, however it is typed", () => {
    expect(asked(" AVALIACOES")).toEqual({ searchParam: "avaliacoes", settings: ["userRating"] });
    expect(asked("excluiu uma fila")).toEqual({ searchParam: "excluiu uma fila", calls: ["queues.remove"] });
    expect(asked("fuso horário")).toMatchObject({ calls: ["companies.timeZone"] });
  });

  test("what the person's own language calls so", () => {
    i18n.loadAndActivate({ locale: "es", messages: spanish });
    expect(asked("evaluaciones")).toMatchObject({ settings: ["userRating"] });
    expect(asked("avaliações")).toEqual({ searchParam: "avaliações" });
  });

  test("nothing where the screen says nothing so, nothing of one letter, and never more than the server reads", () => {
    expect(asked("Joana")).toEqual({ searchParam: "joana" });
    expect(asked("a")).toEqual({ searchParam: "a" });
    expect(asked("")).toEqual({ searchParam: "" });
    for (const text of ["ou", "um", "al", "de", "co"]) {
      const { calls = [], settings = [] } = asked(text);
      expect(audit.list.query.safeParse({ calls: JSON.stringify(calls), settings: JSON.stringify(settings) }).success)
        .toBe(true);
      expect(encodeURIComponent(JSON.stringify([calls, settings])).length).toBeLessThan(6000);
    }
  });
});
