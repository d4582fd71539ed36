import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { PlanOffer } from "../../src/contract/plans.ts";
import { moneyText } from "../../src/shared/money.ts";
import css from "./Wizard.module.css";

/** A plan with its price and what it allows (spec 2 §2, the wizard's plan step). */
export function PlanCard({ plan, mark, children }: { plan: PlanOffer; mark?: string; children?: ReactNode }) {
  const { t } = useLingui();
  const { name, value, users, connections, queues } = plan;
  const price = moneyText(value);
  const counts: [string, number | null][] = [[t`Usuários`, users], [t`Conexões`, connections], [t`Filas`, queues]];
  return (
    <section className={css.plan} aria-label={name} data-marked={mark !== undefined || undefined}>
      <header>
        <h3>{name}</h3>
        {mark && <small>{mark}</small>}
      </header>
      <p className={css.price}>
        <Trans>
          <b>{price}</b> por mês
        </Trans>
      </p>
      <Facts facts={counts.map(([label, count]) => [label, count ?? t`sem limite`])} />
      {children}
    </section>
  );
}

/** Labels with their values; what has no value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.filter(([, value]) => value !== "" && value !== null).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
