import type { MenuContent } from "./MenuSurface.tsx";
import { Hanging, type HangingProps } from "./Popover.tsx";
import css from "./Menu.module.css";
import { lazy } from "./part.ts";

export type { MenuEntry, RowEntry } from "./MenuSurface.tsx";

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
