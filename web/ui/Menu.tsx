import type { LucideIcon } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { Hanging, type HangingProps } from "./Popover.tsx";
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

interface MenuContent {
  label: string;
  /** Small ones side by side, above the others. */
  row?: { label: string; entries: readonly RowEntry[] };
  entries: readonly MenuEntry[];
}

export interface MenuSurfaceProps extends MenuContent {
  close: () => void;
}

const MenuSurface = lazy(() => import("./overlays.ts").then((overlays) => ({ default: overlays.MenuSurface })));

/** A list of things to do, one of which is chosen; arrow keys and first letters move through it. */
export function Menu({ label, row, entries, ...hanging }: HangingProps & MenuContent) {
  return (
    <Hanging {...hanging} kind="menu">
      {(close) => <MenuSurface label={label} row={row} entries={entries} close={close} />}
    </Hanging>
  );
}

/** How an entry looks, for popovers that hold more than a menu. */
export const menuItemClass = css.item!;
