import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { BarMiddle } from "../shell/BarMiddle.tsx";
import { Count } from "../ui/Count.tsx";
import { Segments } from "../ui/Segments.tsx";
import { unreadAtom } from "./desk.ts";
import { paneAtom } from "./panes.ts";

/** A narrow screen's two panes: the list, and the ticket (spec 1 §2.4). */
export function PaneTabs() {
  const { t } = useLingui();
  const [pane, setPane] = useAtom(paneAtom);
  const unread = useAtomValue(unreadAtom);
  const count = unread > 0 && (
    <Count
      of={unread}
      tone={pane === "list" ? undefined : "plain"}
      label={plural(unread, { one: "# mensagem não lida", other: "# mensagens não lidas" })}
    />
  );
  return (
    <BarMiddle>
      <Segments
        label={t`Painel`}
        value={pane}
        onValue={setPane}
        options={[
          { value: "list", label: t`Atendimentos`, end: count },
          { value: "ticket", label: t`Ticket` },
        ]}
      />
    </BarMiddle>
  );
}
