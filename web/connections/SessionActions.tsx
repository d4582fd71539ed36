import { useLingui } from "@lingui/react/macro";
import { BadgeCheck, Code, KeyRound, LoaderCircle, QrCode } from "lucide-react";
import { useState } from "react";
import { type Connection, connections } from "../../src/contract/connections.ts";
import { Button } from "../ui/Button.tsx";
import { actionsOf, isTokenWanted, type SessionAction } from "./situations.ts";
import { stopConnection, tellConnection } from "./verbs.ts";
import css from "./ConnectionsPage.module.css";

interface SessionActionsProps {
  connection: Connection;
  onShowCode: () => void;
  onInstall: () => void;
  /** Nothing for who may not change the account. */
  onAccount?: () => void;
  /** Goes on at the Cloud API; nothing for who may not add a connection. */
  onOfficial?: () => void;
}

/** What can be done about a connection's session, by its kind and status. */
export function SessionActions({ connection, onShowCode, onInstall, onAccount, onOfficial }: SessionActionsProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<SessionAction>();
  const during = (action: SessionAction, work: () => Promise<unknown>) => async () => {
    setBusy(action);
    await work();
    setBusy(undefined);
  };
  const buttons: Record<SessionAction, React.ReactNode> = {
    start: (
      <Button
        key="start"
        variant="secondary"
        size="small"
        busy={busy === "start"}
        onClick={during("start", () => tellConnection(connections.start, connection))}
      >
        {connection.kind === "webchat" ? t`Ligar` : t`Tentar novamente`}
      </Button>
    ),
    relink: (
      <Button
        key="relink"
        size="small"
        busy={busy === "relink"}
        onClick={during("relink", async () => await tellConnection(connections.relink, connection) && onShowCode())}
      >
        {t`Novo QR CODE`}
      </Button>
    ),
    showCode: (
      <Button key="showCode" variant="accent" size="small" icon={QrCode} onClick={onShowCode}>
        {t`QR CODE`}
      </Button>
    ),
    connecting: (
      <Button key="connecting" size="small" disabled>
        <LoaderCircle size={16} className="spin" aria-hidden />
        {t`Conectando`}
      </Button>
    ),
    official: onOfficial && (
      <Button key="official" variant="accent" size="small" icon={BadgeCheck} onClick={onOfficial}>
        {t`Usar a API oficial`}
      </Button>
    ),
    account: onAccount && (
      <Button
        key="account"
        variant={isTokenWanted(connection) ? "accent" : "secondary"}
        size="small"
        icon={KeyRound}
        onClick={onAccount}
      >
        {isTokenWanted(connection) ? t`Novo token` : t`Conta`}
      </Button>
    ),
    stop: (
      <Button
        key="stop"
        variant="secondary"
        size="small"
        busy={busy === "stop"}
        onClick={during("stop", () => stopConnection(connection))}
      >
        {connection.kind === "webchat" ? t`Desligar` : t`Desconectar`}
      </Button>
    ),
    install: (
      <Button key="install" variant="accent" size="small" icon={Code} onClick={onInstall}>
        {t`Pôr no site`}
      </Button>
    ),
  };
  return <span className={css.session}>{actionsOf(connection).map((action) => buttons[action])}</span>;
}
