import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import type { invoices } from "../../src/contract/invoices.ts";
import { moneyText } from "../../src/shared/money.ts";
import type { Answer } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { Progress } from "../ui/Progress.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import { Steps } from "../ui/Steps.tsx";
import { toast } from "../ui/toast.ts";
import { useDates } from "../ui/useDates.ts";
import css from "./PixStep.module.css";

export type PixAnswer = Answer<typeof invoices.pay>;

/** How long (ms) the button says that the code is copied (spec 2 §9). */
const COPIED_FOR = 1000;

interface PixStepProps {
  pix: PixAnswer;
  /** What is paid for. */
  title: string;
}

/** The Pix code, to point a phone at and to copy. */
export function PixStep({ pix, title }: PixStepProps) {
  const { t } = useLingui();
  const code = pix.qrcode.qrcode, { payee } = pix;
  return (
    <div className={css.pix}>
      <div>
        <p className={css.amount}>
          <span>{title}</span>
          <b>{moneyText(Number(pix.valor.original))}</b>
        </p>
        <Steps>
          <Trans>
            Abra o <b>aplicativo do seu banco</b>.
          </Trans>
          <Trans>
            Escolha <b>Pix</b> e aponte a câmera, ou cole o código.
          </Trans>
          {pix.kind === "static"
            ? (
              <Trans>
                Confira <b>{payee}</b> e confirme. Depois, quem fornece o sistema confere o pagamento.
              </Trans>
            )
            : (
              <Trans>
                Confira o valor e confirme. Esta tela avisa na hora.
              </Trans>
            )}
        </Steps>
        <div className={css.copy}>
          <input
            className={css.code}
            readOnly
            value={code}
            aria-label={t`Código Pix`}
            onFocus={(e) => e.target.select()}
          />
          <CopyButton text={code} />
        </div>
      </div>
      <div className={css.drawn}>
        <QrCode className={css.paper} text={code} label={t`QR code do Pix`} />
        {pix.createdAt && pix.expiresAt && <Life from={pix.createdAt} until={pix.expiresAt} />}
      </div>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const clock = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(clock);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error(t`O navegador não deixou copiar.`);
    }
  };
  return (
    <>
      <Button variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        {isCopied ? t`Copiado` : t`Copiar o código Pix`}
      </Button>
      <span className="visually-hidden" role="status">{isCopied && t`Copiado`}</span>
    </>
  );
}

/** How long the code can be paid. */
function Life({ from, until }: { from: string; until: string }) {
  const { t } = useLingui();
  const dates = useDates();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(clock);
  }, []);
  const end = Date.parse(until), moment = dates.shortDateTime(until);
  return (
    <span className={css.life}>
      <Progress label={t`Tempo do código`} value={Math.max(0, end - now)} max={Math.max(1, end - Date.parse(from))} />
      <Trans>Vale até {moment}</Trans>
    </span>
  );
}
