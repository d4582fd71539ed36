import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { type Erasure, privacy, type RetentionRun } from "../../src/contract/privacy.ts";
import { type Answer, call } from "../call.ts";
import { ErasureReport } from "../contacts/ErasureReport.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import css from "./SettingsPage.module.css";

/** The reports: who was erased, without saying who, and what went by night for its age. */
export default function PrivacyTab() {
  const { t } = useLingui();
  const { reports, error, load } = useReports();
  if (error !== undefined) return <Failed title={t`Os relatórios não vieram`} error={error} onRetry={load} />;
  if (!reports) return <Skeleton width={480} height={120} />;
  const { erasures, retention } = reports;
  if (erasures.length === 0 && retention.length === 0) {
    return (
      <Empty
        icon={ShieldCheck}
        title={t`Nada foi apagado ainda`}
        text={t`Os dados de um contato são exportados e apagados na página Contatos. Em Opções, a empresa escolhe por quanto tempo guarda as conversas.`}
      />
    );
  }
  return (
    <div className={css.groups}>
      {erasures.length > 0 && <Erasures all={erasures} />}
      {retention.length > 0 && <Nights all={retention} />}
    </div>
  );
}

/** Read when it is opened; nobody else changes it meanwhile but by night. */
function useReports() {
  const [reports, setReports] = useState<Answer<typeof privacy.list>>();
  const [error, setError] = useState<unknown>();
  const load = () => {
    setError(undefined);
    call(privacy.list).then(setReports, setError);
  };
  useEffect(load, []);
  return { reports, error, load };
}

function Erasures({ all }: { all: readonly Erasure[] }) {
  const { t } = useLingui();
  const dates = useDates();
  return (
    <section aria-label={t`Contatos apagados`}>
      <h2>
        <Trans>Contatos apagados</Trans>
      </h2>
      <ul className={css.reports}>
        {all.map((one) => (
          <li key={one.id}>
            <b>
              {dates.dateTime(one.at)} · {one.by || t`depois de uma restauração`}
            </b>
            <ErasureReport erasure={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nights({ all }: { all: readonly RetentionRun[] }) {
  const { t } = useLingui();
  const dates = useDates();
  return (
    <section aria-label={t`Conversas antigas apagadas`}>
      <h2>
        <Trans>Conversas antigas apagadas</Trans>
      </h2>
      <ul className={css.holidays}>
        {all.map(({ id, at, messages, files }) => (
          <li key={id}>
            <time dateTime={at}>{dates.date(at)}</time>
            <span>
              <Plural value={messages} one="# mensagem" other="# mensagens" />
              {files > 0 && (
                <>
                  {", "}
                  <Plural value={files} one="# arquivo" other="# arquivos" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
