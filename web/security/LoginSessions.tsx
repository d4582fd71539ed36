import { Trans, useLingui } from "@lingui/react/macro";
import { MonitorSmartphone } from "lucide-react";
import type { LoginSession } from "../../src/contract/security.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { agoText } from "../ui/ago.ts";
import { useDates } from "../ui/useDates.ts";
import { endOtherSessions, endSession } from "./security.ts";
import css from "./Security.module.css";

/** Where the person is logged in, each with its end. */
export function LoginSessions({ sessions }: { sessions: readonly LoginSession[] }) {
  return (
    <section className={css.section}>
      <h3>
        <Trans>Onde você está conectado</Trans>
      </h3>
      <ul className={css.sessions}>
        {sessions.map((session) => <SessionRow key={session.uuid} session={session} />)}
      </ul>
      {sessions.length > 1 && (
        <div className={css.actions}>
          <Button size="small" variant="secondary" onClick={endOtherSessions}>
            <Trans>Encerrar todos os outros</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function SessionRow({ session }: { session: LoginSession }) {
  const { t } = useLingui();
  const dates = useDates();
  const { browser, system, network, since, seen, isThis } = session;
  const name = [browser, system].filter(Boolean).join(" · ") || t`Aparelho desconhecido`;
  const begun = dates.dateTime(since), ago = agoText(seen);
  return (
    <li>
      <MonitorSmartphone size={20} aria-hidden />
      <span>
        <b>{name}</b>
        <small>
          {network && `${network} · `}
          {isThis ? <Trans>desde {begun}</Trans> : (
            <Trans>
              desde {begun}, visto <time dateTime={seen} data-tooltip={dates.full(seen)}>{ago}</time>
            </Trans>
          )}
        </small>
      </span>
      {isThis
        ? (
          <Chip tone="accent">
            <Trans>Este aparelho</Trans>
          </Chip>
        )
        : (
          <Button
            size="small"
            variant="secondary"
            aria-label={t`Encerrar ${name}, desde ${begun}`}
            onClick={() => endSession(session)}
          >
            <Trans context="login">Encerrar</Trans>
          </Button>
        )}
    </li>
  );
}
