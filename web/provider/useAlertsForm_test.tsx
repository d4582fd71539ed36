// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { messages } from "../i18n/pt.po";
import { CallError } from "../request.ts";
import { useAlertsForm } from "./useAlertsForm.ts";

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../call.ts", () => ({ call }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
i18n.loadAndActivate({ locale: "pt", messages });

const SETTINGS = { kinds: [], byMail: true, url: "", secret: "whsec_x", hasMail: true, revision: 1 };

function Form() {
  const { fault, test } = useAlertsForm(SETTINGS, () => {});
  return <button type="button" onClick={() => void test()}>{fault ?? "none"}</button>;
}

let page: HTMLElement;
const button = () => page.querySelector("button")!;
const press = () => act(async () => button().click());

beforeEach(async () => {
  document.body.innerHTML = "<div></div>";
  page = document.querySelector("div")!;
  await act(() =>
    createRoot(page).render(
      <I18nProvider i18n={i18n}>
        <Form />
      </I18nProvider>,
    )
  );
});

test("that a test e-mail did not leave is said until the next one has", async () => {
  const detail = { fault: "unreachable", posted: null };
  call.mockRejectedValueOnce(new CallError("ERR_MAIL_SERVER", 422, {}, detail));
  await press();
  expect(button().textContent).toBe("unreachable");
  call.mockResolvedValueOnce({ mailedTo: "sue@balcao.test", posted: null });
  await press();
  expect(button().textContent).toBe("none");
});
