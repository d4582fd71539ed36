import { Trans, useLingui } from "@lingui/react/macro";
import { optOuts } from "../../src/contract/opt_outs.ts";
import { call } from "../call.ts";
import { NumberDialog } from "../contact_lists/NumberDialog.tsx";
import { toast } from "../ui/toast.ts";
import { optOutList } from "./optOuts.ts";

/** Notes a number that wants no campaigns. */
export function OptOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const send = async (number: string) => {
    await call(optOuts.add, { number });
    optOutList.refresh();
    toast.success(t`Este número não recebe mais campanhas.`);
  };
  return <NumberDialog title={t`Não enviar campanhas`} yes={<Trans>Adicionar</Trans>} send={send} onClose={onClose} />;
}
