import type { ComponentProps, ReactNode } from "react";
import { Tab, TabList, Tabs as AriaTabs } from "react-aria-components";
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
  return (
    <AriaTabs selectedKey={value} onSelectionChange={(key) => onValue(key as V)} className={css.frame}>
      <TabList aria-label={label} className={classes(css.tabs, className)}>
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            id={tab.value}
            // The panel is the page's own: it scrolls, has the focus, and is known by its id.
            render={(props) => <div {...props as ComponentProps<"div">} aria-controls={panelId} />}
          >
            {tab.label}
            {tab.end}
          </Tab>
        ))}
      </TabList>
    </AriaTabs>
  );
}
