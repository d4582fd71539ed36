import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { useEffect, useId, useState } from "react";
import {
  mail as calls,
  type MailFault,
  type MailLanguage,
  type MailServer,
  MailServerForm,
} from "../../src/contract/mail.ts";
import { MAIL_SECURITY } from "../../src/contract/mail_security.ts";
import { call } from "../call.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { confirm } from "../ui/confirm.ts";
import { Failed } from "../ui/Empty.tsx";
import { Select } from "../ui/Select.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { isSamePlace, useUnsaved } from "../ui/unsaved.ts";
import { checkForm, useForm } from "../ui/useForm.ts";
import { useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

const KEYS = ["smtpHost", "smtpPort", "smtpSecurity", "smtpUser", "smtpPassword", "mailFrom", "siteAddress"] as const;

/** The server that sends the provider's e-mails. */
export function MailSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(calls.show), KEYS);
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
  useEffect(() => {
    hold(form.isChanged);
    return () => hold(false);
  }, [form.isChanged]);
  useUnsaved(form.isChanged, undefined, { isBusy: form.busy, survives: isSamePlace });
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

type MailFormOf = ReturnType<typeof useMailForm>["form"];

function ServerFields({ server, form }: { server: MailServer; form: MailFormOf }) {
  const { t, i18n } = useLingui();
  const security = form.values.security;
  return (
    <>
      <div className={css.most}>
        <TextField
          label={t`Servidor`}
          autoComplete="off"
          spellCheck={false}
          placeholder="smtp.exemplo.com.br"
          {...form.text("host")}
        />
      </div>
      <div className={css.third}>
        <TextField label={t`Porta`} inputMode="numeric" autoComplete="off" maxLength={5} {...form.text("port")} />
      </div>
      <Select
        label={t`Segurança`}
        options={MAIL_SECURITY.map((value) => ({ value, label: i18n._(SECURITY[value]) }))}
        hint={security === "none" ? t`Sem criptografia, a senha e os links passam abertos pela rede.` : undefined}
        {...form.text("security")}
        disabled={form.busy}
      />
      <div className={css.half}>
        <TextField
          label={t`Usuário`}
          autoComplete="off"
          spellCheck={false}
          hint={t`Vazio, o servidor aceita sem login.`}
          {...form.text("user")}
        />
      </div>
      <div className={css.half}>
        <TextField
          label={t`Senha`}
          type="password"
          autoComplete="new-password"
          placeholder={server.hasPassword ? t`Guardada; digite para trocar` : undefined}
          {...form.text("password")}
        />
      </div>
      <div className={css.half}>
        <TextField
          label={t`Remetente`}
          type="email"
          autoComplete="off"
          placeholder="avisos@exemplo.com.br"
          {...form.text("from")}
        />
      </div>
      <div className={css.half}>
        <TextField
          label={t`Endereço do sistema`}
          autoComplete="off"
          inputMode="url"
          hint={t`Aonde levam os links dos e-mails.`}
          {...form.text("siteAddress")}
        />
      </div>
    </>
  );
}

const SECURITY: Record<typeof MAIL_SECURITY[number], MessageDescriptor> = {
  tls: msg`TLS desde o início (porta 465)`,
  starttls: msg`STARTTLS (porta 587)`,
  none: msg`Nenhuma`,
};

/** What is typed about the mail server: tried, saved, or forgotten. */
function useMailForm(server: MailServer, onSaved: (server: MailServer) => void) {
  const { t, i18n } = useLingui();
  const [fault, setFault] = useState<MailFault>();
  const [isTesting, setTesting] = useState(false);
  const [untested, setUntested] = useState(false);
  const language = i18n.locale as MailLanguage;
  const noteFault = ({ code, detail }: CallError) => {
    if (code !== "ERR_MAIL_SERVER") return false;
    setFault((detail as { fault: MailFault }).fault);
    return true;
  };
  const form = useForm(MailServerForm, {
    start: startOf(server),
    record: server,
    startOf,
    delay: 0,
    submit: async (typed, was) => {
      setFault(undefined);
      const saved = await call(calls.save, { ...typed, language, untested, was });
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
    refused: noteFault,
  });
  const test = async () => {
    if (form.busy || isTesting) return;
    const checked = checkForm(MailServerForm, form.values);
    if ("problems" in checked) return form.mark(checked.problems);
    setFault(undefined);
    setTesting(true);
    try {
      const { to } = await call(calls.test, { ...checked.values, language });
      setUntested(false);
      toast.success(t`O e-mail de teste saiu para ${to}.`);
    } catch (error) {
      const isKnown = error instanceof CallError && (noteFault(error) || form.markRefused(error));
      if (!isKnown) showError(error);
    } finally {
      setTesting(false);
    }
  };
  const forget = async () => {
    if (form.busy || isTesting) return;
    const isSure = await confirm({
      title: t`Desligar o e-mail?`,
      text: t`O servidor e a senha são esquecidos. Links de senha voltam a ser entregues em mãos.`,
      yes: t`Desligar`,
      danger: true,
    });
    if (!isSure) return;
    await call(calls.forget, { was: server.revision }).then(onSaved, showError);
  };
  return { form, fault, isTesting, isUntested: untested, setUntested, test, forget };
}

function startOf({ host, port, security, user, from, siteAddress }: MailServer) {
  return { host, port: String(port), security, user, password: "", from, siteAddress: siteAddress || location.origin };
}

/** What has failed, in words, and what to look at. */
const FAULTS: Record<MailFault, MessageDescriptor> = {
  unreachable: msg`O servidor não respondeu. Confira o nome, a porta e se a rede deste servidor deixa sair.`,
  certificate: msg`O certificado do servidor não vale para este nome. Confira o nome do servidor.`,
  encryption: msg`O servidor não fala com esta segurança. Tente a outra, com a porta dela.`,
  login: msg`O servidor recusou o usuário ou a senha.`,
  sender: msg`O servidor não deixa enviar com este remetente.`,
  receiver: msg`O servidor não entrega ao seu próprio e-mail, para onde vai o teste.`,
  other: msg`O servidor recusou o e-mail de teste.`,
};

interface FaultProps {
  fault: MailFault;
  isUntested: boolean;
  onUntested: (isUntested: boolean) => void;
}

function Fault({ fault, isUntested, onUntested }: FaultProps) {
  const { i18n } = useLingui();
  return (
    <div className={css.fault} role="alert">
      <p>
        <b>
          <Trans>Nada foi salvo.</Trans>
        </b>{" "}
        {i18n._(FAULTS[fault])}
      </p>
      <Checkbox checked={isUntested} onChecked={onUntested}>
        <Trans>Salvar mesmo assim, sem testar</Trans>
      </Checkbox>
    </div>
  );
}
