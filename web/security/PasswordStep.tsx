import { Trans, useLingui } from "@lingui/react/macro";
import { PasswordForm } from "../../src/contract/security.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import { PASSWORD_FAULTS } from "./faults.ts";
import css from "./Security.module.css";

interface PasswordStepProps {
  /** Where more is said than that it goes on: what it is about, what comes of it, and what the button says. */
  about?: { title?: string; text: string; yes: string };
  onCancel: () => void;
  carryOut: (currentPassword: string) => Promise<void>;
}

/** Asks for the password once more: the screen may have been left open. */
export function PasswordStep({ about, onCancel, carryOut }: PasswordStepProps) {
  const { t } = useLingui();
  const form = useForm(PasswordForm, {
    start: { currentPassword: "" },
    delay: 0,
    words: PASSWORD_FAULTS,
    submit: ({ currentPassword }) => carryOut(currentPassword),
  });
  return (
    <Dialog
      title={about?.title ?? t`Confirme com a sua senha`}
      width={440}
      onClose={onCancel}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={onCancel} busy={form.busy}>
          {about?.yes ?? <Trans>Continuar</Trans>}
        </FormFoot>
      }
    >
      {about && <p>{about.text}</p>}
      <TextField
        label={t`Senha atual`}
        type="password"
        autoComplete="current-password"
        {...form.text("currentPassword")}
      />
    </Dialog>
  );
}
