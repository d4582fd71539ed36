import "./only_in_pages.ts";
import { i18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import { type ReactNode, StrictMode } from "react";
import { I18nProvider as AriaI18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./App.tsx";
import { startBrand } from "./brand.ts";
import { HTML_LANGUAGE, type Language, speak, storedLanguage } from "./i18n/i18n.ts";
import { startSession } from "./follow_session.ts";
import { startInstalling } from "./installing.ts";
import { quiet } from "./quiet.ts";
import { useHeldLocation, useHeldSearch } from "./ui/heldPlace.ts";
import { startTooltips } from "./ui/tooltips.ts";

startTooltips();
startBrand();
startInstalling();
startSession();
// Without the chosen language's catalog, which may not come, Portuguese is better than nothing.
speak(storedLanguage()).catch(() => speak("pt")).then(render);

function render() {
  // What will lie above the page, and what the app is when it is installed, comes while nobody waits for it.
  void quiet.then(() => import("./installed/later.ts")).catch(() => {/* It is asked for again when it is needed. */});
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Spoken>
          <Router hook={useHeldLocation} searchHook={useHeldSearch}>
            <App />
          </Router>
        </Spoken>
      </I18nProvider>
    </StrictMode>,
  );
}

/** What react-aria says and formats is in the person's language, too. */
function Spoken({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  return <AriaI18nProvider locale={HTML_LANGUAGE[i18n.locale as Language]}>{children}</AriaI18nProvider>;
}
