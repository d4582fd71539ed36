import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ContactList, ContactListForm, contactLists } from "../../src/contract/contact_lists.ts";
import { call } from "../call.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { noteList } from "./lists.ts";

const WORDS = { required: msg`Required`, too_short: msg`Too Short!`, too_long: msg`Too Long!` };

interface ListDialogProps {
  /** Without one, a new one is added. */
  list?: ContactList;
  onClose: () => void;
}

/** Adds or renames a contact list (spec 3 §2.6). */
export function ListDialog({ list, onClose }: ListDialogProps) {
  const { t } = useLingui();
  const form = useForm(ContactListForm, {
    start: { name: list?.name ?? "" },
    record: list,
    startOf: ({ name }) => ({ name }),
    words: WORDS,
    submit: async (typed, was) => {
      const record = list
        ? await call(contactLists.change, { id: list.id, was, ...typed })
        : await call(contactLists.add, typed);
      noteList({ action: list ? "update" : "create", record });
      toast.success(t`Lista salva com sucesso.`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={list ? t`Editar lista` : t`Nova lista`}
      onClose={close}
      form={form.props}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {list ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField label={t`Nome`} autoComplete="off" dir="auto" {...form.text("name")} />
    </Dialog>
  );
}
