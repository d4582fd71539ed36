// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { NotHere } from "../arrival.ts";
import { CallError } from "../request.ts";
import { ErrorBoundary } from "../shell/ErrorBoundary.tsx";
import { lazyDialog } from "./lazyDialog.tsx";
import { toast } from "./toast.ts";

i18n.loadAndActivate({ locale: "pt", messages: {} });

/** A page, and over it what is called up. */
async function aPage(load: () => Promise<{ default: () => ReactNode }>) {
  const place = document.createElement("div"), Dialog = lazyDialog(load), root = createRoot(place), closed = vi.fn();
  const draw = (isOpen: boolean) =>
    act(() =>
      root.render(
        <I18nProvider i18n={i18n}>
          <ErrorBoundary place="/tickets">
            <p>page</p>
            <Suspense>{isOpen && <Dialog onClose={closed} />}</Suspense>
          </ErrorBoundary>
        </I18nProvider>,
      )
    );
  closed.mockImplementation(() => void draw(false));
  await draw(true);
  return { place, closed, draw };
}

test("what is called up and does not come is said and closed; called up again it may come", async () => {
  const said = vi.spyOn(toast, "error").mockImplementation(() => {});
  const load = vi.fn(() =>
    load.mock.calls.length < 2 ? Promise.reject(new NotHere("a.js")) : Promise.resolve({ default: () => "dialog" })
  );
  const { place, closed, draw } = await aPage(load);
  expect(place.textContent).toBe("page");
  expect(closed).toHaveBeenCalledTimes(1);
  expect(said).toHaveBeenCalledWith("Sem conexão com o servidor. Confira a internet e tente de novo.");
  await draw(true);
  expect(place.textContent).toBe("pagedialog");
});

test("what shows something that does not come is said and closed, too, and the page stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const said = vi.spyOn(toast, "error").mockImplementation(() => {});
  const { place, closed } = await aPage(() =>
    Promise.resolve({
      default: () => {
        throw new CallError("ERR_OFFLINE", 0);
      },
    })
  );
  expect(place.textContent).toBe("page");
  expect(closed).toHaveBeenCalledTimes(1);
  expect(said).toHaveBeenCalledWith("Sem conexão com o servidor. Confira a internet e tente de novo.");
});

test("what goes wrong in it in another way is no matter of the line", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { place, closed } = await aPage(() =>
    Promise.resolve({
      default: () => {
        throw new Error("fault");
      },
    })
  );
  expect(place.textContent).toContain("Esta tela parou de funcionar");
  expect(closed).not.toHaveBeenCalled();
});
