import { Suspense } from "react";
import { quietIfNarrow } from "../quiet.ts";
import { classes } from "./classes.ts";
import type { TabsProps } from "./TabsSurface.tsx";
import css from "./Tabs.module.css";
import { lazy } from "./part.ts";

// Without a line the tabs that a press turns are better than none.
const TabsSurface = lazy(() =>
  quietIfNarrow.then(() => import("./TabsSurface.tsx")).catch(() => ({ default: PressedTabs }))
) as typeof import("./TabsSurface.tsx").default;

/** Which of several views a pane shows; arrow keys, Home and End move between them. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  return (
    <Suspense fallback={<PressedTabs {...props} />}>
      <TabsSurface {...props} />
    </Suspense>
  );
}

/** The same tabs until what knows the keys is there: a press does. */
function PressedTabs<V extends string>({ label, value, onValue, tabs, panelId, className }: TabsProps<V>) {
  return (
    <div role="tablist" aria-label={label} className={classes(css.tabs, className)}>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tab"
          tabIndex={0}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          onClick={() => onValue(tab.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter" || key === " ") onValue(tab.value);
          }}
        >
          {tab.label}
          {tab.end}
        </div>
      ))}
    </div>
  );
}
