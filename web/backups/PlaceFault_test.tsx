// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { PlaceFault } from "./PlaceFault.tsx";

// Whose time zone it is does not matter here.
vi.mock("../ui/useDates.ts", () => ({ useDates: () => ({ full: (moment: string) => moment }) }));

test.each([["srv:/var/lib/balcao", "outra instalação (srv:/var/lib/balcao) tem"], ["", "outra instalação tem"]])(
  "of a place that another installation has (%s) it is said what to do, also where it cannot be had back",
  (who, says) => {
    i18n.loadAndActivate({ locale: "pt", messages: {} });
    const shown = renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <PlaceFault fault="" claimed={{ who, at: "2026-11-20T14:00:00Z" }} isEmptied={false} />
      </I18nProvider>,
    );
    expect(shown).toContain(says);
    expect(shown).toContain("pare a outra, retire o lugar e acrescente-o outra vez; se ele for recusado");
    expect(shown).toContain("acrescente um vazio");
  },
);
