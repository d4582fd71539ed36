import { useLingui } from "@lingui/react/macro";
import { ChartNoAxesColumn, CirclePause, CirclePlay, LoaderCircle, Play } from "lucide-react";
import { useLocation } from "wouter";
import type { Campaign } from "../../src/contract/campaigns.ts";
import type { Column } from "../list/column.ts";
import { EditRemove } from "../list/EditRemove.tsx";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { useDates } from "../ui/useDates.ts";
import { cancelCampaign, removeCampaign, restartCampaign, startCampaign } from "./acts.ts";
import { STATUS_TONES, STATUS_WORDS, statusLine } from "./words.ts";
import css from "./CampaignsPage.module.css";

export function useCampaignColumns(onEdit: (campaign: Campaign) => void): readonly Column<Campaign>[] {
  const { t } = useLingui();
  const { shortDateTime } = useDates();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ name }) => <b className="cut">{name}</b>,
    },
    {
      id: "status",
      title: t`Status`,
      width: "minmax(120px, 1.3fr)",
      card: "main",
      cell: (campaign) => <Status campaign={campaign} />,
    },
    {
      id: "contactList",
      title: t`Lista de contatos`,
      width: "minmax(0, 1.4fr)",
      cell: ({ contactList }) => (
        <span className="cut" data-none={!contactList || undefined}>{contactList?.name ?? t`não definida`}</span>
      ),
    },
    {
      id: "whatsapp",
      title: t`Conexão`,
      width: "minmax(0, 1.4fr)",
      isSpare: true,
      cell: ({ whatsapps }) => (
        <span className="cut">{whatsapps.map(({ name }) => name).join(", ") || t`não definida`}</span>
      ),
    },
    {
      id: "scheduledAt",
      title: t`Agendamento`,
      width: "minmax(112px, 1fr)",
      card: "side",
      cell: ({ scheduledAt }) => scheduledAt ? shortDateTime(scheduledAt) : t`sem agendamento`,
    },
    {
      id: "completedAt",
      title: t`Concluída`,
      width: "minmax(104px, 1fr)",
      isSpare: true,
      cell: ({ completedAt }) => completedAt ? shortDateTime(completedAt) : t`não concluída`,
    },
    {
      id: "confirmation",
      title: t`Confirmação`,
      width: "minmax(88px, 0.8fr)",
      isSpare: true,
      cell: ({ confirmation }) => confirmation ? t`Habilitada` : t`Desabilitada`,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "164px",
      align: "end",
      card: "corner",
      cell: (campaign) => <Actions campaign={campaign} onEdit={onEdit} />,
    },
  ];
}

export function Status({ campaign }: { campaign: Campaign }) {
  const { i18n } = useLingui();
  const { timeZone } = useDates();
  const { status } = campaign, line = statusLine(campaign, timeZone);
  return (
    <span className={css.status}>
      <Chip tone={STATUS_TONES[status]} icon={status === "EM_ANDAMENTO" ? LoaderCircle : undefined}>
        {i18n._(STATUS_WORDS[status])}
      </Chip>
      {line && <small className="cut">{line}</small>}
    </span>
  );
}

function Actions({ campaign, onEdit }: { campaign: Campaign; onEdit: (campaign: Campaign) => void }) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const { id, name, status } = campaign;
  return (
    <span className={css.actions}>
      {status === "EM_ANDAMENTO" && (
        <IconButton
          label={t`Parar ${name}`}
          icon={CirclePause}
          onClick={() => void cancelCampaign(campaign)}
        />
      )}
      {status === "CANCELADA" && (
        <IconButton
          label={t`Reiniciar ${name}`}
          icon={CirclePlay}
          onClick={() => void restartCampaign(campaign)}
        />
      )}
      {status === "INATIVA" && (
        <IconButton
          label={t`Iniciar ${name} agora`}
          icon={Play}
          onClick={() => void startCampaign(campaign)}
        />
      )}
      <IconButton
        label={t`Relatório de ${name}`}
        icon={ChartNoAxesColumn}
        onClick={() => go(`/campaign/${id}/report`)}
      />
      <EditRemove name={name} onEdit={() => onEdit(campaign)} onRemove={() => void removeCampaign(campaign)} />
    </span>
  );
}
