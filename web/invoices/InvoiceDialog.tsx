import { Trans, useLingui } from "@lingui/react/macro";
import type { InvoicePayment, ProviderInvoice } from "../../src/contract/invoices.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { moneyText } from "../../src/shared/money.ts";
import { Button } from "../ui/Button.tsx";
import { dateText } from "../ui/dates.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import { useList } from "../list/pagedList.ts";
import { paymentList, RECURRENCE_TEXTS, stateOf } from "./invoices.ts";
import { Facts } from "./PlanCard.tsx";
import { StateChip } from "./StateChip.tsx";
import { useDecisionTexts, usePaymentTexts } from "./useFaultTexts.ts";
import css from "./InvoicesPage.module.css";

interface InvoiceDialogProps {
  invoice: ProviderInvoice;
  onClose: () => void;
}

/** An invoice as the provider sees it, with all the money that came for it and what was decided about it. */
export function InvoiceDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { t, i18n } = useLingui();
  const { id, company, detail, recurrence, value, dueDate, renewedTo } = invoice;
  const state = stateOf(invoice, dayIn(company.timeZone, Date.now()));
  return (
    <Dialog title={t`Fatura ${id}`} width={560} onClose={onClose} bodyClassName={css.fields}>
      <Facts
        facts={[
          [t`Empresa`, company.name],
          [t`Detalhes`, `${detail}, ${i18n._(RECURRENCE_TEXTS[recurrence]).toLowerCase()}`],
          [t`Valor`, moneyText(value)],
          [t`Data Venc.`, dateText(dueDate)],
          [t`Status`, <StateChip key="state" state={state} />],
          [t`Renovada até`, renewedTo && dateText(renewedTo)],
        ]}
      />
      <Payments id={id} />
    </Dialog>
  );
}

function Payments({ id }: { id: number }) {
  const { t } = useLingui();
  const list = useList(paymentList, { id });
  const payments = list.rows.filter((payment) => payment !== undefined);
  if (list.state === "failed") {
    return (
      <div className={css.fields} role="alert">
        <p className={css.said}>
          <Trans>Não foi possível carregar os pagamentos.</Trans>
        </p>
        <Button variant="secondary" onClick={list.retry}>{t`Tentar de novo`}</Button>
      </div>
    );
  }
  if (list.state === "loading" && payments.length === 0) return <Skeleton width="60%" />;
  if (payments.length === 0) {
    return (
      <p className={css.said}>
        <Trans>Nenhum pagamento ainda.</Trans>
      </p>
    );
  }
  return payments.map((payment) => <Payment key={payment.id} payment={payment} />);
}

function Payment({ payment }: { payment: InvoicePayment }) {
  const { t } = useLingui();
  const dates = useDates(), kinds = usePaymentTexts(), decisions = useDecisionTexts();
  const { kind, value, at, endToEndId, decision, decidedBy, decidedAt, note } = payment;
  const isByHand = kind === "by_hand", isOpen = decision === null && kind !== "paid";
  return (
    <section className={css.payment} aria-label={kinds[kind]}>
      <h3>{kinds[kind]}</h3>
      <Facts
        facts={[
          [t`Pago`, moneyText(value)],
          [t`Quando`, dates.dateTime(at)],
          [t`Identificação`, endToEndId],
          [t`Decisão`, isByHand ? null : isOpen ? t`A decidir` : decision && decisions[decision]],
          [t`Por`, decidedBy],
          [t`Decidido em`, decidedAt && dates.dateTime(decidedAt)],
          [t`Observação`, note],
        ]}
      />
    </section>
  );
}
