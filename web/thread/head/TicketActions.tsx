import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ArrowRightLeft, CalendarClock, Check, EllipsisVertical, RotateCcw, Trash2, Undo2 } from "lucide-react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useMay } from "../../session.ts";
import { Button } from "../../ui/Button.tsx";
import { confirm } from "../../ui/confirm.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { askSchedule, askTransfer } from "../../tickets/dialogs.ts";
import { accept, giveBack, movingAtom, remove, reopen, resolve } from "../../inbox/moves.ts";

/** The moves a ticket can make now (spec 1 §2.6); on a phone the rarer ones stand in the menu. */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  const isMoving = useAtomValue(movingAtom).has(ticket.id);
  const entries = useEntries(ticket, isMoving);
  const alwaysEntries = entries.filter((entry) => entry.isAlways);
  return (
    <>
      {ticket.status === "pending" && (
        <Button variant="primary" busy={isMoving} onClick={() => accept(ticket)}>
          <Trans>Aceitar</Trans>
        </Button>
      )}
      {ticket.status === "closed" && (
        <Button
          variant="secondary"
          icon={RotateCcw}
          busy={isMoving}
          onClick={() => reopen(ticket)}
        >
          <Trans>Reabrir</Trans>
        </Button>
      )}
      {ticket.status === "open" && <OpenMoves ticket={ticket} isMoving={isMoving} />}
      {alwaysEntries.length > 0 && (
        <span className="only-wide">
          <Options entries={alwaysEntries} />
        </span>
      )}
      {entries.length > 0 && (
        <span className="only-narrow">
          <Options entries={entries} />
        </span>
      )}
    </>
  );
}

function OpenMoves({ ticket, isMoving }: { ticket: Ticket; isMoving: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <span className="only-wide">
        <IconButton
          icon={Undo2}
          label={t`Devolver à fila`}
          disabled={isMoving}
          onClick={() => giveBack(ticket)}
        />
      </span>
      <span className="only-wide">
        <Button variant="secondary" icon={Check} busy={isMoving} onClick={() => resolve(ticket)}>
          <Trans>Resolver</Trans>
        </Button>
      </span>
      <span className="only-narrow">
        <IconButton
          icon={Check}
          iconSize={20}
          label={t`Resolver`}
          disabled={isMoving}
          onClick={() => resolve(ticket)}
        />
      </span>
    </>
  );
}

function Options({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Opções do atendimento`}
      entries={entries}
      trigger={(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={t`Mais opções`} />}
    />
  );
}

function useEntries(ticket: Ticket, isMoving: boolean): (MenuEntry & { isAlways: boolean })[] {
  const { t } = useLingui();
  const mayDelete = useMay("ticket-options:deleteTicket");
  const { id } = ticket;
  const name = <b>{ticket.contact.name}</b>;
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: t`Excluir o ticket ${id}?`,
      text: (
        <Trans>
          As mensagens e os arquivos da conversa com {name} serão excluídos. Isso não pode ser desfeito.
        </Trans>
      ),
      yes: t`Excluir`,
      danger: true,
    });
    if (isSure) await remove(ticket);
  };
  return [
    ...(ticket.status === "open"
      ? [{
        label: t`Devolver à fila`,
        icon: Undo2,
        disabled: isMoving,
        onChoose: () => giveBack(ticket),
        isAlways: false,
      }]
      : []),
    {
      label: t`Agendar mensagem`,
      icon: CalendarClock,
      onChoose: () => askSchedule(ticket),
      isAlways: true,
    },
    ...(ticket.status !== "closed"
      ? [{
        label: t`Transferir`,
        icon: ArrowRightLeft,
        disabled: isMoving,
        onChoose: () => askTransfer(ticket),
        isAlways: true,
      }]
      : []),
    ...(mayDelete
      ? [{
        label: t`Excluir ticket`,
        icon: Trash2,
        danger: true,
        disabled: isMoving,
        onChoose: askAndRemove,
        isAlways: true,
      }]
      : []),
  ];
}
