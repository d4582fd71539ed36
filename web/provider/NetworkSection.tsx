import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { HostsForm, readSetting } from "./HostsForm.tsx";
import { useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

const KEY = "innerHosts";
const readHosts = () => readSetting(KEY);

/** Which machines of the provider's own network companies may name. */
export function NetworkSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(readHosts, [KEY]);
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Rede interna</Trans>
      </h2>
      <p>
        <Trans>
          Webhooks, arquivos e sistemas de cobrança das empresas não alcançam a rede em que este servidor está, a não
          ser o que constar aqui.
        </Trans>
      </p>
      {record
        ? (
          <HostsForm
            key={round}
            name={KEY}
            record={record}
            words={{
              form: t`Rede interna`,
              field: t`Endereços permitidos`,
              placeholder: "erp.local, 192.168.0.20",
              hint: t`Nomes ou números IP, separados por vírgula.`,
              save: t`Salvar a rede`,
            }}
            onSaved={show}
            hold={hold}
          />
        )
        : error
        ? <Failed title={t`A configuração da rede não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={120} />}
    </section>
  );
}
