import { useLingui } from "@lingui/react/macro";
import { HandCoins } from "lucide-react";
import { useState } from "react";
import type { PaymentQuestion } from "../../src/contract/invoices.ts";
import { moneyText } from "../../src/shared/money.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import type { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { useDates } from "../ui/useDates.ts";
import { DecideDialog } from "./DecideDialog.tsx";
import { useFaultTexts } from "./useFaultTexts.ts";
import css from "./InvoicesPage.module.css";

/** The money about which somebody has to decide. */
export function PaymentQuestions({ list }: { list: ReturnType<typeof useList<object, PaymentQuestion>> }) {
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
