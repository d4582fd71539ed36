import { Check, type LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Menu, MenuItem, MenuSection } from "react-aria-components";
import css from "./Menu.module.css";

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  /** Something is lost by it. */
  danger?: boolean;
  disabled?: boolean;
  /** It is switched on and off here. */
  checked?: boolean;
  /** At the end of the row: a key, a count. */
  end?: ReactNode;
  onChoose: () => void;
}

export interface RowEntry {
  label: string;
  content: ReactNode;
  isChosen?: boolean;
  onChoose: () => void;
}

export interface MenuContent {
  label: string;
  /** Small ones side by side, above the others. */
  row?: { label: string; entries: readonly RowEntry[] };
  entries: readonly MenuEntry[];
}

interface MenuSurfaceProps extends MenuContent {
  close: () => void;
}

/** A menu's entries (Menu.tsx). */
export function MenuSurface({ label, row, entries, close }: MenuSurfaceProps) {
  const choose = (onChoose: () => void) => () => {
    close();
    onChoose();
  };
  return (
    <div className={css.surface} onKeyDownCapture={walkRow}>
      <Menu aria-label={label} autoFocus="first" className={css.menu} onClose={close}>
        {row && (
          <MenuSection aria-label={row.label} className={css.row}>
            {row.entries.map((entry) => (
              <MenuItem
                key={entry.label}
                id={entry.label}
                textValue={entry.label}
                aria-label={entry.label}
                className={css.small}
                data-chosen={entry.isChosen || undefined}
                onAction={choose(entry.onChoose)}
              >
                {entry.content}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        {entries.map((entry) =>
          entry.checked === undefined
            ? <Item key={entry.label} {...entry} onChoose={choose(entry.onChoose)} />
            : (
              <MenuSection
                key={entry.label}
                aria-label={entry.label}
                selectionMode="multiple"
                selectedKeys={entry.checked ? [entry.label] : []}
              >
                <Item {...entry} onChoose={choose(entry.onChoose)} />
              </MenuSection>
            )
        )}
      </Menu>
    </div>
  );
}

function Item({ label, icon: Icon, danger, disabled, checked, end, onChoose }: MenuEntry) {
  return (
    <MenuItem
      id={label}
      textValue={label}
      className={css.item}
      data-tone={danger ? "danger" : undefined}
      isDisabled={disabled}
      onAction={onChoose}
    >
      {Icon && <Icon size={16} aria-hidden />}
      <span className={css.label}>{label}</span>
      {checked && <Check size={16} aria-hidden />}
      {end}
    </MenuItem>
  );
}

/** What stands in a row is walked through sideways as well. */
function walkRow(event: KeyboardEvent): void {
  const item = event.target as Element;
  const next = { ArrowRight: item.nextElementSibling, ArrowLeft: item.previousElementSibling }[event.key];
  if (next instanceof HTMLElement && item.classList.contains(css.small!)) next.focus();
}
