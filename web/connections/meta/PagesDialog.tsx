import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "./Meta.module.css";

interface PagesDialogProps {
  accounts: readonly { accountId: string; kind: "facebook" | "instagram"; name: string }[];
  /** With none where nothing is to be linked. */
  onChoose: (accountIds: string[]) => Promise<void>;
}

/** Which of the pages that a person manages are to be answered from here: often they are other people's as well. */
export function PagesDialog({ accounts, onChoose }: PagesDialogProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly string[]>([]), [busy, setBusy] = useState(false);
  const link = async () => {
    setBusy(true);
    await onChoose([...chosen]);
  };
  return (
    <Dialog
      title={t`Quais páginas ligar?`}
      onClose={() => void onChoose([])}
      bodyClassName={css.fields}
      foot={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => void onChoose([])}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button variant="primary" busy={busy} disabled={chosen.length === 0} onClick={() => void link()}>
            <Trans>Ligar</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>O Facebook mostrou várias páginas. Cada uma que você escolher vira uma conexão.</Trans>
      </p>
      {accounts.map(({ accountId, kind, name }) => (
        <Checkbox
          key={accountId}
          checked={chosen.includes(accountId)}
          disabled={busy}
          onChecked={(is) => setChosen(is ? [...chosen, accountId] : chosen.filter((one) => one !== accountId))}
        >
          {kind === "instagram" ? t`${name} (Instagram)` : name}
        </Checkbox>
      ))}
    </Dialog>
  );
}
