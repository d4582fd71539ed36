import { Trans, useLingui } from "@lingui/react/macro";
import { type Connection, ConnectionForm, connections } from "../../src/contract/connections.ts";
import { call } from "../call.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { showConnection } from "./connections.ts";
import css from "./ConnectionDialog.module.css";

interface ConnectionDialogProps {
  /** Without one, a new one is added. */
  connection?: Connection;
  onClose: () => void;
  onAdded: (added: Connection) => void;
}

export function ConnectionDialog({ connection, onClose, onAdded }: ConnectionDialogProps) {
  const { t } = useLingui();
  const form = useForm(ConnectionForm, {
    start: { name: connection?.name ?? "", isDefault: connection?.isDefault ?? false },
    submit: async (typed) => {
      const saved = connection
        ? await call(connections.change, { id: connection.id, ...typed })
        : await call(connections.add, typed);
      showConnection(saved);
      toast.success(t`Conexão ${saved.name} salva.`);
      onClose();
      if (!connection) onAdded(saved);
    },
  });
  return (
    <Dialog
      title={connection ? t`Editar conexão` : t`Adicionar WhatsApp`}
      onClose={onClose}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={onClose} busy={form.busy}>
          {connection ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <TextField
        label={t`Nome`}
        hint={t`Como a equipe chama este número: Loja Centro, Entregas…`}
        autoComplete="off"
        {...form.text("name")}
      />
      <Checkbox {...form.flag("isDefault")}>
        <Trans>Usar como conexão padrão</Trans>
      </Checkbox>
    </Dialog>
  );
}
