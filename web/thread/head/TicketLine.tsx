import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUp } from "lucide-react";
import { Link } from "wouter";
import type { PastTicket, Ticket } from "../../../src/contract/tickets.ts";
import { protocolOf } from "../../../src/shared/variables.ts";
import { useDates } from "../../ui/useDates.ts";
import { placeOf, useAddress } from "../../tickets/address.ts";
import { readOn } from "../reading.ts";
import css from "../messages/Happened.module.css";

/** Where one of the contact's tickets begins, in a thread that was read on into earlier ones. */
export function TicketLine({ ticket, isHere }: { ticket: PastTicket | Ticket; isHere: boolean }) {
  const { t } = useLingui();
  const { date, timeZone } = useDates();
  const address = useAddress();
  const protocol = protocolOf(ticket, timeZone), day = date(ticket.createdAt);
  const place = [ticket.queue?.name ?? t`Sem fila`, ticket.user?.name.split(" ")[0]].filter(Boolean).join(" · ");
  return (
    <h3 className={css.begin}>
      <span>
        {isHere
          ? <Trans>Este atendimento: {protocol}</Trans>
          : (
            <Link href={placeOf({ ...address, uuid: ticket.uuid, messageId: null })}>
              <Trans>Atendimento {protocol}</Trans>
            </Link>
          )} · {day} · {place}
      </span>
    </h3>
  );
}

/** Leads on to what was said in the ticket before; scrolling up does the same. */
export function ReadOnAbove({ before, uuid }: { before: PastTicket; uuid: string }) {
  const { date } = useDates();
  const day = date(before.createdAt);
  return (
    <p className={css.above}>
      <button type="button" onClick={() => void readOn("older", uuid)}>
        <ArrowUp size={16} aria-hidden />
        <Trans>Ver o atendimento anterior, de {day}</Trans>
      </button>
    </p>
  );
}
