import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { useId } from "react";
import { ALERT_KINDS, type AlertKind, alerts, type AlertSettings } from "../../src/contract/alerts.ts";
import { PROVIDER_SETS } from "../../src/contract/provider_settings.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Switch } from "../ui/Switch.tsx";
import { TextField } from "../ui/TextField.tsx";
import { Copied } from "./Copied.tsx";
import { MAIL_FAULTS_SAID } from "./MailFields.tsx";
import { type AlertsFormOf, useAlertsForm } from "./useAlertsForm.ts";
import { useHeldForm, useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

/** What the provider is told of by itself, and how. */
export function AlertsSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(alerts.show), PROVIDER_SETS.alerts);
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Avisos da instalação</Trans>
      </h2>
      <p>
        <Trans>Cada aviso vem uma vez, e outra quando acaba, com quanto durou.</Trans>
      </p>
      {record
        ? <AlertsForm key={round} settings={record} onSaved={show} hold={hold} />
        : error
        ? <Failed title={t`A configuração dos avisos não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={240} />}
    </section>
  );
}

interface AlertsFormProps {
  settings: AlertSettings;
  onSaved: (settings: AlertSettings) => void;
  hold: (isChanged: boolean) => void;
}

function AlertsForm({ settings, onSaved, hold }: AlertsFormProps) {
  const { t, i18n } = useLingui();
  const { form, fault, isTesting, test } = useAlertsForm(settings, onSaved);
  useHeldForm(form, hold);
  return (
    <form {...form.props} className={css.form} aria-label={t`Avisos da instalação`}>
      <ChangedMeanwhile form={form} />
      <Kinds form={form} />
      <Switch {...form.flag("byMail")}>
        {settings.hasMail
          ? <Trans>Por e-mail, a todos os superusuários</Trans>
          : <Trans>Por e-mail, a todos os superusuários, quando houver servidor de e-mail</Trans>}
      </Switch>
      <TextField
        label={t`Endereço de webhook`}
        type="url"
        autoComplete="off"
        placeholder="https://exemplo.com.br/avisos"
        hint={t`Recebe um POST assinado (Standard Webhooks) e responde 2xx em até 15 s. Vazio, nada é enviado.`}
        {...form.text("url")}
      />
      {form.values.url && <Copied label={t`Chave da assinatura`} value={settings.secret} />}
      {fault && (
        <div className={css.fault} role="alert">
          <p>
            <b>
              <Trans>O e-mail de teste não saiu.</Trans>
            </b>{" "}
            {i18n._(MAIL_FAULTS_SAID[fault])}
          </p>
        </div>
      )}
      <footer className={css.foot}>
        <Button icon={Send} variant="secondary" busy={isTesting} aria-disabled={form.busy} onClick={() => void test()}>
          <Trans>Testar</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} aria-disabled={isTesting}>
          <Trans>Salvar os avisos</Trans>
        </Button>
      </footer>
    </form>
  );
}

const KINDS: Record<AlertKind, MessageDescriptor> = {
  line: msg`Conexão caída há mais de 5 minutos`,
  disk: msg`Pouco espaço no disco`,
  backup: msg`Backup atrasado, falho ou não provado`,
  certificate: msg`Certificado perto do fim`,
  damage: msg`Arquivo de empresa danificado`,
  restart: msg`Servidor que caiu e começou de novo`,
};

function Kinds({ form }: { form: AlertsFormOf }) {
  const { i18n } = useLingui();
  const chosen = form.values.kinds ?? [];
  const set = (kind: AlertKind, is: boolean) =>
    form.change("kinds", ALERT_KINDS.filter((each) => each === kind ? is : chosen.includes(each)));
  return (
    <fieldset className={css.choices} disabled={form.busy}>
      <legend>
        <Trans>Avisar de</Trans>
      </legend>
      {ALERT_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          name="kinds"
          checked={chosen.includes(kind)}
          disabled={form.busy}
          onChecked={(is) => set(kind, is)}
        >
          {i18n._(KINDS[kind])}
        </Checkbox>
      ))}
    </fieldset>
  );
}
