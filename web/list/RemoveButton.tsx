import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";

/** Deletes what is selected. */
export function RemoveButton({ onRemove }: { onRemove: () => Promise<unknown> }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await onRemove().finally(() => setBusy(false));
  };
  return (
    <Button variant="secondary" icon={Trash2} busy={isBusy} aria-label={t`Excluir os selecionados`} onClick={remove}>
      <span className="only-wide">
        <Trans>Excluir</Trans>
      </span>
    </Button>
  );
}
