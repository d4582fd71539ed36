import { useLingui } from "@lingui/react/macro";
import { differenceInHours } from "date-fns/differenceInHours";
import { differenceInMinutes } from "date-fns/differenceInMinutes";
import { useAtomValue } from "jotai";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useDates } from "../../ui/useDates.ts";
import { nowAtom } from "../clock.ts";
import { waitsSince } from "../list.ts";

/** From this many minutes on, waiting is long. */
const LATE = 15;

/** When the ticket was last touched; for how long, when somebody waits. */
export function TicketTime({ ticket, className }: { ticket: Ticket; className: string }) {
  const { full, timeOrDate } = useDates();
  if (ticket.status === "pending") {
    return <WaitingSince at={new Date(waitsSince(ticket)).toISOString()} className={className} />;
  }
  const at = ticket.updatedAt;
  return <time className={className} dateTime={at} data-tooltip={full(at)}>{timeOrDate(at)}</time>;
}

function WaitingSince({ at, className }: { at: string; className: string }) {
  const { t } = useLingui();
  const { full, date } = useDates();
  const now = useAtomValue(nowAtom);
  const minutes = differenceInMinutes(now, at);
  return (
    <time className={className} dateTime={at} data-tooltip={full(at)} data-late={minutes >= LATE || undefined}>
      {words()}
    </time>
  );

  function words() {
    const hours = differenceInHours(now, at);
    if (minutes < 1) return t`agora`;
    if (hours < 1) return t`há ${minutes} min`;
    return hours < 24 ? t`há ${hours} h` : date(at);
  }
}
