import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useList } from "../list/pagedList.ts";
import { Count } from "../ui/Count.tsx";
import { Page } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { EverybodysInvoices } from "./EverybodysInvoices.tsx";
import { questionList } from "./invoices.ts";
import { PaymentQuestions } from "./PaymentQuestions.tsx";
import css from "./InvoicesPage.module.css";

/** All companies' invoices, and the money about which somebody has to decide. */
export function ProviderInvoices() {
  const { t } = useLingui();
  const panelId = useId();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const questions = useList(questionList, {});
  const tab = search.get("tab") === "questions" ? "questions" : "invoices";
  const count = questions.rows.length;
  const tabs = [
    { value: "invoices", label: t`Faturas` },
    { value: "questions", label: t`Pagamentos a decidir`, end: count > 0 ? <Count of={count} /> : undefined },
  ];
  return (
    <Page title={t`Faturas`}>
      <Tabs
        label={t`Faturas`}
        className={css.tabs}
        tabs={tabs}
        panelId={panelId}
        value={tab}
        onValue={(value) => go(value === "invoices" ? "/financeiro" : "/financeiro?tab=questions", { replace: true })}
      />
      <div
        className={css.panel}
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)!.label}
      >
        {tab === "invoices" ? <EverybodysInvoices /> : <PaymentQuestions list={questions} />}
      </div>
    </Page>
  );
}
