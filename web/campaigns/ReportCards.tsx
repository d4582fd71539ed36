import { Trans, useLingui } from "@lingui/react/macro";
import type { Campaign, RecipientFilter } from "../../src/contract/campaigns.ts";
import { useDates } from "../ui/useDates.ts";
import { Notes } from "./Notes.tsx";
import type { Report } from "./report.ts";
import { countText, momentText, STATE_WORDS, STATES, statusLine } from "./words.ts";
import css from "./ReportPage.module.css";

interface ProgressCardProps {
  campaign: Campaign;
  report: Report;
  filter: RecipientFilter | undefined;
  onFilter: (filter: RecipientFilter | undefined) => void;
}

/** How far it is, what everybody's state is, what it waits for and when it ends. */
export function ProgressCard({ campaign, report, filter, onFilter }: ProgressCardProps) {
  const { t, i18n } = useLingui();
  const { timeZone } = useDates();
  const { notes, endsAt } = report, { counts } = campaign;
  const delivered = countText(counts.delivered), valid = countText(counts.valid);
  return (
    <section className={css.progress} aria-label={t`Andamento`}>
      <header>
        <h2>
          <Trans>{delivered} de {valid} entregues</Trans>
        </h2>
        <span>{statusLine(campaign, timeZone)}</span>
        {endsAt && (
          <span>
            <Trans>termina {momentText(endsAt, timeZone)}</Trans>
          </span>
        )}
      </header>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t`Entregues`}
        aria-valuemin={0}
        aria-valuemax={Math.max(counts.valid, 1)}
        aria-valuenow={counts.delivered}
      >
        {STATES.filter((state) => counts[state] > 0).map((state) => (
          <i key={state} data-state={state} style={{ flexGrow: counts[state] }} />
        ))}
      </div>
      <div className={css.states} role="group" aria-label={t`Situação`}>
        {STATES.filter((state) => counts[state] > 0 || state === "sent").map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter === state}
            onClick={() => onFilter(filter === state ? undefined : state)}
          >
            <i data-state={state} aria-hidden />
            {i18n._(STATE_WORDS[state])} <b>{countText(counts[state])}</b>
          </button>
        ))}
      </div>
      <Notes notes={notes} />
    </section>
  );
}

/** The figures of the specification (spec 3 §2.4). */
export function Cards({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { shortDateTime } = useDates();
  const { counts, confirmation, whatsapps, contactList, scheduledAt, completedAt } = campaign;
  const figures: [string, number][] = [
    [t`Contatos válidos`, counts.valid],
    ...confirmation
      ? [[t`Confirmações solicitadas`, counts.confirmationsRequested], [t`Confirmações`, counts.confirmations]] as [
        string,
        number,
      ][]
      : [],
    [t`Entregues`, counts.delivered],
  ];
  const texts = [
    [t`Conexão`, whatsapps.map(({ name }) => name).join(", ") || t`não definida`],
    [t`Lista de contatos`, contactList?.name ?? t`não definida`],
    [t`Agendamento`, scheduledAt ? shortDateTime(scheduledAt) : t`sem agendamento`],
    [t`Conclusão`, completedAt ? shortDateTime(completedAt) : t`não concluída`],
  ] as const;
  return (
    <dl className={css.cards}>
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-figure>{countText(count)}</dd>
        </div>
      ))}
      {texts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
