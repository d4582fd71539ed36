// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { CompanyRecord } from "../../src/contract/companies.ts";
import { messages } from "../i18n/pt.po";
import { messages as ofPages } from "../i18n/pages/pt.po";
import { CompanyForm } from "./CompanyForm.tsx";
import { useRecord } from "../provider/useRecord.ts";
import { until } from "../testing_until.ts";
import { answerCalls, logIn } from "../tickets/testing.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
i18n.loadAndActivate({ locale: "pt", messages: { ...messages, ...ofPages } });

const OURS: CompanyRecord = {
  ...{ id: 1, name: "Balcão", email: "suporte@balcao.test", phone: "", planId: null, plan: null, status: true },
  ...{ campaignsEnabled: true, dueDate: null, dueDay: null, recurrence: "MENSAL", trialExpiration: null },
  ...{ timeZone: "America/Sao_Paulo", createdAt: "2026-11-20T12:00:00.000Z", isProviders: true, revision: 0 },
};

/** The form, and what it sends; with a company that is the one in it. */
async function aForm(company?: CompanyRecord) {
  logIn({ super: true });
  const sent: unknown[] = [];
  const take = (body: unknown) => {
    sent.push(body);
    return [500, { error: "ERR_INTERNAL" }];
  };
  answerCalls({ "GET /plans": () => [], "POST /companies": take, "PUT /companies/1": take });
  function Form() {
    const edited = useRecord<CompanyRecord>();
    return <CompanyForm edited={{ ...edited, record: company }} onShow={() => {}} />;
  }
  document.body.innerHTML = "<div></div>";
  const root = createRoot(document.querySelector("div")!);
  await act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Form />
      </I18nProvider>,
    )
  );
  await act(async () => document.querySelector<HTMLElement>("[type=submit]")!.click());
  return { sent, leave: () => act(() => root.unmount()) };
}

test("all that a new company lacks is said at once, its plan too, and nothing is sent", async () => {
  const { sent, leave } = await aForm();
  // What a choice is drawn with comes a moment after.
  await until(() => document.querySelector("form")!.textContent!.match(/Obrigatório/g)?.length === 3);
  await leave();
  expect(sent).toEqual([]);
});

test("the provider's own company is saved without a plan", async () => {
  const { sent, leave } = await aForm(OURS);
  expect(document.querySelector("form")!.textContent).not.toContain("Obrigatório");
  await until(() => sent.length === 1);
  expect(sent).toMatchObject([{ name: "Balcão", planId: null, was: 0 }]);
  await leave();
});
