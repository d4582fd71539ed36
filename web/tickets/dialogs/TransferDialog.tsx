import { Trans, useLingui } from "@lingui/react/macro";
import { NO_QUEUE_COLOR } from "../../../src/contract/queues.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { keptNote, transfer } from "../../inbox/moves.ts";
import { Dot } from "../../ui/Dot.tsx";
import { TransferForm } from "./TransferForm.tsx";
import css from "./TicketDialog.module.css";

/** For several at once: it comes with this dialog, as one file. */
export { TransferForm };

/** Gives a ticket to a colleague, to a queue, or to a colleague in a queue (spec 1 §2.13). */
export default function TransferDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <TransferForm
      title={t`Transferir atendimento`}
      tickets={[ticket]}
      note={keptNote(ticket)}
      onTransfer={(to) => transfer(ticket, to)}
      onClose={onClose}
    >
      <Now ticket={ticket} />
    </TransferForm>
  );
}

/** Where the ticket is before it goes. */
function Now({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const queueName = <b>{ticket.queue?.name ?? t`Sem fila`}</b>;
  const userName = <b>{ticket.user?.name}</b>;
  const owner = ticket.user ? <Trans>com {userName}</Trans> : <Trans>sem atendente</Trans>;
  return (
    <p className={css.now}>
      <Dot hue={ticket.queue?.color ?? NO_QUEUE_COLOR} />
      <span>
        <b>{ticket.contact.name || ticket.contact.number}</b> · <Trans>Agora em {queueName}, {owner}</Trans>
      </span>
    </p>
  );
}
