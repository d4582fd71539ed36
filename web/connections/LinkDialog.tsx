import { Trans, useLingui } from "@lingui/react/macro";
import { Smartphone } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { Connection } from "../../src/contract/connections.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { PairingCode } from "./PairingCode.tsx";
import { QrLink } from "./QrLink.tsx";

interface LinkDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** Links a phone to a connection: by its QR code, or by a code to type. Closes by itself when the phone has taken it. */
export function LinkDialog({ connection, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  const [byCode, setByCode] = useState(false);
  const { name } = connection;
  useWhenLinked(connection, onClose);

  return (
    <Dialog
      title={t`Conectar ${name}`}
      width={664}
      onClose={onClose}
      foot={
        <>
          <Button icon={byCode ? undefined : Smartphone} onClick={() => setByCode(!byCode)}>
            {byCode ? <Trans>Conectar com QR code</Trans> : <Trans>Conectar com código numérico</Trans>}
          </Button>
          <span style={{ flex: 1 }} />
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
        </>
      }
    >
      {byCode ? <PairingCode connection={connection} /> : <QrLink connection={connection} />}
    </Dialog>
  );
}

/** A code that was there and is gone means that the phone took it, or that nobody came (spec 2, Connections). */
function useWhenLinked({ name, status, situation, qrcode }: Connection, close: () => void): void {
  const { t } = useLingui();
  const [hadCode, setHadCode] = useState(qrcode !== "");
  if (qrcode && !hadCode) setHadCode(true);
  const isOver = status === "CONNECTED" || (hadCode && qrcode === "");
  const end = useEffectEvent(() => {
    close();
    if (status === "CONNECTED") toast.success(t`${name} está conectada.`);
    else if (situation === "passkey_needed") {
      toast.error(t`${name} não conectou: a conta exige uma chave de acesso (passkey), e outro código não resolve.`);
    } else if (situation === "same_number") {
      toast.error(t`${name} não conectou: este número já está em outra conexão.`);
    } else if (status === "DISCONNECTED") toast.warning(t`Ninguém leu o código a tempo.`);
    else toast.success(t`Código lido. Concluindo a conexão de ${name}…`);
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
}
