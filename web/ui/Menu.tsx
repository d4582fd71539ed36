import { Check, type LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Popover, type PopoverProps } from "./Popover.tsx";
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

interface MenuProps extends Pick<PopoverProps, "label" | "trigger" | "align"> {
  /** Above the entries; what can be chosen in it is a `menuitem`, too. */
  head?: (close: () => void) => ReactNode;
  entries: readonly MenuEntry[];
}

/** A list of things to do, one of which is chosen; arrow keys and first letters move through it. */
export function Menu({ label, trigger, align, head, entries }: MenuProps) {
  return (
    <Popover role="menu" label={label} trigger={trigger} align={align} className={css.menu} onKeyDown={walkMenu}>
      {(close) => (
        <>
          {head?.(close)}
          {entries.map((entry) => (
            <MenuItem
              key={entry.label}
              {...entry}
              onChoose={() => (close(), entry.onChoose())}
            />
          ))}
        </>
      )}
    </Popover>
  );
}

function MenuItem({ label, icon: Icon, danger, disabled, checked, end, onChoose }: MenuEntry) {
  return (
    <button
      type="button"
      role={checked === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked={checked}
      tabIndex={-1}
      className={css.item}
      data-tone={danger ? "danger" : undefined}
      disabled={disabled}
      onClick={onChoose}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
    >
      {Icon && <Icon size={16} aria-hidden />}
      <span className={css.label}>{label}</span>
      {checked && <Check size={16} aria-hidden />}
      {end}
    </button>
  );
}

/** How an entry looks, for popovers that hold more than a menu. */
export const menuItemClass = classes(css.item);

/** The keys of a menu, among its `menuitem`s. */
export function walkMenu(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)")];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const keys: Record<string, number> = {
    ...{ ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 },
    // What stands in a row is walked through sideways as well.
    ...{ ArrowRight: here + 1, ArrowLeft: here - 1 },
  };
  let there = keys[event.key];
  if (event.key.length === 1 && event.key !== " ") {
    const rest = [...items.slice(here + 1), ...items.slice(0, here + 1)];
    const found = rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()));
    there = found && items.indexOf(found);
  }
  if (event.key === "Tab") event.currentTarget.hidePopover();
  if (there === undefined || items.length === 0) return;
  event.preventDefault();
  items[(there + items.length) % items.length]!.focus();
}
