import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  EllipsisVertical,
  KeyRound,
  ListChecks,
  Pencil,
  Plus,
  RefreshCw,
  ShieldCheck,
  Trash2,
  Webhook as Hook,
  Zap,
} from "lucide-react";
import { useState } from "react";
import { type Webhook, webhooks } from "../../src/contract/webhooks.ts";
import { call } from "../call.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import type { ListView } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";
import { useDates } from "../ui/useDates.ts";
import { removeWebhook, replayFailed, testWebhook } from "./api.ts";
import { DeliveriesDialog } from "./DeliveriesDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { SignatureDialog } from "./SignatureDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import css from "./ApiPage.module.css";

/** Who is told of what happens. */
export function WebhooksTab({ list }: { list: ListView<Webhook> }) {
  const { t } = useLingui();
  const [edited, setEdited] = useState<Webhook | "new">(), [secret, setSecret] = useState<string>();
  const [looked, setLooked] = useState<Webhook>(), [isHelped, setHelped] = useState(false);
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      onClick={() => setEdited("new")}
    >
      <Trans>Novo webhook</Trans>
    </Button>
  );
  const does = { onEdit: setEdited, onDeliveries: setLooked, onSecret: (of: Webhook) => void newSecret(of, setSecret) };
  return (
    <>
      <div className={css.above}>
        <p>
          <Trans>
            O que acontece aqui é enviado a outro sistema: assinado, em ordem, e tentado por três dias se ele não
            responder.
          </Trans>
        </p>
        <span className={css.buttons}>
          <Button variant="secondary" icon={ShieldCheck} onClick={() => setHelped(true)}>
            <Trans>Conferir a assinatura</Trans>
          </Button>
          {add("primary")}
        </span>
      </div>
      <DataTable
        name="webhooks"
        list={list}
        label={t`Webhooks`}
        place="webhooks"
        columns={useWebhookColumns(does)}
        rowHeight={56}
        empty={
          <Empty
            icon={Hook}
            title={t`Nenhum webhook ainda`}
            text={t`Avisa a loja virtual, o ERP ou o n8n assim que chega uma mensagem.`}
            action={add("secondary")}
          />
        }
      />
      {edited && (
        <WebhookDialog
          webhook={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onMade={(made) => {
            setEdited(undefined);
            setSecret(made);
          }}
        />
      )}
      {secret && (
        <SecretDialog
          title={t`Segredo do webhook`}
          label={t`Segredo`}
          secret={secret}
          text={t`Com ele o outro sistema confere a assinatura. Copie agora: ele não aparece de novo.`}
          onClose={() => setSecret(undefined)}
        />
      )}
      {isHelped && <SignatureDialog onClose={() => setHelped(false)} />}
      {looked && <DeliveriesDialog webhook={looked} onClose={() => setLooked(undefined)} />}
    </>
  );
}

async function newSecret({ id, name }: Webhook, onSecret: (secret: string) => void): Promise<void> {
  const sure = await confirm({
    title: t`Trocar o segredo de ${name}?`,
    text: t`Por um dia o segredo de agora também assina, para que haja tempo de trocar no outro sistema.`,
    yes: t`Trocar`,
  });
  if (!sure) return;
  try {
    onSecret((await call(webhooks.newSecret, { id })).secret);
  } catch (error) {
    showError(error);
  }
}

interface Does {
  onEdit: (webhook: Webhook) => void;
  onDeliveries: (webhook: Webhook) => void;
  onSecret: (webhook: Webhook) => void;
}

function useWebhookColumns(does: Does): readonly Column<Webhook>[] {
  const { t } = useLingui();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, url }) => (
        <span className={css.two}>
          <b className="cut">{name}</b>
          <small className="cut">{url}</small>
        </span>
      ),
    },
    {
      id: "events",
      title: t`Eventos`,
      width: "minmax(0, 1fr)",
      isSpare: true,
      sortBy: ({ events }) => events.length,
      cell: ({ events }) =>
        events.length === 0 ? t`só como robô` : plural(events.length, { one: "# evento", other: "# eventos" }),
    },
    { id: "state", title: t`Estado`, width: "minmax(0, 2fr)", card: "main", cell: (one) => <State webhook={one} /> },
    {
      id: "actions",
      title: t`Ações`,
      width: "112px",
      align: "end",
      card: "corner",
      cell: (webhook) => <Actions webhook={webhook} {...does} />,
    },
  ];
}

function State({ webhook: { isActive, stopped, waiting, failures, nextAt } }: { webhook: Webhook }) {
  const { t } = useLingui();
  const dates = useDates();
  if (stopped === "gone") return <Chip tone="danger">{t`desligado: o endereço disse que acabou (410)`}</Chip>;
  if (stopped) return <Chip tone="danger">{t`desligado: não respondeu por três dias`}</Chip>;
  if (!isActive) return <Chip>{t`desligado`}</Chip>;
  const queued = plural(waiting, { one: "# na fila", other: "# na fila" });
  if (failures > 0) {
    const tried = plural(failures, { one: "# tentativa falhou", other: "# tentativas falharam" });
    return (
      <span className={css.two}>
        <Chip tone="waiting">{tried}</Chip>
        <small>{nextAt ? t`a próxima às ${dates.time(nextAt)}; ${queued}` : queued}</small>
      </span>
    );
  }
  return waiting > 0 ? <Chip tone="accent">{queued}</Chip> : <Chip tone="success">{t`em dia`}</Chip>;
}

function Actions({ webhook, onEdit, onDeliveries, onSecret }: Does & { webhook: Webhook }) {
  const { t } = useLingui();
  const { name } = webhook;
  return (
    <>
      <IconButton label={t`Entregas de ${name}`} icon={ListChecks} onClick={() => onDeliveries(webhook)} />
      <Menu
        label={t`Ações de ${name}`}
        trigger={(props) => <IconButton {...props} label={t`Ações de ${name}`} icon={EllipsisVertical} />}
        entries={[
          { label: t`Enviar um teste`, icon: Zap, onChoose: () => void testWebhook(webhook) },
          { label: t`Editar`, icon: Pencil, onChoose: () => onEdit(webhook) },
          { label: t`Reenviar o que falhou`, icon: RefreshCw, onChoose: () => void replayFailed(webhook) },
          { label: t`Novo segredo`, icon: KeyRound, onChoose: () => onSecret(webhook) },
          { label: t`Excluir`, icon: Trash2, danger: true, onChoose: () => void removeWebhook(webhook) },
        ]}
      />
    </>
  );
}
