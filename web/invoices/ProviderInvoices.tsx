import { useLingui } from "@lingui/react/macro";
import { HandCoins, ReceiptText } from "lucide-react";
import { useId, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { INVOICE_STATES, type PaymentQuestion, type ProviderInvoice } from "../../src/contract/invoices.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { moneyText } from "../../src/shared/money.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { Count } from "../ui/Count.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { SelectSurface } from "../ui/SelectSurface.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { useDates } from "../ui/useDates.ts";
import { ConfirmPaidDialog } from "./ConfirmPaidDialog.tsx";
import { DecideDialog } from "./DecideDialog.tsx";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { providerInvoiceList, questionList, RECURRENCE_TEXTS, STATE_TEXTS, stateOf } from "./invoices.ts";
import { StateChip } from "./StateChip.tsx";
import { useAmountColumns } from "./useAmountColumns.tsx";
import { useFaultTexts } from "./useFaultTexts.ts";
import field from "../ui/Field.module.css";
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
        {tab === "invoices" ? <Everybodys /> : <Questions list={questions} />}
      </div>
    </Page>
  );
}

type State = typeof INVOICE_STATES[number];

function Everybodys() {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State | "">("");
  const [confirmed, setConfirmed] = useState<ProviderInvoice>();
  const [openedId, setOpenedId] = useState<number>();
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const list = useList(providerInvoiceList, { ...(searchParam && { searchParam }), ...(state && { state }) });
  const opened = list.rows.find(({ id }) => id === openedId);
  return (
    <>
      <div className={css.filters}>
        <SearchField label={t`Buscar faturas`} placeholder={t`Empresa ou fatura`} value={typed} onText={setTyped} />
        <SelectSurface
          label={t`Status`}
          buttonClass={classes(field.input, field.opens)}
          value={state}
          onText={(chosen) => setState(chosen as State | "")}
          options={[
            { value: "", label: t`Todas` },
            ...INVOICE_STATES.map((each) => ({ value: each, label: i18n._(STATE_TEXTS[each]) })),
          ]}
        />
      </div>
      <div className={css.list}>
        <DataTable
          name="provider-invoices"
          list={list}
          label={t`Faturas`}
          place={`provider-invoices ${searchParam} ${state}`}
          columns={useColumns({ onOpen: setOpenedId, onConfirm: setConfirmed })}
          empty={
            <Empty
              icon={ReceiptText}
              title={searchParam || state ? t`Nenhuma fatura encontrada` : t`Nenhuma fatura ainda`}
              text={searchParam || state
                ? undefined
                : t`O sistema faz a fatura de cada empresa 20 dias antes do vencimento, pelo valor do plano.`}
            />
          }
        />
      </div>
      {opened && <InvoiceDialog invoice={opened} onClose={() => setOpenedId(undefined)} />}
      {confirmed && <ConfirmPaidDialog invoice={confirmed} onClose={() => setConfirmed(undefined)} />}
    </>
  );
}

interface Presses {
  onOpen: (id: number) => void;
  onConfirm: (invoice: ProviderInvoice) => void;
}

function useColumns({ onOpen, onConfirm }: Presses): readonly Column<ProviderInvoice>[] {
  const { t, i18n } = useLingui();
  const shown = (invoice: ProviderInvoice) => stateOf(invoice, dayIn(invoice.company.timeZone, Date.now()));
  return [
    {
      id: "id",
      title: t`Id`,
      width: "64px",
      isSpare: true,
      cell: ({ id }) => <span className={css.number}>{id}</span>,
    },
    {
      id: "company",
      title: t`Empresa`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: (invoice) => (
        <button
          type="button"
          className={css.open}
          data-late={shown(invoice) === "late" || undefined}
          aria-label={t`Fatura ${invoice.id} de ${invoice.company.name}`}
          onClick={() => onOpen(invoice.id)}
        >
          <b className="cut">{invoice.company.name}</b>
        </button>
      ),
    },
    {
      id: "detail",
      title: t`Detalhes`,
      width: "minmax(0, 2fr)",
      isSpare: true,
      cell: ({ detail, recurrence }) => (
        <span className="cut">{detail}, {i18n._(RECURRENCE_TEXTS[recurrence]).toLowerCase()}</span>
      ),
    },
    ...useAmountColumns<ProviderInvoice>(),
    {
      id: "status",
      title: t`Status`,
      width: "minmax(92px, 1fr)",
      card: "side",
      cell: (invoice) => <StateChip state={shown(invoice)} />,
    },
    {
      id: "actions",
      title: t`Ação`,
      width: "108px",
      align: "end",
      card: "corner",
      cell: (invoice) =>
        invoice.status === "open" && (
          <Button
            className={css.actions}
            variant="secondary"
            aria-label={t`Confirmar o pagamento da fatura ${invoice.id}`}
            onClick={() => onConfirm(invoice)}
          >
            {t`Confirmar`}
          </Button>
        ),
    },
  ];
}

function Questions({ list }: { list: ReturnType<typeof useList<object, PaymentQuestion>> }) {
  const { t } = useLingui();
  const [decided, setDecided] = useState<PaymentQuestion>();
  return (
    <>
      <div className={css.list}>
        <DataTable
          name="payment-questions"
          list={list}
          label={t`Pagamentos a decidir`}
          place="payment-questions"
          columns={useQuestionColumns(setDecided)}
          empty={
            <Empty
              icon={HandCoins}
              title={t`Nada a decidir`}
              text={t`Aqui aparece o dinheiro que veio a menos, a mais, em dobro ou para uma fatura cancelada.`}
            />
          }
        />
      </div>
      {decided && <DecideDialog key={decided.id} question={decided} onClose={() => setDecided(undefined)} />}
    </>
  );
}

function useQuestionColumns(onDecide: (question: PaymentQuestion) => void): readonly Column<PaymentQuestion>[] {
  const { t } = useLingui();
  const dates = useDates(), faults = useFaultTexts();
  return [
    {
      id: "company",
      title: t`Empresa`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ invoice }) => <b className="cut">{invoice.company.name}</b>,
    },
    {
      id: "invoice",
      title: t`Fatura`,
      width: "minmax(0, 1fr)",
      isSpare: true,
      cell: ({ invoice }) => (
        <span className="cut">
          {invoice.id} · {moneyText(invoice.value)}
        </span>
      ),
    },
    {
      id: "value",
      title: t`Pago`,
      width: "minmax(96px, 1fr)",
      card: "main",
      cell: ({ value }) => <span className={css.number}>{moneyText(value)}</span>,
    },
    {
      id: "kind",
      title: t`O que houve`,
      width: "minmax(0, 2fr)",
      card: "side",
      cell: ({ kind }) => <span className="cut">{faults[kind]}</span>,
    },
    {
      id: "at",
      title: t`Quando`,
      width: "minmax(112px, 1fr)",
      isSpare: true,
      cell: ({ at }) => <time dateTime={at}>{dates.shortDateTime(at)}</time>,
    },
    {
      id: "actions",
      title: t`Ação`,
      width: "92px",
      align: "end",
      card: "corner",
      cell: (question) => (
        <Button
          className={css.actions}
          variant="secondary"
          aria-label={t`Decidir o pagamento de ${question.invoice.company.name}`}
          onClick={() => onDecide(question)}
        >
          {t`Decidir`}
        </Button>
      ),
    },
  ];
}
