import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { NO_QUEUE_COLOR } from "../../../src/contract/queues.ts";
import type { PastTicket, Ticket } from "../../../src/contract/tickets.ts";
import { protocolOf } from "../../../src/shared/variables.ts";
import { useList } from "../../list/pagedList.ts";
import { Button } from "../../ui/Button.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { useDates } from "../../ui/useDates.ts";
import { placeOf, useAddress } from "../address.ts";
import { pastList } from "./contacts.ts";
import css from "./PastTickets.module.css";

/** The contact's other tickets that one may see: when each began and ended, and who served. */
export function PastTickets({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const { rows, state, error, hasMore, more, retry } = useList(pastList, { id: ticket.contactId });
  const others = rows.filter(({ id }) => id !== ticket.id);
  if (others.length === 0 && state !== "failed") return null;
  return (
    <section aria-label={t`Outros atendimentos`}>
      <h3>{t`Outros atendimentos`}</h3>
      <ul className={css.past}>
        {others.map((past) => (
          <li key={past.id}>
            <Past past={past} />
          </li>
        ))}
      </ul>
      {state === "failed" && <Failed title={t`Os atendimentos não chegaram`} error={error} onRetry={retry} />}
      {hasMore && state !== "failed" && (
        <Button size="small" busy={state === "more"} onClick={more}>
          <Trans>Mostrar mais</Trans>
        </Button>
      )}
    </section>
  );
}

function Past({ past }: { past: PastTicket }) {
  const { t } = useLingui();
  const { date, dateTime, full, timeZone } = useDates();
  const address = useAddress();
  const { uuid, status, queue, user, createdAt, closedAt } = past;
  const ended = closedAt && dateTime(closedAt);
  const served = user?.name.split(" ")[0];
  return (
    <Link
      href={placeOf({ ...address, uuid, messageId: null })}
      className={css.ticket}
    >
      <span>
        <b data-tooltip={full(createdAt)}>{date(createdAt)}</b>
        <small>{protocolOf(past, timeZone)}</small>
      </span>
      <span>
        <Dot hue={queue?.color ?? NO_QUEUE_COLOR} />
        {[queue?.name ?? t`Sem fila`, served].filter(Boolean).join(" · ")}
      </span>
      <small>
        {status === "closed" && (ended ? <Trans>Encerrado em {ended}</Trans> : <Trans>Encerrado</Trans>)}
        {status === "open" && <Trans>Em atendimento</Trans>}
        {status === "pending" && <Trans>Aguardando</Trans>}
      </small>
    </Link>
  );
}
