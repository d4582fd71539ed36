import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { type BankFault, type Pix, pix as calls } from "../../src/contract/pix.ts";
import { call } from "../call.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { showError } from "../ui/showError.ts";
import css from "./PixSection.module.css";

/** What the bank has said, and what to look at. */
const FAULTS: Record<BankFault, MessageDescriptor> = {
  unreachable: msg`O banco não respondeu. Confira o endereço da API e se a rede deste servidor deixa sair.`,
  refused:
    msg`O banco recusou. Confira Client ID, Client Secret, certificado e chave Pix, se a aplicação no banco pode usar o Pix e se ele alcança este endereço por https.`,
  limited: msg`O banco pede para esperar: foram pedidos demais. Tente de novo em alguns minutos.`,
  senseless:
    msg`A resposta não é a de uma API Pix. Confira o endereço da API; o banco também pode estar em manutenção.`,
};

/** Tries what is saved, and has the bank tell us of payments. */
export function BankTest({ pix, isChanged }: { pix: Pix; isChanged: boolean }) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<BankFault | "good">();
  const siteAddress = pix.siteAddress || location.origin;
  const test = async () => {
    if (isBusy || isChanged) return;
    setSaid(undefined);
    setBusy(true);
    try {
      await call(calls.test, { siteAddress });
      setSaid("good");
    } catch (error) {
      if (error instanceof CallError && error.code === "ERR_BANK") {
        setSaid((error.detail as { fault: BankFault }).fault);
      } else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.test} role="group" aria-label={t`Teste do banco`}>
      <Button icon={PlugZap} variant="secondary" busy={isBusy} aria-disabled={isChanged} onClick={() => void test()}>
        <Trans>Testar e registrar avisos</Trans>
      </Button>
      <small>
        {isChanged
          ? <Trans>Salve antes de testar.</Trans>
          : <Trans>O banco passa a avisar cada pagamento em {siteAddress}.</Trans>}
      </small>
      {said === "good" && (
        <p role="status">
          <Trans>Tudo certo: o banco respondeu e vai avisar os pagamentos.</Trans>
        </p>
      )}
      {said && said !== "good" && <p className={css.wrong} role="alert">{i18n._(FAULTS[said])}</p>}
    </div>
  );
}
