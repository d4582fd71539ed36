import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { MailFault, MailServer } from "../../src/contract/mail.ts";
import { MAIL_SECURITY } from "../../src/contract/mail_security.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { MailFormOf } from "./useMailForm.ts";
import css from "./ProviderTab.module.css";

export function ServerFields({ server, form }: { server: MailServer; form: MailFormOf }) {
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

/** What has failed, in words, and what to look at. */
export const MAIL_FAULTS_SAID: Record<MailFault, MessageDescriptor> = {
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

export function Fault({ fault, isUntested, onUntested }: FaultProps) {
  const { i18n } = useLingui();
  return (
    <div className={css.fault} role="alert">
      <p>
        <b>
          <Trans>Nada foi salvo.</Trans>
        </b>{" "}
        {i18n._(MAIL_FAULTS_SAID[fault])}
      </p>
      <Checkbox checked={isUntested} onChecked={onUntested}>
        <Trans>Salvar mesmo assim, sem testar</Trans>
      </Checkbox>
    </div>
  );
}
