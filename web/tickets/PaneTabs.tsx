import { useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { Count } from "../ui/Count.tsx";
import { Segments } from "../ui/Segments.tsx";
import { callsText } from "../inbox/calls.ts";
import { callsAtom } from "../inbox/desk.ts";
import { paneAtom } from "./panes.ts";

/** A narrow screen's two panes: the list, and the ticket (spec 1 §2.4). */
export function PaneTabs() {
  const { t } = useLingui();
  const [pane, setPane] = useAtom(paneAtom);
  const calls = useAtomValue(callsAtom);
  const count = calls.count > 0 && (
    <Count of={calls.count} tone={pane === "list" ? undefined : "plain"} label={callsText(calls)} />
  );
  return (
    <Segments
      label={t`Painel`}
      value={pane}
      onValue={setPane}
      options={[
        // Beside the other one's name there is no room for a long word.
        { value: "list", label: t({ message: "Atendimentos", context: "painel" }), end: count },
        { value: "ticket", label: t`Ticket` },
      ]}
    />
  );
}
