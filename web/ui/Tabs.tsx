import type { KeyboardEvent, ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./Tabs.module.css";

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onValue: (value: V) => void;
  tabs: readonly { value: V; label: string; end?: ReactNode }[];
  /** The id of the panel whose content the tabs change. */
  panelId: string;
  className?: string;
}

/** Which of several views a pane shows; arrow keys, Home and End move between them. */
export function Tabs<V extends string>({ label, value, onValue, tabs, panelId, className }: TabsProps<V>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = tabs.findIndex((tab) => tab.value === value);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    if (there === undefined) return;
    event.preventDefault();
    const index = (there + tabs.length) % tabs.length;
    onValue(tabs[index]!.value);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };
  return (
    <div className={classes(css.tabs, className)} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onValue(tab.value)}
        >
          {tab.label}
          {tab.end}
        </button>
      ))}
    </div>
  );
}
