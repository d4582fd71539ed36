// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from "vitest";
import { type Language, speak, withPageTexts } from "../i18n/i18n.ts";
import { agoText } from "./ago.ts";

const NOW = "2026-11-22T12:00:00Z";

describe.each<[Language, string[]]>([
  ["pt", ["agora", "agora", "há 1 minuto", "há 59 minutos", "há 23 horas", "há 1 dia", "há 3 meses"]],
  ["en", ["now", "now", "1 minute ago", "59 minutes ago", "23 hours ago", "1 day ago", "3 months ago"]],
  ["es", ["ahora", "ahora", "hace 1 minuto", "hace 59 minutos", "hace 23 horas", "hace 1 día", "hace 3 meses"]],
])("in %s", (language, texts) => {
  beforeAll(async () => {
    await speak(language);
    await withPageTexts(Promise.resolve());
  });

  test.each([
    "2026-11-22T12:00:30Z",
    "2026-11-22T11:59:01Z",
    "2026-11-22T11:58:01Z",
    "2026-11-22T11:00:01Z",
    "2026-11-21T12:00:01Z",
    "2026-11-20T12:00:01Z",
    "2026-08-20T12:00:00Z",
  ].map((moment, nth) => [moment, texts[nth]!]))("%s was %s", (moment, text) => {
    expect(agoText(moment, NOW)).toBe(text);
  });
});
