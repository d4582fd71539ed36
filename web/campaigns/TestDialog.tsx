import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { PhoneNumber } from "../../src/contract/contacts.ts";
import { call } from "../call.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import type { Slot } from "./draft.ts";

const Form = z.object({ number: PhoneNumber.check(z.minLength(8)) });

interface TestDialogProps {
  campaign: Campaign;
  slot: Slot;
  onClose: () => void;
}

/** Sends what is saved to a number of one's own. */
export function TestDialog({ campaign, slot, onClose }: TestDialogProps) {
  const { t } = useLingui();
  const hasText = campaign[`message${slot}`] !== "";
  const form = useForm(Form, {
    start: { number: "" },
    submit: async ({ number }) => {
      await call(campaigns.test, { id: campaign.id, number, ...hasText && { variant: slot } });
      toast.success(t`Teste enviado.`);
      onClose();
    },
  });
  return (
    <Dialog
      title={t`Enviar teste`}
      width={400}
      onClose={onClose}
      form={form.props}
      foot={
        <FormFoot onCancel={onClose} busy={form.busy}>
          <Trans>Enviar</Trans>
        </FormFoot>
      }
    >
      <TextField
        label={t`Número`}
        type="tel"
        autoComplete="off"
        hint={t`Código do país, DDD e número. O teste não conta no relatório.`}
        {...form.text("number")}
      />
    </Dialog>
  );
}
