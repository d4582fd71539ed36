import { Trans, useLingui } from "@lingui/react/macro";
import { Download, ReceiptText } from "lucide-react";
import { useLocation, useSearchParams } from "wouter";
import type { Invoice } from "../../src/contract/invoices.ts";
import { dayIn } from "../../src/shared/clock.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Page } from "../ui/Page.tsx";
import { CheckoutDialog } from "./CheckoutDialog.tsx";
import { invoiceList, RECURRENCE_TEXTS, stateOf } from "./invoices.ts";
import { ProviderInvoices } from "./ProviderInvoices.tsx";
import { saveReceipt } from "./receipt.ts";
import { StateChip } from "./StateChip.tsx";
import { useAmountColumns } from "./useAmountColumns.tsx";
import css from "./InvoicesPage.module.css";

/** What the company has to pay and has paid (spec 2 §2, Invoices); for who provides the system, what all of them have. */
export default function InvoicesPage() {
  const me = useMe();
  return me.super ? <ProviderInvoices /> : <OwnInvoices />;
}

function OwnInvoices() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const list = useList(invoiceList, {});
  // The address says which is being paid, so that a reminder can lead there.
  const paying = list.rows.find(({ id }) => String(id) === search.get("pay"));
  const open = (invoice?: Invoice) => go(invoice ? `/financeiro?pay=${invoice.id}` : "/financeiro", { replace: true });
  return (
    <Page
      title={t`Faturas`}
      action={
        <Button variant="secondary" onClick={() => go("/subscription")}>
          <Trans>Ver assinatura</Trans>
        </Button>
      }
    >
      <div className={css.list}>
        <DataTable
          name="invoices"
          list={list}
          label={t`Faturas`}
          place="invoices"
          columns={useColumns(open)}
          empty={
            <Empty
              icon={ReceiptText}
              title={t`Nenhuma fatura ainda`}
              text={t`Cada fatura aparece aqui 20 dias antes do vencimento.`}
            />
          }
        />
      </div>
      {paying && <CheckoutDialog key={paying.id} invoice={paying} onClose={() => open()} />}
    </Page>
  );
}

function useColumns(onPay: (invoice: Invoice) => void): readonly Column<Invoice>[] {
  const { t, i18n } = useLingui();
  const { timeZone } = useMe().company, today = dayIn(timeZone, Date.now());
  return [
    {
      id: "id",
      title: t`Id`,
      width: "72px",
      isSpare: true,
      cell: ({ id }) => <span className={css.number}>{id}</span>,
    },
    {
      id: "detail",
      title: t`Detalhes`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: (invoice) => (
        <span className={css.detail} data-late={stateOf(invoice, today) === "late" || undefined}>
          <b className="cut">{invoice.detail}</b>, {i18n._(RECURRENCE_TEXTS[invoice.recurrence]).toLowerCase()}
        </span>
      ),
    },
    ...useAmountColumns<Invoice>(),
    {
      id: "status",
      title: t`Status`,
      width: "minmax(96px, 1fr)",
      card: "side",
      cell: (invoice) => <StateChip state={stateOf(invoice, today)} />,
    },
    {
      id: "actions",
      title: t`Ação`,
      width: "132px",
      align: "end",
      card: "corner",
      cell: (invoice) => <Actions invoice={invoice} today={today} onPay={onPay} />,
    },
  ];
}

interface ActionsProps {
  invoice: Invoice;
  today: string;
  onPay: (invoice: Invoice) => void;
}

function Actions({ invoice, today, onPay }: ActionsProps) {
  const { t } = useLingui();
  const { id, status } = invoice;
  if (status === "paid") {
    return (
      <span className={css.actions}>
        <IconButton
          label={t`Baixar o recibo da fatura ${id}`}
          icon={Download}
          onClick={() => void saveReceipt(invoice)}
        />
        <Button variant="secondary" disabled aria-label={t`PAGO: fatura ${id}`}>{t`PAGO`}</Button>
      </span>
    );
  }
  const variant = stateOf(invoice, today) === "late" ? "primary" : "secondary";
  return (
    <span className={css.actions}>
      <Button variant={variant} aria-label={t`PAGAR a fatura ${id}`} onClick={() => onPay(invoice)}>{t`PAGAR`}</Button>
    </span>
  );
}
