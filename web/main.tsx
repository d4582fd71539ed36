import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./App.tsx";
import { speak, storedLanguage } from "./i18n/i18n.ts";
import { startSession } from "./session.ts";
import { useHeldLocation, useHeldSearch } from "./ui/heldPlace.ts";
import { startTooltips } from "./ui/tooltips.ts";

startTooltips();
startSession();
// Without the chosen language's catalog, which may not come, Portuguese is better than nothing.
speak(storedLanguage()).catch(() => speak("pt")).then(render);

function render() {
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Router hook={useHeldLocation} searchHook={useHeldSearch}>
          <App />
        </Router>
      </I18nProvider>
    </StrictMode>,
  );
}
