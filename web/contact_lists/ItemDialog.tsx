import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ListItem, ListItemForm, listItems } from "../../src/contract/contact_lists.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { call } from "../call.ts";
import sheets from "../sheets/Sheets.module.css";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { noteItem } from "./items.ts";

const WORDS = {
  required: msg`Required`,
  too_short: msg`Too Short!`,
  too_long: msg`Too Long!`,
  invalid_email: msg`Invalid email`,
  taken: msg`Este número já está na lista.`,
};

interface ItemDialogProps {
  contactListId: number;
  /** Without one, a new one is added. */
  item?: ListItem;
  onClose: () => void;
}

/** Adds or changes somebody on a list (spec 3 §2.7). */
export function ItemDialog({ contactListId, item, onClose }: ItemDialogProps) {
  const { t } = useLingui();
  const form = useForm(ListItemForm, {
    start: { contactListId, ...fieldsOf(item) },
    record: item,
    startOf: (record) => ({ contactListId, ...fieldsOf(record) }),
    words: WORDS,
    submit: async (typed, was) => {
      const record = item
        ? await call(listItems.change, { id: item.id, was, ...typed })
        : await call(listItems.add, typed);
      noteItem({ action: item ? "update" : "create", record, contactListId });
      toast.success(t`Contato salvo com sucesso.`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={item ? t`Editar contato` : t`Adicionar contato`}
      onClose={close}
      form={form.props}
      bodyClassName={sheets.body}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {item ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField label={t`Nome`} autoComplete="off" dir="auto" {...form.text("name")} />
      <TextField
        label={t`Número`}
        type="tel"
        autoComplete="off"
        placeholder="5511987654321"
        hint={t`Código do país, DDD e número.`}
        {...form.text("number")}
      />
      <TextField label={t`E-mail`} type="email" autoComplete="off" {...form.text("email")} />
    </Dialog>
  );
}

function fieldsOf(item?: ListItem) {
  return { name: item?.name ?? "", number: formatNumber(item?.number ?? ""), email: item?.email ?? "" };
}
