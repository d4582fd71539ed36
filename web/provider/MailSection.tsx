import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { useId } from "react";
import { mail as calls, type MailServer } from "../../src/contract/mail.ts";
import { PROVIDER_SETS } from "../../src/contract/provider_settings.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Fault, ServerFields } from "./MailFields.tsx";
import { useHeldForm, useProviderRecord } from "./useProviderRecord.ts";
import { useMailForm } from "./useMailForm.ts";
import css from "./ProviderTab.module.css";

/** The server that sends the provider's e-mails. */
export function MailSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(calls.show), PROVIDER_SETS.mail);
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>E-mail (SMTP)</Trans>
      </h2>
      <p>
        <Trans>Para convites, senhas esquecidas e avisos de fatura. Sem ele, os links são entregues em mãos.</Trans>
      </p>
      {record
        ? (
          <>
            <Counts server={record} />
            <MailForm key={round} server={record} onSaved={show} hold={hold} />
          </>
        )
        : error
        ? <Failed title={t`A configuração de e-mail não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={320} />}
    </section>
  );
}

function Counts({ server: { host, waiting, failed } }: { server: MailServer }) {
  if (!host || waiting + failed === 0) return null;
  const said = [
    waiting > 0 && plural(waiting, { one: "# e-mail na fila", other: "# e-mails na fila" }),
    failed > 0 && plural(failed, { one: "# não saiu nos últimos 30 dias", other: "# não saíram nos últimos 30 dias" }),
  ].filter((each) => typeof each === "string");
  return <p className={css.counts}>{said.join(" · ")}</p>;
}

interface MailFormProps {
  server: MailServer;
  onSaved: (server: MailServer) => void;
  hold: (isChanged: boolean) => void;
}

function MailForm({ server, onSaved, hold }: MailFormProps) {
  const { t } = useLingui();
  const { form, fault, isTesting, isUntested, setUntested, test, forget } = useMailForm(server, onSaved);
  useHeldForm(form, hold);
  const isBusy = form.busy || isTesting;
  return (
    <form {...form.props} className={css.form} aria-label={t`E-mail (SMTP)`}>
      <ChangedMeanwhile form={form} />
      <ServerFields server={server} form={form} />
      {fault && <Fault fault={fault} isUntested={isUntested} onUntested={setUntested} />}
      <footer className={css.foot}>
        {server.host && (
          <Button className={css.apart} aria-disabled={isBusy} onClick={() => void forget()}>
            <Trans>Desligar o e-mail</Trans>
          </Button>
        )}
        <Button icon={Send} variant="secondary" busy={isTesting} aria-disabled={form.busy} onClick={() => void test()}>
          <Trans>Testar</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} aria-disabled={isTesting}>
          <Trans>Salvar o e-mail</Trans>
        </Button>
      </footer>
    </form>
  );
}
