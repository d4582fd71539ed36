import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import {
  SIGNATURE_EXAMPLES,
  SIGNATURE_LANGUAGES,
  type SignatureLanguage,
} from "../../src/contract/signature_examples.ts";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copyText.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Segments } from "../ui/Segments.tsx";
import css from "./ApiPage.module.css";

/** How a receiver checks that what comes is from here, in the language that it is written in. */
export function SignatureDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [language, setLanguage] = useState<SignatureLanguage>("JavaScript");
  const example = SIGNATURE_EXAMPLES[language];
  return (
    <Dialog
      title={t`Como conferir a assinatura`}
      width={680}
      onClose={onClose}
      bodyClassName={css.fields}
      foot={
        <Button variant="primary" icon={Copy} onClick={() => void copyText(example)}>
          <Trans>Copiar o exemplo</Trans>
        </Button>
      }
    >
      <p className={css.text}>
        <Trans>
          Cada entrega é assinada com o segredo do webhook (Standard Webhooks, HMAC-SHA256). Confira o texto exatamente
          como chegou, antes de ler o JSON, e recuse o que tem mais de cinco minutos. O segredo fica na variável de
          ambiente SECRET.
        </Trans>
      </p>
      <Segments
        label={t`Exemplo em`}
        value={language}
        onValue={setLanguage}
        options={SIGNATURE_LANGUAGES.map((value) => ({ value, label: value }))}
      />
      <pre className={css.code} tabIndex={0} role="region" aria-label={t`Exemplo em ${language}`}>{example}</pre>
      <p className={css.text}>
        {language === "PHP"
          ? (
            <Trans>
              Chame com <code>$_SERVER</code> e <code>file_get_contents("php://input")</code>.
            </Trans>
          )
          : <Trans>Chame com os cabeçalhos, de nomes em minúsculas, e o texto do pedido.</Trans>}
      </p>
    </Dialog>
  );
}
