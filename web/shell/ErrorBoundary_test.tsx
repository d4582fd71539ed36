// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { CallError } from "../request.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

i18n.loadAndActivate({ locale: "pt", messages: {} });
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

/** A page that cannot be drawn for this, until it is mended. */
async function aPage(failure: unknown) {
  const place = document.createElement("div"), root = createRoot(place);
  let isMended = false;
  const Page = (): ReactNode => {
    if (!isMended) throw failure;
    return "page";
  };
  await act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ErrorBoundary place="/search">
          <Page />
        </ErrorBoundary>
      </I18nProvider>,
    )
  );
  const mend = () => void (isMended = true);
  return { place, mend, button: () => place.querySelector("button")! };
}

test("a page whose data did not come says so, and comes when the line is back", async () => {
  const { place, mend } = await aPage(new CallError("ERR_OFFLINE", 0));
  expect(place.textContent).toContain("Esta tela não chegou");
  expect(place.textContent).toContain("Sem conexão com o servidor");
  mend();
  await act(() => void dispatchEvent(new Event("online")));
  expect(place.textContent).toBe("page");
});

test("a page whose data are refused says why, and asks again only when a person does", async () => {
  const { place, mend, button } = await aPage(new CallError("ERR_NO_PERMISSION", 403));
  expect(place.textContent).toContain("Esta tela não chegou");
  expect(place.textContent).not.toContain("Sem conexão");
  mend();
  await act(() => void dispatchEvent(new Event("online")));
  expect(place.textContent).not.toBe("page");
  await act(() => button().click());
  expect(place.textContent).toBe("page");
});

test("a fault is no matter of the line", async () => {
  const { place, button } = await aPage(new Error("fault"));
  expect(place.textContent).toContain("Esta tela parou de funcionar");
  expect(button().textContent).toBe("Carregar de novo");
});
