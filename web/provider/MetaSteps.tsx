import { Trans, useLingui } from "@lingui/react/macro";
import type { MetaSettings } from "../../src/contract/meta.ts";
import { Steps } from "../ui/Steps.tsx";
import { Copied } from "./Copied.tsx";

/** What is to be done at Meta's own pages, with what is to be typed in there. */
export function MetaSteps({ settings }: { settings: MetaSettings }) {
  const { t } = useLingui();
  return (
    <Steps>
      <Trans>
        Em <b>developers.facebook.com</b>, crie um aplicativo do tipo <b>Empresa</b>, copie o id e a chave secreta de
        {" "}
        <b>Configurações › Básico</b> e salve-os abaixo.
      </Trans>
      <span>
        <Trans>
          Em{" "}
          <b>Webhooks</b>, informe este endereço e este token para WhatsApp Business Account, Page e Instagram, e assine
          {" "}
          <b>messages</b> e os outros campos de mensagens.
        </Trans>
        <Copied label={t`Endereço dos avisos`} value={settings.noticesAddress} />
        <Copied label={t`Token de verificação`} value={settings.verifyToken} />
      </span>
      <span>
        <Trans>
          Em <b>Login do Facebook para Empresas</b>, inclua este endereço nos <b>URIs de redirecionamento</b>.
        </Trans>
        <Copied label={t`Endereço de volta do login`} value={settings.loginAddress} />
      </span>
      <Trans>
        Peça à Meta o <b>acesso avançado</b>{" "}
        às permissões de mensagens. Sem ele, só contas com papel no aplicativo funcionam.
      </Trans>
    </Steps>
  );
}
