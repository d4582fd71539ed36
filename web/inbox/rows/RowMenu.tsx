import { useLingui } from "@lingui/react/macro";
import { Check, EllipsisVertical, Eye } from "lucide-react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useMe } from "../../session.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { peek } from "../../tickets/dialogs.ts";
import { close } from "../moves.ts";

interface RowMenuProps {
  ticket: Ticket;
  name: string;
  isMoving: boolean;
  className?: string;
}

/**
 * What a mouse finds on a row, for touch screens: for screen readers a button in the row itself; others let a finger rest on
 * the row, which selects it.
 */
export function RowMenu({ ticket, name, isMoving, className }: RowMenuProps) {
  const { t } = useLingui();
  const { profile } = useMe();
  const entries = [
    ...(profile === "admin" ? [{ label: t`Espiar Conversa`, icon: Eye, onChoose: () => peek(ticket) }] : []),
    ...(ticket.status === "open"
      ? [{ label: t`Fechar Conversa`, icon: Check, disabled: isMoving, onChoose: () => void close(ticket) }]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <span className={className}>
      <Menu
        label={t`Opções de ${name}`}
        entries={entries}
        trigger={(trigger) => (
          <IconButton {...trigger} size="small" icon={EllipsisVertical} label={t`Opções de ${name}`} />
        )}
      />
    </span>
  );
}
