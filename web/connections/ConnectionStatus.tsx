import { useLingui } from "@lingui/react/macro";
import { LoaderCircle } from "lucide-react";
import type { Connection } from "../../src/contract/connections.ts";
import { Chip } from "../ui/Chip.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Popover } from "../ui/Popover.tsx";
import { useDates } from "../ui/useDates.ts";
import { Health } from "./Health.tsx";
import { wordsOf } from "./situations.ts";
import css from "./ConnectionsPage.module.css";

/** A connection's state in a word, and the reason for it; pressed, it tells more (`Health`). */
export function ConnectionStatus({ connection, mayAsk }: { connection: Connection; mayAsk: boolean }) {
  const { t } = useLingui();
  const { name } = connection;
  const state = <SituationChip connection={connection} />;
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

function SituationChip({ connection }: { connection: Connection }) {
  const { i18n } = useLingui();
  const { tone, icon: Icon, word } = wordsOf(connection);
  return (
    <Chip tone={tone}>
      {Icon
        ? <Icon size={12} className={Icon === LoaderCircle ? "spin" : undefined} aria-hidden />
        : <Dot tone={tone} />}
      {i18n._(word)}
    </Chip>
  );
}

function Reason({ connection }: { connection: Connection }) {
  const { situation, since, qr, retries } = connection;
  const { t, i18n } = useLingui();
  const dates = useDates();
  const { reason } = wordsOf(connection);
  if (situation === "connected") {
    const day = dates.timeOrDate(since);
    return <small data-tooltip={dates.full(since)}>{t`desde ${day}`}</small>;
  }
  if (situation === "waiting_for_scan" && qr) return <small>{t`código ${qr.nth} de ${qr.of}`}</small>;
  if (situation === "connecting" && retries > 0) return <small>{t`tentativa ${retries}`}</small>;
  return reason && <small data-tooltip={i18n._(reason)}>{i18n._(reason)}</small>;
}
