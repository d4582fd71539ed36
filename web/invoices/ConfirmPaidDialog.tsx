import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { invoices, type ProviderInvoice } from "../../src/contract/invoices.ts";
import { typed } from "../../src/contract/fields.ts";
import { moneyText } from "../../src/shared/money.ts";
import { call } from "../call.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { noteProviderInvoice } from "./invoices.ts";
import css from "./InvoicesPage.module.css";

const Fields = z.object({ note: typed(1, 500) });

interface ConfirmPaidDialogProps {
  invoice: ProviderInvoice;
  onClose: () => void;
}

/** One's own word that an invoice was paid, such as by a static Pix code. */
export function ConfirmPaidDialog({ invoice, onClose }: ConfirmPaidDialogProps) {
  const { t } = useLingui();
  const form = useForm(Fields, {
    start: { note: "" },
    submit: async ({ note }) => {
      noteProviderInvoice(await call(invoices.confirm, { id: invoice.id, note }));
      toast.success(t`Operação realizada com sucesso!`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const company = invoice.company.name, value = moneyText(invoice.value);
  return (
    <Dialog
      title={t`Confirmar o pagamento`}
      width={480}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Confirmar</Trans>
        </FormFoot>
      }
    >
      <p className={css.said}>
        <Trans>
          A fatura {invoice.id} de <b>{company}</b>, de {value}, fica paga, e o vencimento da empresa avança.
        </Trans>
      </p>
      <TextArea
        label={t`Observação`}
        hint={t`Como você sabe que foi pago`}
        rows={3}
        maxLength={500}
        {...form.text("note")}
      />
    </Dialog>
  );
}
