import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./Pane.module.css";

interface PaneProps {
  label: string;
  isBusy?: boolean;
  /** Its content has no edge of its own. */
  isPadded?: boolean;
  children: ReactNode;
}

/** What scrolls on its own below a page's head where it is no list; by keyboard, too. */
export function Pane({ label, isBusy, isPadded, children }: PaneProps) {
  return (
    <div
      className={classes(css.pane, isPadded && css.padded)}
      tabIndex={0}
      role="region"
      aria-label={label}
      aria-busy={isBusy}
    >
      {children}
    </div>
  );
}
