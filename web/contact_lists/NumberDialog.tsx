import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { PhoneNumber } from "../../src/contract/contacts.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";

const Form = z.object({ number: PhoneNumber.check(z.minLength(8)) });

interface NumberDialogProps {
  title: string;
  /** What is to be known besides how a number is written. */
  note?: string;
  /** What the button says. */
  yes: ReactNode;
  /** With the number, as digits; what it refuses is shown at the field. */
  send: (number: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for one number to do something with. */
export function NumberDialog({ title, note, yes, send, onClose }: NumberDialogProps) {
  const { t } = useLingui();
  const form = useForm(Form, {
    start: { number: "" },
    submit: async ({ number }) => {
      await send(number);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const hint = t`Código do país, DDD e número.`;
  return (
    <Dialog
      title={title}
      width={400}
      onClose={close}
      form={form.props}
      foot={<FormFoot onCancel={close} busy={form.busy}>{yes}</FormFoot>}
    >
      <TextField
        label={t`Número`}
        type="tel"
        autoComplete="off"
        placeholder="5511987654321"
        hint={note ? `${hint} ${note}` : hint}
        {...form.text("number")}
      />
    </Dialog>
  );
}
