import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { providerSettings } from "../../src/contract/provider_settings.ts";
import { PUSH_HOSTS } from "../../src/contract/push.ts";
import { call } from "../call.ts";
import { Failed } from "../ui/Empty.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Switch } from "../ui/Switch.tsx";
import { HostsForm, readSetting } from "./HostsForm.tsx";
import { useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

/** Whether people may be told while the product is closed, and whose services are called for it. */
export function PushSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(readHosts, ["pushHosts"]);
  const hosts = PUSH_HOSTS.map((host) => host.replace(/^\./, "*.")).join(", ");
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Avisos com o sistema fechado</Trans>
      </h2>
      <p>
        <Trans>
          Cada pessoa escolhe se quer ser avisada na tela de bloqueio. Para isso este servidor chama os serviços dos
          fabricantes de navegadores, que não leem o que passa por eles: {hosts}.
        </Trans>
      </p>
      <PushSwitch />
      {record
        ? (
          <HostsForm
            key={round}
            name="pushHosts"
            record={record}
            words={{
              form: t`Avisos com o sistema fechado`,
              field: t`Outros serviços de avisos permitidos`,
              placeholder: "push.exemplo.com.br",
              hint: t`Nomes, separados por vírgula. Só para navegadores com serviço próprio.`,
              save: t`Salvar os serviços de avisos`,
            }}
            onSaved={show}
            hold={hold}
          />
        )
        : error
        ? <Failed title={t`A configuração dos avisos não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={120} />}
    </section>
  );
}

/** On or off for all, at once. */
function PushSwitch() {
  const { record, error, show } = useProviderRecord(readPush, ["push"]);
  if (error !== undefined) return null;
  if (!record) return <Skeleton width={320} height={24} />;
  const turn = async (on: boolean) => {
    try {
      const value = on ? "enabled" : "disabled";
      show(await call(providerSettings.change, { key: "push", value, was: record.revision }));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Switch checked={record.value === "enabled"} onChecked={turn}>
      <Trans>Permitir avisos com o sistema fechado</Trans>
    </Switch>
  );
}

const readPush = () => readSetting("push");
const readHosts = () => readSetting("pushHosts");
