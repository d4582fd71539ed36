import { Trans, useLingui } from "@lingui/react/macro";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { call } from "../call.ts";
import { NumberDialog } from "../contact_lists/NumberDialog.tsx";
import { toast } from "../ui/toast.ts";
import type { Slot } from "./draft.ts";

interface TestDialogProps {
  campaign: Campaign;
  slot: Slot;
  onClose: () => void;
}

/** Sends what is saved to a number of one's own. */
export function TestDialog({ campaign, slot, onClose }: TestDialogProps) {
  const { t } = useLingui();
  const hasText = campaign[`message${slot}`] !== "";
  const send = async (number: string) => {
    await call(campaigns.test, { id: campaign.id, number, ...hasText && { variant: slot } });
    toast.success(t`Teste enviado.`);
  };
  return (
    <NumberDialog
      title={t`Enviar teste`}
      note={t`O teste não conta no relatório.`}
      yes={<Trans>Enviar</Trans>}
      send={send}
      onClose={onClose}
    />
  );
}
