import type { ComponentProps, ReactNode } from "react";
import { Tab, TabList, Tabs } from "react-aria-components";
import { classes } from "./classes.ts";
import css from "./Tabs.module.css";

export interface TabsProps<V extends string> {
  label: string;
  value: V;
  onValue: (value: V) => void;
  tabs: readonly { value: V; label: string; end?: ReactNode }[];
  /** The id of the panel whose content the tabs change. */
  panelId: string;
  className?: string;
}

/** What `Tabs` are drawn with. */
export default function TabsSurface<V extends string>(
  { label, value, onValue, tabs, panelId, className }: TabsProps<V>,
) {
  return (
    <Tabs selectedKey={value} onSelectionChange={(key) => onValue(key as V)} className={css.frame}>
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
    </Tabs>
  );
}
