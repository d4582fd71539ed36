import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation } from "wouter";
import { invoices, type Subscription } from "../../src/contract/invoices.ts";
import { moneyText } from "../../src/shared/money.ts";
import { RECURRENCES } from "../../src/shared/recurrence.ts";
import { call } from "../call.ts";
import { excessText } from "../provider/excessText.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { type Billing, BillingForm, billingStart } from "./billing.ts";
import { BillingFields } from "./BillingFields.tsx";
import { RECURRENCE_TEXTS } from "./invoices.ts";
import { Facts, PlanCard } from "./PlanCard.tsx";
import { Stages } from "./Stages.tsx";
import { noteSubscription } from "./subscription.ts";
import css from "./Wizard.module.css";

type Offer = Subscription["offers"][number];

interface PlanWizardProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Who pays, which plan, and in short what that is (spec 2 §2, the subscription wizard). */
export function PlanWizard({ subscription, onClose }: PlanWizardProps) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const [step, setStep] = useState(0);
  const [plan, setPlan] = useState<Offer>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm(BillingForm, { start: billingStart(subscription), submit: async () => setStep(1), delay: 0 });
  const choose = (chosen: Offer) => {
    setPlan(chosen);
    setStep(2);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      const changed = await call(invoices.choosePlan, { ...form.values as Billing, planId: plan!.id });
      noteSubscription(changed);
      toast.success(t`Operação realizada com sucesso!`);
      // What is to be paid for it is there already, or comes with its time.
      if (changed.openInvoice) go(`/financeiro?pay=${changed.openInvoice.id}`);
      else onClose();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t`Mudar de plano`}
      width={720}
      onClose={onClose}
      form={step === 0 ? form.props : undefined}
      foot={
        <>
          {step > 0 && <Button variant="secondary" onClick={() => setStep(step - 1)}>{t`VOLTAR`}</Button>}
          {step === 0 && <Button key="first" type="submit" variant="primary">{t`PRÓXIMO`}</Button>}
          {step === 2 && (
            <Button key="last" variant="primary" busy={isBusy} onClick={() => void confirm()}>{t`CONFIRMAR`}</Button>
          )}
        </>
      }
    >
      <Stages stages={[t`Cobrança`, t`Plano`, t`Resumo`]} at={step} />
      {step === 0 && <BillingFields form={form} />}
      {step === 1 && <Offers subscription={subscription} onChoose={choose} />}
      {step === 2 && plan && <Summary plan={plan} subscription={subscription} />}
    </Dialog>
  );
}

interface OffersProps {
  subscription: Subscription;
  onChoose: (plan: Offer) => void;
}

function Offers({ subscription: { offers, plan, wantedPlan }, onChoose }: OffersProps) {
  const { t } = useLingui();
  const markOf = ({ id }: Offer) => id === plan?.id ? t`Plano atual` : id === wantedPlan?.id ? t`Escolhido` : undefined;
  return (
    <div className={css.plans}>
      {offers.map((offer) => (
        <PlanCard key={offer.id} plan={offer} mark={markOf(offer)}>
          <Button variant="primary" aria-label={t`SELECIONAR ${offer.name}`} onClick={() => onChoose(offer)}>
            {t`SELECIONAR`}
          </Button>
        </PlanCard>
      ))}
    </div>
  );
}

function Summary({ plan, subscription: { recurrence } }: { plan: Offer; subscription: Subscription }) {
  const { t, i18n } = useLingui();
  return (
    <div className={css.review}>
      <Facts
        facts={[
          [t`Plano`, plan.name],
          [t`Usuários`, plan.users ?? t`sem limite`],
          [t`Whatsapps`, plan.connections ?? t`sem limite`],
          [t`Cobrança`, i18n._(RECURRENCE_TEXTS[recurrence])],
        ]}
      />
      <p className={css.total}>
        <span>{t`Total`}</span>
        <b>{moneyText(plan.value * RECURRENCES[recurrence])}</b>
      </p>
      <p className={css.said}>{t`O plano novo vale a partir do próximo pagamento.`}</p>
      <Excesses excesses={plan.excesses} />
    </div>
  );
}

/** What the company has beyond the plan, which it is told before it chooses it. */
function Excesses({ excesses }: Pick<Offer, "excesses">) {
  const { t } = useLingui();
  if (excesses.length === 0) return null;
  return (
    <div className={css.excesses} role="note">
      <p>{t`Hoje há mais do que este plano permite. Nada é tirado, mas não se adiciona mais:`}</p>
      <ul>
        {excesses.map((excess) => <li key={excess.what}>{excessText(excess)}</li>)}
      </ul>
    </div>
  );
}
