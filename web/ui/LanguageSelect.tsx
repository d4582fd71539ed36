import { useLingui } from "@lingui/react/macro";
import { ChevronDown, Globe } from "lucide-react";
import { chooseLanguage, type Language, LANGUAGES } from "../i18n/i18n.ts";
import { classes } from "./classes.ts";
import { showError } from "./showError.ts";
import css from "./LanguageSelect.module.css";

/** The language switch: takes effect at once and is kept on this device. */
export function LanguageSelect({ className }: { className?: string }) {
  const { t, i18n } = useLingui();
  return (
    <label className={classes(css.language, className)}>
      <Globe size={16} aria-hidden />
      <select
        aria-label={t`Idioma`}
        value={i18n.locale}
        onChange={(event) => chooseLanguage(event.target.value as Language).catch(showError)}
      >
        {LANGUAGES.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
      <ChevronDown size={16} aria-hidden />
    </label>
  );
}
