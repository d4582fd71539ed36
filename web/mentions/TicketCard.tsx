import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ChevronRight, Lock } from "lucide-react";
import type { CSSProperties } from "react";
import { Link } from "wouter";
import { cardOf } from "./cards.ts";
import css from "./TicketCard.module.css";

/** A ticket that is spoken of: a press opens it, if the reader may see it; otherwise it says that they may not. */
export function TicketCard({ id }: { id: number }) {
  const card = useAtomValue(cardOf(id));
  if (!card?.isVisible) {
    return (
      <span className={css.card} data-closed>
        <span>
          <b>
            <Trans>Atendimento {id}</Trans>
          </b>
          <small>
            {card === undefined
              ? <Trans>Carregando…</Trans>
              : card === null
              ? <Trans>Não existe mais</Trans>
              : <Trans>Você não tem acesso a este atendimento</Trans>}
          </small>
        </span>
        {card && <Lock size={16} aria-hidden />}
      </span>
    );
  }
  const { uuid, name, queue, user } = card;
  const who = user?.name.split(" ")[0];
  return (
    <Link
      href={`/tickets/${uuid}`}
      className={css.card}
      style={{ "--hue": queue?.color ?? "var(--queue-none)" } as CSSProperties}
    >
      <span>
        <b>{name}</b>
        <small>
          <Trans>Atendimento {id}</Trans>
          {queue && ` · ${queue.name}`}
          {who && (
            <>
              {" · "}
              <Trans>com {who}</Trans>
            </>
          )}
        </small>
      </span>
      <ChevronRight size={16} aria-hidden />
    </Link>
  );
}
