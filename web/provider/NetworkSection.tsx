import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import * as z from "zod/mini";
import { typed } from "../../src/contract/fields.ts";
import { PROVIDER_SETTINGS, providerSettings } from "../../src/contract/provider_settings.ts";
import type { Setting } from "../../src/contract/settings.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { useHeldForm, useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

const KEY = "innerHosts", { most, pattern } = PROVIDER_SETTINGS[KEY];
const Form = z.object({
  value: z.pipe(
    typed(0, most),
    z.string().check(z.refine((hosts: string) => hosts === "" || pattern.test(hosts))),
  ),
});

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
        ? <HostsForm key={round} record={record} onSaved={show} hold={hold} />
        : error
        ? <Failed title={t`A configuração da rede não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={120} />}
    </section>
  );
}

async function readHosts(): Promise<Setting> {
  return (await call(providerSettings.list)).find(({ key }) => key === KEY)!;
}

interface HostsFormProps {
  record: Setting;
  onSaved: (record: Setting) => void;
  hold: (isChanged: boolean) => void;
}

function HostsForm({ record, onSaved, hold }: HostsFormProps) {
  const { t } = useLingui();
  const startOf = ({ value }: Setting) => ({ value });
  const form = useForm(Form, {
    start: startOf(record),
    record,
    startOf,
    submit: async ({ value }, was) => {
      onSaved(await call(providerSettings.change, { key: KEY, value, was }));
      toast.success(t`Operação realizada com sucesso!`);
    },
  });
  useHeldForm(form, hold);
  return (
    <form {...form.props} className={css.form} aria-label={t`Rede interna`}>
      <ChangedMeanwhile form={form} />
      <TextArea
        label={t`Endereços permitidos`}
        rows={2}
        maxLength={most}
        placeholder="erp.local, 192.168.0.20"
        hint={t`Nomes ou números IP, separados por vírgula.`}
        {...form.text("value")}
      />
      <footer className={css.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar a rede</Trans>
        </Button>
      </footer>
    </form>
  );
}
