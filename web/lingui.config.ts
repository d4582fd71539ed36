import { defineConfig } from "@lingui/conf";
import { PAGES } from "./i18n/pages.ts";

const SKIPPED = ["**/dist/**", "**/e2e/**", "**/*_test.*"];

/** Two catalogs, so that the first load brings no text of the administrator's pages. */
export default defineConfig({
  sourceLocale: "pt",
  locales: ["pt", "en", "es"],
  runtimeConfigModule: { Trans: ["#trans", "Trans"] },
  catalogs: [
    {
      path: "<rootDir>/i18n/{locale}",
      include: ["<rootDir>"],
      exclude: [...SKIPPED, ...PAGES.map((folder) => `<rootDir>/${folder}/**`)],
    },
    {
      path: "<rootDir>/i18n/pages/{locale}",
      include: PAGES.map((folder) => `<rootDir>/${folder}`),
      exclude: SKIPPED,
    },
  ],
});
