import { useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import type { ComponentType, ReactNode } from "react";
import { Count } from "../ui/Count.tsx";
import { Segments } from "../ui/Segments.tsx";
import { callsText } from "../inbox/calls.ts";
import { callsAtom } from "../inbox/desk.ts";
import { paneAtom } from "./panes.ts";
import css from "./PaneTabs.module.css";

/** Where the tabs are drawn: whoever puts the page into its frame may give it a place in the top bar. */
export type PaneBar = ComponentType<{ children: ReactNode }>;

/** A narrow screen's two panes: the list, and the ticket (spec 1 §2.4). */
export function PaneTabs({ bar: Bar = Strip }: { bar?: PaneBar }) {
  const { t } = useLingui();
  const [pane, setPane] = useAtom(paneAtom);
  const calls = useAtomValue(callsAtom);
  const count = calls.count > 0 && (
    <Count of={calls.count} tone={pane === "list" ? undefined : "plain"} label={callsText(calls)} />
  );
  return (
    <Bar>
      <Segments
        label={t`Painel`}
        value={pane}
        onValue={setPane}
        options={[
          { value: "list", label: t`Atendimentos`, end: count },
          { value: "ticket", label: t`Ticket` },
        ]}
      />
    </Bar>
  );
}

function Strip({ children }: { children: ReactNode }) {
  return <div className={css.strip}>{children}</div>;
}
