import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { quickReplies, type QuickReply, QuickReplyForm } from "../../src/contract/quick_replies.ts";
import { VARIABLES } from "../../src/shared/variables.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { putInto } from "../ui/putInto.ts";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { noteQuickReply } from "./quick_replies.ts";
import css from "./QuickReplyDialog.module.css";

/** The longest message (contract/quick_replies.ts). */
const LONGEST = 500;

interface QuickReplyDialogProps {
  /** Without one, a new one is added. */
  reply?: QuickReply;
  onClose: () => void;
}

export function QuickReplyDialog({ reply, onClose }: QuickReplyDialogProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useForm(QuickReplyForm, {
    start: { shortcode: reply?.shortcode ?? "", message: reply?.message ?? "" },
    record: reply,
    startOf: ({ shortcode, message }) => ({ shortcode, message }),
    submit: async (typed, was) => {
      const record = reply
        ? await call(quickReplies.change, { id: reply.id, was, ...typed })
        : await call(quickReplies.add, typed);
      noteQuickReply({ action: "update", record });
      toast.success(reply ? t`Messagem atualizada com sucesso.` : t`Messagem adicionada com sucesso.`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const { message = "" } = form.values;
  const insert = (name: string) => {
    form.change("message", putInto(field.current!, `{{${name}}}`));
    field.current!.focus();
  };
  return (
    <Dialog
      title={t`Mensagem Rápida`}
      width={520}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {reply ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField
        label={t`Atalho`}
        hint={t`No atendimento, digite / e o atalho.`}
        autoComplete="off"
        autoCapitalize="none"
        {...form.text("shortcode")}
      />
      <TextArea
        ref={field}
        label={t`Mensagem`}
        hint={t`${[...message].length} de ${LONGEST}`}
        rows={6}
        {...form.text("message")}
      />
      <div className={css.variables} role="group" aria-label={t`Inserir`}>
        {VARIABLES.map((name) => (
          <Button key={name} variant="secondary" size="small" onClick={() => insert(name)}>{`{{${name}}}`}</Button>
        ))}
      </div>
    </Dialog>
  );
}
