import { defineConfig } from "@lingui/conf";

export default defineConfig({
  sourceLocale: "pt",
  locales: ["pt", "en", "es"],
  catalogs: [{
    path: "<rootDir>/i18n/{locale}",
    include: ["<rootDir>"],
    exclude: ["**/dist/**", "**/e2e/**", "**/*_test.*"],
  }],
});
