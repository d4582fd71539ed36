import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { type Invoice, invoices, type Subscription } from "../../src/contract/invoices.ts";
import { moneyText } from "../../src/shared/money.ts";
import { call } from "../call.ts";
import { onEvent } from "../live.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Failed } from "../ui/Empty.tsx";
import { dateText } from "../ui/dates.ts";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { type Billing, BillingForm, billingStart, COUNTRY_TEXTS } from "./billing.ts";
import { BillingFields } from "./BillingFields.tsx";
import { RECURRENCE_TEXTS } from "./invoices.ts";
import { Facts, PlanCard } from "./PlanCard.tsx";
import { type PixAnswer, PixStep } from "./PixStep.tsx";
import { Stages } from "./Stages.tsx";
import { followSubscription, readSubscription, subscriptionAtom } from "./subscription.ts";
import pixCss from "./PixStep.module.css";
import css from "./Wizard.module.css";

/** Until the person is led home after the payment (ms; spec 2 §9). */
const HOME_AFTER = 4000;

interface CheckoutDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

/** How an invoice is paid: who pays, what for, once more in short, and the Pix code (spec 2 §2, Payment checkout). */
export function CheckoutDialog({ invoice, onClose }: CheckoutDialogProps) {
  const { t } = useLingui();
  const { value, error } = useAtomValue(subscriptionAtom);
  useEffect(followSubscription, []);
  useRenewal(invoice);
  if (value) return <Checkout invoice={invoice} subscription={value} onClose={onClose} />;
  return (
    <Dialog title={t`Falta pouco!`} width={720} onClose={onClose}>
      {error
        ? <Failed title={t`A assinatura não veio`} error={error} onRetry={() => void readSubscription()} />
        : <Skeleton width="100%" height={280} />}
    </Dialog>
  );
}

/** Says that the licence is renewed, once, and leads home after a moment; whoever closes the dialog stays. */
function useRenewal({ status, renewedTo }: Invoice): void {
  const { t } = useLingui();
  const [, go] = useLocation();
  const [until, setUntil] = useState<string>();
  // An event that came while the line was down is made up for by the list.
  const paidUntil = status === "paid" ? renewedTo ?? undefined : undefined;
  useEffect(() => setUntil((now) => now ?? paidUntil), [paidUntil]);
  useEffect(
    () =>
      onEvent("payment", ({ action, company }) => {
        if (action === "CONCLUIDA") setUntil((now) => now ?? company.dueDate);
      }),
    [],
  );
  useEffect(() => {
    if (!until) return;
    const date = dateText(until);
    toast.success(t`Sua licença foi renovada até ${date}!`, { stay: HOME_AFTER });
    const clock = setTimeout(() => go("/"), HOME_AFTER);
    return () => clearTimeout(clock);
  }, [until]);
}

interface CheckoutProps extends CheckoutDialogProps {
  subscription: Subscription;
}

function Checkout({ invoice, subscription, onClose }: CheckoutProps) {
  const { t, i18n } = useLingui();
  const [step, setStep] = useState(0);
  const [pix, setPix] = useState<PixAnswer>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm(BillingForm, {
    start: billingStart(subscription),
    submit: async () => setStep(1),
    delay: 0,
  });
  const recurrence = i18n._(RECURRENCE_TEXTS[invoice.recurrence]).toLowerCase();
  const title = `${invoice.detail}, ${recurrence}`;
  const pay = async () => {
    setBusy(true);
    try {
      setPix(await call(invoices.pay, { ...form.values, invoiceId: invoice.id }));
      setStep(3);
      toast.success(t`Assinatura realizada com sucesso!, aguardando a realização do pagamento`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const back = step > 0 && <Button variant="secondary" onClick={() => setStep(step - 1)}>{t`VOLTAR`}</Button>;
  const next = step === 0
    ? <Button key="first" type="submit" variant="primary">{t`PRÓXIMO`}</Button>
    : step === 1
    ? <Button key="second" variant="primary" onClick={() => setStep(2)}>{t`PRÓXIMO`}</Button>
    : step === 2 && <Button key="third" variant="primary" busy={isBusy} onClick={() => void pay()}>{t`PAGAR`}</Button>;
  return (
    <Dialog
      title={t`Falta pouco!`}
      width={720}
      onClose={onClose}
      form={step === 0 ? form.props : undefined}
      foot={
        <>
          {step === 3 && pix && <Attending isStatic={pix.kind === "static"} isPaid={invoice.status === "paid"} />}
          {back}
          {next}
        </>
      }
    >
      <Stages stages={[t`Dados`, t`Personalizar`, t`Revisar`, t`Pix`]} at={step} />
      {step === 0 && <BillingFields form={form} />}
      {step === 1 && <Chosen invoice={invoice} subscription={subscription} />}
      {step === 2 && <Review invoice={invoice} title={title} billing={form.values as Billing} />}
      {step === 3 && pix && <PixStep pix={pix} title={t`Fatura ${invoice.id}, ${title}`} />}
    </Dialog>
  );
}

function Attending({ isStatic, isPaid }: { isStatic: boolean; isPaid: boolean }) {
  const { t } = useLingui();
  const text = isPaid
    ? t`Pago`
    : isStatic
    ? t`O pagamento é confirmado por quem fornece o sistema`
    : t`Aguardando o pagamento`;
  return (
    <p className={pixCss.attending} role="status">
      {!isPaid && !isStatic && <LoaderCircle size={16} className="spin" aria-hidden />}
      {text}
    </p>
  );
}

/** What the invoice is for. */
function Chosen(
  { invoice, subscription: { plan, wantedPlan, offers } }: Pick<CheckoutProps, "invoice" | "subscription">,
) {
  const { t, i18n } = useLingui();
  const paid = wantedPlan ?? plan;
  return (
    <div className={css.review}>
      {paid && <PlanCard plan={paid} />}
      <Facts
        facts={[
          [t`Fatura`, invoice.id],
          [t`Recorrência`, i18n._(RECURRENCE_TEXTS[invoice.recurrence])],
          [t`Valor`, moneyText(invoice.value)],
        ]}
      />
      {offers.length > 1 && (
        <p className={css.said}>
          <Link href="/subscription?plan">{t`Mudar de plano`}</Link>
        </p>
      )}
    </div>
  );
}

function Review({ invoice, title, billing }: { invoice: Invoice; title: string; billing: Billing }) {
  const { t, i18n } = useLingui();
  const { firstName, address2, city, state, zipcode, country } = billing;
  return (
    <div className={css.review}>
      <Facts
        facts={[
          [t`Nome completo`, firstName],
          [t`Endereço`, [address2, city, state, zipcode, i18n._(COUNTRY_TEXTS[country])].filter(Boolean).join(", ")],
          [t`Plano`, title],
          [t`Data Venc.`, dateText(invoice.dueDate)],
        ]}
      />
      <p className={css.total}>
        <span>{t`Total`}</span>
        <b>{moneyText(invoice.value)}</b>
      </p>
    </div>
  );
}
