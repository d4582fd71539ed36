import { Trans, useLingui } from "@lingui/react/macro";
import { Smartphone, Unplug } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type Connection, connections } from "../../src/contract/connections.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { toast } from "../ui/toast.ts";
import { PairingCode } from "./PairingCode.tsx";
import { QrLink } from "./QrLink.tsx";
import { wordsOf } from "./situations.ts";
import { tellConnection } from "./verbs.ts";

interface LinkDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** Links a phone to a connection: by its QR code, or by a code to type. Closes by itself when the phone has taken it. */
export function LinkDialog({ connection, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  const [byCode, setByCode] = useState(false);
  const { name } = connection;
  const isStopped = connection.status === "DISCONNECTED";
  useWhenLinked(connection, onClose);

  return (
    <Dialog
      title={t`Conectar ${name}`}
      width={664}
      onClose={onClose}
      foot={
        <>
          {!isStopped && (
            <Button icon={byCode ? undefined : Smartphone} onClick={() => setByCode(!byCode)}>
              {byCode ? <Trans>Conectar com QR code</Trans> : <Trans>Conectar com código numérico</Trans>}
            </Button>
          )}
          <span style={{ flex: 1 }} />
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
        </>
      }
    >
      {isStopped
        ? <Stopped connection={connection} />
        : byCode
        ? <PairingCode connection={connection} />
        : <QrLink connection={connection} />}
    </Dialog>
  );
}

/** No code has come: why, and how to ask for one again. */
function Stopped({ connection }: { connection: Connection }) {
  const { i18n, t } = useLingui();
  const { word, reason, advice } = wordsOf(connection);
  return (
    <Empty
      icon={Unplug}
      title={reason ? `${i18n._(word)}: ${i18n._(reason)}` : i18n._(word)}
      text={i18n._(advice)}
      action={
        <Button variant="primary" onClick={() => void tellConnection(connections.start, connection)}>
          {t`Tentar novamente`}
        </Button>
      }
    />
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
    } else if (situation === "scan_timed_out") toast.warning(t`Ninguém leu o código a tempo.`);
    else if (status === "DISCONNECTED") toast.error(t`${name} não conectou. Veja o motivo no status dela.`);
    else toast.success(t`Código lido. Concluindo a conexão de ${name}…`);
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
}
