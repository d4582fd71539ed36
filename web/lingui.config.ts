import { defineConfig } from "@lingui/conf";
import { OFFICE } from "./i18n/office.ts";

const SKIPPED = ["**/dist/**", "**/e2e/**", "**/*_test.*"];

/** Two catalogs, so that the first load brings no text of the administrator's pages. */
export default defineConfig({
  sourceLocale: "pt",
  locales: ["pt", "en", "es"],
  catalogs: [
    {
      path: "<rootDir>/i18n/{locale}",
      include: ["<rootDir>"],
      exclude: [...SKIPPED, ...OFFICE.map((folder) => `<rootDir>/${folder}/**`)],
    },
    {
      path: "<rootDir>/i18n/office/{locale}",
      include: OFFICE.map((folder) => `<rootDir>/${folder}`),
      exclude: SKIPPED,
    },
  ],
});
