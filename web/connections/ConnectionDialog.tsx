import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import {
  type Connection,
  type ConnectionDetails,
  ConnectionForm,
  connections,
} from "../../src/contract/connections.ts";
import { call, type CallError } from "../call.ts";
import { TRAITS } from "../../src/contract/channels.ts";
import { queuesAtom } from "../tickets/choices.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { showConnection } from "./connections.ts";
import { QueuesField } from "./QueuesField.tsx";
import { ConnectionTexts } from "./ConnectionTexts.tsx";
import { TokenField } from "./TokenField.tsx";
import css from "./ConnectionDialog.module.css";

interface ConnectionDialogProps {
  /** Without one, a new one is added. */
  connection?: ConnectionDetails;
  channel: Connection["channel"];
  onClose: () => void;
  onAdded: (added: Connection) => void;
}

const EMPTY = {
  name: "",
  isDefault: false,
  greetingMessage: "",
  complationMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  token: "",
  queueIds: [] as number[],
};

/** Adds a WhatsApp connection or changes one (spec 2 §2, Connections). */
export default function ConnectionDialog({ connection, channel, onClose, onAdded }: ConnectionDialogProps) {
  const { t } = useLingui();
  const queues = useAtomValue(queuesAtom);
  const form = useConnectionForm({ connection, channel, onClose, onAdded });
  const isWebchat = channel === "webchat";
  const byNumber = !isWebchat && TRAITS[connection?.kind ?? "linked"].byNumber;
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const chosen = (form.values.queueIds ?? []).flatMap((id) => queues.find((queue) => queue.id === id) ?? []);
  return (
    <Dialog
      title={connection ? t`Editar conexão` : isWebchat ? t`Adicionar web chat` : t`Adicionar WhatsApp`}
      width={720}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {connection ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField
        label={t`Nome`}
        hint={isWebchat
          ? t`Como a equipe chama este chat: Site…`
          : byNumber
          ? t`Como a equipe chama este número: Loja Centro…`
          : t`Como a equipe chama esta conta: Loja Centro…`}
        autoComplete="off"
        {...form.text("name")}
      />
      {byNumber ? <DefaultField form={form} /> : <span />}
      <div className={css.whole}>
        <QueuesField
          queues={queues}
          chosen={chosen}
          disabled={form.busy}
          onChosen={(queueIds) => form.change("queueIds", queueIds)}
        />
      </div>
      <ConnectionTexts form={form} queues={chosen} />
      {!isWebchat && <TokenField {...form.text("token")} />}
    </Dialog>
  );
}

/** For connections by which somebody can be written to first. */
function DefaultField({ form }: { form: ReturnType<typeof useConnectionForm> }) {
  return (
    <div className={css.default}>
      <Checkbox {...form.flag("isDefault")}>
        <Trans>Usar como conexão padrão</Trans>
      </Checkbox>
      <small>
        <Trans>Por ela saem as conversas que a equipe começa.</Trans>
      </small>
    </div>
  );
}

/** Its fields, which are saved as a new connection, or over the one that was opened. */
function useConnectionForm({ connection, channel, onClose, onAdded }: ConnectionDialogProps) {
  const { t } = useLingui();
  const queues = useAtomValue(queuesAtom);
  return useForm(ConnectionForm, {
    start: fieldsOf(connection ?? EMPTY),
    record: connection,
    startOf: fieldsOf,
    submit: async (form, was) => {
      // A queue that a colleague has deleted meanwhile is in nobody's menu.
      const typed = { ...form, queueIds: form.queueIds?.filter((id) => queues.some((queue) => queue.id === id)) };
      const saved = connection
        ? await call(connections.change, { id: connection.id, was, ...typed })
        : await call(connections.add, { ...typed, channel: channel === "webchat" ? channel : undefined });
      showConnection(saved);
      toast.success(t`Conexão ${saved.name} salva.`);
      onClose();
      if (!connection) onAdded(saved);
    },
    refused: explainRefusal,
  });
}

function fieldsOf(from: typeof EMPTY): typeof EMPTY {
  return Object.fromEntries(
    Object.keys(EMPTY).map((name) => [name, from[name as keyof typeof EMPTY]]),
  ) as typeof EMPTY;
}

/** A rule over several fields is said in whole; the field that mends it is marked besides. */
function explainRefusal(error: CallError): boolean {
  if (error.code === "ERR_WAPP_GREETING_REQUIRED") showError(error);
  return false;
}
