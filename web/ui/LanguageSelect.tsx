import { useLingui } from "@lingui/react/macro";
import { ChevronDown, Globe } from "lucide-react";
import { Suspense } from "react";
import { chooseLanguage, type Language, LANGUAGES } from "../i18n/i18n.ts";
import { classes } from "./classes.ts";
import { part } from "./part.ts";
import { showError } from "./showError.ts";
import css from "./LanguageSelect.module.css";

const SelectSurface = part(() => import("./overlays.ts").then((overlays) => ({ default: overlays.SelectSurface })));

/** The language switch: takes effect at once and is kept on this device. */
export function LanguageSelect({ className }: { className?: string }) {
  const { t, i18n } = useLingui();
  const start = <Globe size={16} aria-hidden />;
  const end = <ChevronDown size={16} aria-hidden />;
  const look = classes(css.language, className);
  return (
    <Suspense
      fallback={
        <span className={look}>
          {start}
          <span>{LANGUAGES.find(({ value }) => value === i18n.locale)?.label}</span>
          {end}
        </span>
      }
    >
      <SelectSurface
        label={t`Idioma`}
        className={css.frame}
        buttonClass={look}
        options={LANGUAGES}
        value={i18n.locale}
        onText={(value) => void chooseLanguage(value as Language).catch(showError)}
        start={start}
        end={end}
      />
    </Suspense>
  );
}
