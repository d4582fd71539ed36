import { Trans, useLingui } from "@lingui/react/macro";
import type { SetUp } from "../../src/contract/security.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { SecretAndCode, useSetUpForm } from "./SecretAndCode.tsx";
import css from "./Security.module.css";

interface SetUpStepProps {
  begun: SetUp;
  onCancel: () => void;
  onDone: (codes: readonly string[]) => void;
}

/** The secret for the phone, and the first code from it. */
export function SetUpStep({ begun, onCancel, onDone }: SetUpStepProps) {
  const { t } = useLingui();
  const form = useSetUpForm(begun, onDone);
  return (
    <Dialog
      title={t`Verificação em duas etapas`}
      width={480}
      onClose={onCancel}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={onCancel} busy={form.busy}>
          <Trans>Ativar</Trans>
        </FormFoot>
      }
    >
      <SecretAndCode begun={begun} code={form.text("code")} />
    </Dialog>
  );
}
