import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { DECISIONS, invoices, type PaymentQuestion } from "../../src/contract/invoices.ts";
import { typed } from "../../src/contract/fields.ts";
import { moneyText } from "../../src/shared/money.ts";
import { call } from "../call.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useDates } from "../ui/useDates.ts";
import { useForm } from "../ui/useForm.ts";
import { noteQuestion } from "./invoices.ts";
import { Facts } from "./PlanCard.tsx";
import { useDecisionTexts, useFaultTexts } from "./useFaultTexts.ts";
import css from "./InvoicesPage.module.css";

const Fields = z.object({ decision: z.enum(DECISIONS), note: typed(1, 500) });

interface DecideDialogProps {
  question: PaymentQuestion;
  onClose: () => void;
}

/** What becomes of money that moved nothing by itself (behaviour.md, Companies, plans, money). */
export function DecideDialog({ question, onClose }: DecideDialogProps) {
  const { t } = useLingui();
  const dates = useDates(), faults = useFaultTexts(), decisions = useDecisionTexts();
  const { id, kind, value, at, endToEndId, invoice, choices } = question;
  const form = useForm(Fields, {
    start: { note: "" },
    submit: async (typed) => {
      await call(invoices.decide, { id, ...typed });
      noteQuestion({ action: "delete", id });
      toast.success(t`Operação realizada com sucesso!`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={faults[kind]}
      width={520}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Decidir</Trans>
        </FormFoot>
      }
    >
      <Facts
        facts={[
          [t`Empresa`, invoice.company.name],
          [t`Fatura`, `${invoice.id} · ${moneyText(invoice.value)}`],
          [t`Pago`, moneyText(value)],
          [t`Quando`, dates.dateTime(at)],
          [t`Identificação`, endToEndId],
        ]}
      />
      <Select
        label={t`O que fazer`}
        options={choices.map((choice) => ({ value: choice, label: decisions[choice] }))}
        {...form.text("decision")}
        disabled={form.busy}
      />
      <TextArea label={t`Observação`} rows={3} maxLength={500} {...form.text("note")} />
    </Dialog>
  );
}
