import { Trans, useLingui } from "@lingui/react/macro";
import { differenceInSeconds } from "date-fns/differenceInSeconds";
import { Copy, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import type { Connection } from "../../src/contract/connections.ts";
import { lengthText } from "../ui/sizes.ts";
import { Button } from "../ui/Button.tsx";
import { Progress } from "../ui/Progress.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import { Steps } from "../ui/Steps.tsx";
import { copyText } from "../ui/copyText.ts";
import { useIsDemo } from "./demo.ts";
import css from "./LinkDialog.module.css";

/** The code to point a phone at, how to do it, and how long the code lives. */
export function QrLink({ connection: { name, qrcode, qr } }: { connection: Connection }) {
  const { t } = useLingui();
  const isDemo = useIsDemo();
  return (
    <div className={css.link}>
      <div>
        <Steps>
          <Trans>
            Abra o <b>WhatsApp</b> no celular desta conexão.
          </Trans>
          <Trans>
            Toque em <b>Aparelhos conectados</b> e depois em <b>Conectar um aparelho</b>.
          </Trans>
          <Trans>Aponte a câmera para este código.</Trans>
        </Steps>
        <p className={css.waiting} role="status">
          <LoaderCircle size={16} className="spin" aria-hidden />
          {qrcode ? <Trans>Aguardando a leitura</Trans> : <Trans>Esperando pelo QR Code</Trans>}
        </p>
      </div>
      <div className={css.code}>
        {qrcode
          ? <QrCode className={css.paper} text={qrcode} label={t`QR code para conectar ${name}`} />
          : (
            <span className={css.paper} data-waiting>
              <LoaderCircle size={20} className="spin" aria-hidden />
            </span>
          )}
        {qr && <Life key={qr.until} {...qr} />}
        {isDemo && qrcode && <CopyCode text={qrcode} />}
      </div>
    </div>
  );
}

/** A simulated phone has no camera: it takes the code's text. */
function CopyCode({ text }: { text: string }) {
  const copy = () => void copyText(text);
  return (
    <Button size="small" icon={Copy} onClick={copy}>
      <Trans>Copiar o texto do código</Trans>
    </Button>
  );
}

/** How long until the next code replaces this one. */
function Life({ nth, of, until }: NonNullable<Connection["qr"]>) {
  const { t } = useLingui();
  const [whole] = useState(() => Math.max(secondsUntil(until), 1));
  const [left, setLeft] = useState(whole);
  useEffect(() => {
    const clock = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(clock);
  }, [until]);
  const clock = lengthText(left);
  return (
    <span className={css.life}>
      <Progress label={t`Tempo de vida do código`} value={left} max={whole} />
      <Trans>Muda em {clock} · código {nth} de {of}</Trans>
    </span>
  );
}

function secondsUntil(moment: string): number {
  return Math.max(0, differenceInSeconds(moment, Date.now(), { roundingMethod: "ceil" }));
}
