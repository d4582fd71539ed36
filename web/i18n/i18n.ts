import { i18n, type Messages } from "@lingui/core";
import { setDefaultOptions } from "date-fns/setDefaultOptions";
import { learnErrors } from "../ui/errorTexts.ts";
import { messages as portuguese } from "./pt.po";

export type Language = "pt" | "en" | "es";

/** Each in its own words, as people look for it. */
export const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: "pt", label: "Português" },
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
];

type Catalogs = Record<Language, () => Promise<{ messages: Messages }>>;

const DESK: Catalogs = {
  pt: async () => ({ messages: portuguese }),
  en: () => import("./en.po"),
  es: () => import("./es.po"),
};
/** What the administrator's pages say (pages.ts). */
const PAGES: Catalogs = {
  pt: () => import("./pages/pt.po"),
  en: () => import("./pages/en.po"),
  es: () => import("./pages/es.po"),
};
/** How date-fns says how long ago something was (ui/ago.ts): the administrator's pages do. */
const DISTANCES = {
  pt: async () => (await import("date-fns/locale/pt-BR")).ptBR,
  en: async () => (await import("date-fns/locale/en-GB")).enGB,
  es: async () => (await import("date-fns/locale/es")).es,
};
/** The catalogs that have been needed so far: a change of language changes them all. */
const needed = new Set([DESK]);
/** Each as browsers name it. */
export const HTML_LANGUAGE = { pt: "pt-BR", en: "en", es: "es" };

/** The language chosen on this device; until one is, the first of the browser's that we speak, else Portuguese (spec 1 §9). */
export function storedLanguage(): Language {
  const wanted = [localStorage.getItem("language") ?? [], navigator.languages ?? []].flat();
  return wanted.map((name) => LANGUAGES.find(({ value }) => value === name.slice(0, 2).toLowerCase())?.value)
    .find((language) => language !== undefined) ?? "pt";
}

/** Shows everything in a language. */
export async function speak(language: Language): Promise<void> {
  const [locale, ...parts] = await Promise.all([
    needed.has(PAGES) ? DISTANCES[language]() : undefined,
    ...[...needed].map((catalogs) => catalogs[language]()),
  ]);
  setDefaultOptions({ locale });
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) });
  document.documentElement.lang = HTML_LANGUAGE[language];
}

/** A page of the administrator's, together with its texts. */
export async function withPageTexts<Page>(page: Promise<Page>): Promise<Page> {
  const [here] = await Promise.all([page, learnPageTexts()]);
  return here;
}

async function learnPageTexts(): Promise<void> {
  needed.add(PAGES);
  const spoken = speak(i18n.locale as Language).catch((error) => {
    // Without them a later change of language would not come either.
    needed.delete(PAGES);
    throw error;
  });
  const [{ PAGE_ERRORS }] = await Promise.all([import("../ui/page_errors/texts.ts"), spoken]);
  learnErrors(PAGE_ERRORS);
}

/** Speaks a language from now on, also at the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  localStorage.setItem("language", language);
}
