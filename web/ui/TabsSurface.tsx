import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The tabs themselves are drawn after what holds them.
    const frame = requestAnimationFrame(() => list.current && bringSelected(list.current));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <Tabs selectedKey={value} onSelectionChange={(key) => onValue(key as V)} className={css.frame}>
      <TabList ref={list} aria-label={label} className={classes(css.tabs, className)}>
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

/** More tabs than a phone is wide are moved until the one that is shown stands in the middle. */
function bringSelected(list: HTMLElement): void {
  const tab = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect(),
    frame = list.getBoundingClientRect();
  if (tab) list.scrollLeft += tab.left + tab.width / 2 - (frame.left + frame.width / 2);
}
