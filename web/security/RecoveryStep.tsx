import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import css from "./Security.module.css";

/** Nothing closes it by accident: the codes are shown this once. */
export function RecoveryStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Códigos de recuperação`}
      width={480}
      role="alertdialog"
      onClose={() => {}}
      bodyClassName={css.fields}
      foot={
        <Button variant="primary" onClick={onDone} data-begin>
          <Trans>Guardei os códigos</Trans>
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
