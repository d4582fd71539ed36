import { useLingui } from "@lingui/react/macro";
import { LoaderCircle, QrCode } from "lucide-react";
import { useState } from "react";
import { type Connection, connections } from "../../src/contract/connections.ts";
import { Button } from "../ui/Button.tsx";
import { ACTIONS, type SessionAction } from "./situations.ts";
import { stopConnection, tellConnection } from "./verbs.ts";
import css from "./ConnectionsPage.module.css";

/** What can be done about a connection's session, by its status. */
export function SessionActions({ connection, onShowCode }: { connection: Connection; onShowCode: () => void }) {
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
        {t`Tentar novamente`}
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
    stop: (
      <Button
        key="stop"
        variant="secondary"
        size="small"
        busy={busy === "stop"}
        onClick={during("stop", () => stopConnection(connection))}
      >
        {t`Desconectar`}
      </Button>
    ),
  };
  return <span className={css.session}>{ACTIONS[connection.status].map((action) => buttons[action])}</span>;
}
