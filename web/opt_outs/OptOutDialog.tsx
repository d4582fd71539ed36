import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { PhoneNumber } from "../../src/contract/contacts.ts";
import { optOuts } from "../../src/contract/opt_outs.ts";
import { call } from "../call.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { optOutList } from "./optOuts.ts";

const Form = z.object({ number: PhoneNumber });

/** Notes a number that wants no campaigns. */
export function OptOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm(Form, {
    start: { number: "" },
    submit: async (typed) => {
      await call(optOuts.add, typed);
      optOutList.refresh();
      toast.success(t`Este número não recebe mais campanhas.`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={t`Não enviar campanhas`}
      onClose={close}
      form={form.props}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Adicionar</Trans>
        </FormFoot>
      }
    >
      <TextField
        label={t`Número`}
        type="tel"
        autoComplete="off"
        placeholder="5511987654321"
        hint={t`Código do país, DDD e número.`}
        {...form.text("number")}
      />
    </Dialog>
  );
}
