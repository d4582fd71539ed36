import { useLingui } from "@lingui/react/macro";
import { Check, EllipsisVertical, Eye } from "lucide-react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useMe } from "../../session.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { peek } from "../../tickets/dialogs.ts";
import { close } from "../moves.ts";
import css from "./TicketRow.module.css";

/** Whether nothing hovers here, so that what shows on hover must be asked for. */
export const IS_TOUCHED = matchMedia("(hover: none)").matches;

/** Opens the menu of a row on which a finger rests. */
export function openRowMenu(row: Element): void {
  row.querySelector<HTMLElement>("[data-row-menu]")?.click();
}

/** A row's actions on a touch screen. Its button is there for screen readers; others let a finger rest on the row. */
export function RowMenu({ ticket, name, isMoving }: { ticket: Ticket; name: string; isMoving: boolean }) {
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
    <span className={css.rowMenu}>
      <Menu
        label={t`Opções de ${name}`}
        entries={entries}
        trigger={(trigger) => (
          <IconButton {...trigger} size="small" icon={EllipsisVertical} label={t`Opções de ${name}`} data-row-menu />
        )}
      />
    </span>
  );
}
