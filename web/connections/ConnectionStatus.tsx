import { useLingui } from "@lingui/react/macro";
import { LoaderCircle } from "lucide-react";
import type { Connection } from "../../src/contract/connections.ts";
import { Chip } from "../ui/Chip.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Popover } from "../ui/Popover.tsx";
import { useDates } from "../ui/useDates.ts";
import { Health } from "./Health.tsx";
import { SITUATIONS } from "./situations.ts";
import css from "./ConnectionsPage.module.css";

/** A connection's state in a word, and the reason for it; pressed, it tells more (`Health`). */
export function ConnectionStatus({ connection, mayAsk }: { connection: Connection; mayAsk: boolean }) {
  const { t } = useLingui();
  const { name } = connection;
  const state = <SituationChip situation={connection.situation} />;
  return (
    <span className={css.status}>
      {mayAsk
        ? (
          <Popover
            label={t`Saúde de ${name}`}
            align="start"
            className={css.health}
            trigger={(props) => (
              <button type="button" className={css.ask} data-tooltip={t`Ver a saúde da conexão`} {...props}>
                {state}
              </button>
            )}
          >
            {() => <Health connection={connection} />}
          </Popover>
        )
        : state}
      <Reason connection={connection} />
    </span>
  );
}

export function SituationChip({ situation }: Pick<Connection, "situation">) {
  const { i18n } = useLingui();
  const { tone, icon: Icon, word } = SITUATIONS[situation];
  return (
    <Chip tone={tone}>
      {Icon
        ? <Icon size={12} className={Icon === LoaderCircle ? "spin" : undefined} aria-hidden />
        : <Dot tone={tone} />}
      {i18n._(word)}
    </Chip>
  );
}

function Reason({ connection: { situation, since, qr, retries } }: { connection: Connection }) {
  const { t, i18n } = useLingui();
  const dates = useDates();
  const { reason } = SITUATIONS[situation];
  if (situation === "connected") {
    const day = dates.dayAndMonth(since);
    return <small data-tooltip={dates.full(since)}>{t`desde ${day}`}</small>;
  }
  if (situation === "waiting_for_scan" && qr) return <small>{t`código ${qr.nth} de ${qr.of}`}</small>;
  if (situation === "connecting" && retries > 0) return <small>{t`tentativa ${retries}`}</small>;
  return reason && <small data-tooltip={i18n._(reason)}>{i18n._(reason)}</small>;
}
