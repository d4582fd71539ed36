import { Trans, useLingui } from "@lingui/react/macro";
import { type Webhook, WEBHOOK_EVENTS, type WebhookEvent, WebhookForm, webhooks } from "../../src/contract/webhooks.ts";
import { call } from "../call.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { PAGE_ERRORS } from "../ui/page_errors/texts.ts";
import { Switch } from "../ui/Switch.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { webhookList } from "./api.ts";
import { eventText } from "./events.ts";
import css from "./ApiPage.module.css";

interface WebhookDialogProps {
  webhook?: Webhook;
  onClose: () => void;
  onMade: (secret: string) => void;
}

const WORDS = { inner: PAGE_ERRORS.ERR_WEBHOOK_ADDRESS };

/** Where events go, and which. */
export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const { t } = useLingui();
  const startOf = ({ name, url, events, isActive }: Webhook) => ({ name, url, events, isActive });
  const form = useForm(WebhookForm, {
    start: webhook ? startOf(webhook) : { name: "", url: "", events: ["message.received"], isActive: true },
    record: webhook,
    startOf,
    submit: async (typed, was) => {
      if (webhook) {
        await call(webhooks.change, { id: webhook.id, was, ...typed });
        toast.success(t`Webhook salvo.`);
        onClose();
      } else onMade((await call(webhooks.add, typed)).secret);
      webhookList.refresh();
    },
    refused: ({ code }) => {
      const isInner = code === "ERR_WEBHOOK_ADDRESS";
      if (isInner) form.mark({ url: "inner" });
      return isInner;
    },
    words: WORDS,
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={webhook ? t`Editar webhook` : t`Novo webhook`}
      width={560}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Salvar</Trans>
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField label={t`Nome`} autoComplete="off" autoFocus maxLength={50} {...form.text("name")} />
      <TextField
        label={t`Endereço`}
        type="url"
        autoComplete="off"
        placeholder="https://loja.exemplo.com.br/eventos"
        hint={t`Recebe um POST assinado (Standard Webhooks) e responde 2xx em até 15 s.`}
        {...form.text("url")}
      />
      <Events form={form} />
      <Switch {...form.flag("isActive")}>
        <Trans>Ativo</Trans>
      </Switch>
    </Dialog>
  );
}

interface EventsProps {
  form: {
    values: { events?: readonly string[] };
    change: (name: "events", value: unknown) => void;
    problemOn: (name: string) => string | undefined;
    busy: boolean;
  };
}

function Events({ form }: EventsProps) {
  const chosen = form.values.events ?? [], problem = form.problemOn("events");
  const set = (event: WebhookEvent, is: boolean) =>
    form.change("events", WEBHOOK_EVENTS.filter((each) => each === event ? is : chosen.includes(each)));
  return (
    <fieldset className={css.choices}>
      <legend>
        <Trans>Eventos</Trans>
      </legend>
      <p className={css.text}>
        <Trans>Para um robô externo, nenhum: ele recebe as conversas que as filas passam a ele.</Trans>
      </p>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          name="events"
          checked={chosen.includes(event)}
          disabled={form.busy}
          onChecked={(is) => set(event, is)}
        >
          <span className={css.two}>
            {eventText(event)}
            <small>
              <code>{event}</code>
            </small>
          </span>
        </Checkbox>
      ))}
      {problem && <p role="alert" className={css.problem}>{problem}</p>}
    </fieldset>
  );
}
