import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AuditEntry } from "../../src/contract/audit.ts";
import { GROUPS, PROVIDERS } from "../settings/options.ts";
import { isSaid } from "./words.ts";

/** The company's settings, as their screen calls them. */
const SETTING_WORDS: Record<string, MessageDescriptor> = {
  ...Object.fromEntries(GROUPS.flatMap(({ options }) => options).map(({ key, label }) => [key, label])),
  campaignsEnabled: PROVIDERS.campaignsEnabled.label,
  userCreation: PROVIDERS.userCreation.label,
  firstSteps: msg`Primeiros passos`,
};

const PROVIDER_SETTING_WORDS: Record<string, MessageDescriptor> = {
  userCreation: PROVIDERS.userCreation.label,
  firstPage: msg`Painel do provedor ao entrar`,
  auditMonths: msg`Guardar os registros por`,
  innerHosts: msg`Rede interna`,
  push: msg`Permitir avisos com o sistema fechado`,
  pushHosts: msg`Outros serviços de avisos permitidos`,
};

/** By the calls whose entries are about a setting. */
const WORDS: Record<string, Record<string, MessageDescriptor>> = {
  "settings.change": SETTING_WORDS,
  "providerSettings.change": PROVIDER_SETTING_WORDS,
};

/** The settings whose names on the screen have these letters, however they are typed. */
export function settingsCalled(letters: string): string[] {
  const all = Object.values(WORDS).flatMap((words) => Object.entries(words));
  return [...new Set(all.filter(([, words]) => isSaid(words, letters)).map(([key]) => key))];
}

/** What an entry is about: a setting as its screen calls it, anything else by its name or its number. */
export function aboutText({ what, name, target }: Pick<AuditEntry, "what" | "name" | "target">): string {
  const about = name || target, words = Object.hasOwn(WORDS, what) ? WORDS[what]! : {};
  return Object.hasOwn(words, about) ? i18n._(words[about]!) : about;
}
