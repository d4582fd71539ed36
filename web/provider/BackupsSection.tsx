import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { backups } from "../../src/contract/backups.ts";
import { Places } from "../backups/Places.tsx";
import { call } from "../call.ts";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

/** Where the backups of the whole installation go. */
export function BackupsSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, retry, show } = useProviderRecord(() => call(backups.show), []);
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Backups</Trans>
      </h2>
      <p>
        <Trans>
          Tudo o que muda é guardado segundo a segundo, cifrado, em um ou mais lugares fora da pasta de dados. Como
          estão se vê no painel, em Saúde.
        </Trans>
      </p>
      {record
        ? <Places shown={record} show={show} />
        : error
        ? <Failed title={t`Os lugares dos backups não vieram`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={120} />}
    </section>
  );
}
