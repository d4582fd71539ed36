import { i18n } from "@lingui/core";
import { messages as portuguese } from "./pt.po";

export type Language = "pt" | "en" | "es";

/** Each in its own words, as people look for it. */
export const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: "pt", label: "Português" },
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
];

const CATALOGS = {
  pt: async () => ({ messages: portuguese }),
  en: () => import("./en.po"),
  es: () => import("./es.po"),
};
const HTML_LANGUAGE = { pt: "pt-BR", en: "en", es: "es" };

/** The language chosen on this device; Portuguese until one is (spec 1 §9). */
export function storedLanguage(): Language {
  const stored = localStorage.getItem("language")?.slice(0, 2);
  return LANGUAGES.find(({ value }) => value === stored)?.value ?? "pt";
}

/** Shows everything in a language. */
export async function speak(language: Language): Promise<void> {
  const { messages } = await CATALOGS[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = HTML_LANGUAGE[language];
}

/** Speaks a language from now on, also at the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  localStorage.setItem("language", language);
}
