import { plural } from "@lingui/core/macro";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { lazyDialog } from "../../ui/lazyDialog.tsx";
import { transferSeveral } from "./several.ts";

const TransferForm = lazyDialog(() =>
  import("../../tickets/dialogs/TransferDialog.tsx").then((dialog) => ({ default: dialog.TransferForm }))
);

/** Gives several tickets to the same colleague or queue. */
export function TransferSeveral({ rows, onClose }: { rows: readonly Ticket[]; onClose: () => void }) {
  return (
    <TransferForm
      title={plural(rows.length, { one: "Transferir # atendimento", other: "Transferir # atendimentos" })}
      tickets={rows}
      onTransfer={(to) => transferSeveral(rows, to)}
      onClose={onClose}
    />
  );
}
