import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Subscription } from "../../src/contract/invoices.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { dateText, daysUntil } from "../ui/dates.ts";
import { Failed } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { Pane } from "../ui/Pane.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ContactDialog } from "./ContactDialog.tsx";
import { RECURRENCE_TEXTS } from "./invoices.ts";
import { Facts, PlanCard } from "./PlanCard.tsx";
import { PlanWizard } from "./PlanWizard.tsx";
import { followSubscription, readSubscription, subscriptionAtom } from "./subscription.ts";
import css from "./SubscriptionPage.module.css";

/** What the company subscribes to, and how long it still tries it (spec 2 §2, Subscription). */
export default function SubscriptionPage() {
  const { t } = useLingui();
  const { value, error } = useAtomValue(subscriptionAtom);
  const [, go] = useLocation();
  useEffect(followSubscription, []);
  return (
    <Page
      title={t`Assinatura`}
      action={
        <Button variant="secondary" onClick={() => go("/financeiro")}>
          <Trans>Ver faturas</Trans>
        </Button>
      }
    >
      <Pane isPadded label={t`Assinatura`}>
        {value
          ? <Shown subscription={value} />
          : error
          ? <Failed title={t`A assinatura não veio`} error={error} onRetry={() => void readSubscription()} />
          : <Skeleton width="100%" height={200} />}
      </Pane>
    </Page>
  );
}

function Shown({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const { timeZone } = useMe().company;
  const { plan, wantedPlan, dueDate, recurrence, email, trialExpiration, offers } = subscription;
  const isChoosing = search.has("plan") && offers.length > 0;
  return (
    <div className={css.subscription}>
      <Facts
        facts={[
          [t`Período de teste`, trialExpiration && trialText(trialExpiration, timeZone)],
          [t`E-mail de cobrança`, email || t`não informado`],
          [t`Data Vencimento`, dueDate && dateText(dueDate)],
          [t`Recorrência`, dueDate && i18n._(RECURRENCE_TEXTS[recurrence])],
        ]}
      />
      {plan && <PlanCard plan={plan} mark={t`Plano atual`} />}
      {wantedPlan && <PlanCard plan={wantedPlan} mark={t`A partir do próximo pagamento`} />}
      <div className={css.actions}>
        <Button variant="primary" onClick={() => setAsking(true)}>
          <Trans>Assinar agora</Trans>
        </Button>
        {offers.length > 0 && (
          <Button variant="secondary" onClick={() => go("/subscription?plan", { replace: true })}>
            <Trans>Mudar de plano</Trans>
          </Button>
        )}
      </div>
      {isAsking && <ContactDialog provider={subscription.provider} onClose={() => setAsking(false)} />}
      {isChoosing && <PlanWizard subscription={subscription} onClose={() => go("/subscription", { replace: true })} />}
    </div>
  );
}

/** The days to the end of the trial, or since then (spec 2 §2). */
function trialText(until: string, timeZone: string): string {
  const away = daysUntil(until, timeZone), days = Math.abs(away);
  if (away === 0) return t`termina hoje`;
  return away > 0
    ? plural(days, { one: "# dia restante", other: "# dias restantes" })
    : plural(days, { one: "terminou há # dia", other: "terminou há # dias" });
}
