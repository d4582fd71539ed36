import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, CirclePause, CirclePlay, Download, GitCompareArrows, Play, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { call } from "../call.ts";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { Button } from "../ui/Button.tsx";
import { Failed } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Pane } from "../ui/Pane.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { cancelCampaign, restartCampaign, startCampaign } from "./acts.ts";
import { CompareDialog } from "./CompareDialog.tsx";
import { Cards, ProgressCard } from "./ReportCards.tsx";
import { ByMessage, OverTime } from "./ReportCharts.tsx";
import { Recipients } from "./Recipients.tsx";
import { ALL, type Report, useReport, type Wanted } from "./report.ts";
import css from "./ReportPage.module.css";

/** How a campaign goes, and how it went (spec 3 §2.4). */
export default function ReportPage() {
  const { t } = useLingui();
  const id = Number(useParams<{ campaignId: string }>().campaignId);
  const { campaign, report, error, retry, setCampaign } = useReport(id);
  const [, go] = useLocation();
  const [wanted, setWanted] = useState(ALL);
  const [isComparing, setComparing] = useState(false);
  const title = campaign ? t`Relatório da campanha: ${campaign.name}` : t`Relatório da campanha`;
  usePageTitle(title);
  return (
    <div className={css.page}>
      <PageHead
        title={title}
        action={campaign && (
          <>
            <Button icon={GitCompareArrows} onClick={() => setComparing(true)} aria-label={t`Comparar`}>
              <span className="only-wide">
                <Trans>Comparar</Trans>
              </span>
            </Button>
            <ExportMenu
              named={{ label: t`Exportar`, icon: Download }}
              isEmpty={campaign.counts.total === 0}
              save={async (format) => (await import("./export.ts")).exportRecipients(format, campaign, wanted)}
            />
            <Moves campaign={campaign} onMoved={setCampaign} />
          </>
        )}
      >
        <IconButton
          label={t`Voltar às campanhas`}
          icon={ArrowLeft}
          onClick={() => go("/campaigns")}
          className={css.back}
        />
      </PageHead>
      <Pane label={t`Relatório`} isBusy={!report}>
        {campaign && report
          ? <Body campaign={campaign} report={report} wanted={wanted} onWanted={setWanted} />
          : error
          ? <Failed title={t`O relatório não chegou`} error={error} onRetry={retry} />
          : (
            <div className={css.report}>
              <Skeleton width="100%" height={104} />
              <Skeleton width="100%" height={72} />
              <Skeleton width="100%" height={240} />
            </div>
          )}
      </Pane>
      {isComparing && campaign && <CompareDialog campaign={campaign} onClose={() => setComparing(false)} />}
    </div>
  );
}

interface BodyProps {
  campaign: Campaign;
  report: Report;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
}

function Body({ campaign, report, wanted, onWanted }: BodyProps) {
  return (
    <div className={css.report}>
      <ProgressCard
        campaign={campaign}
        report={report}
        filter={wanted.filter}
        onFilter={(filter) => onWanted({ ...wanted, filter })}
      />
      <Cards campaign={campaign} />
      <div className={css.two}>
        <OverTime report={report} />
        <ByMessage campaign={campaign} report={report} />
      </div>
      <Recipients campaign={campaign} wanted={wanted} onWanted={onWanted} />
    </div>
  );
}

function Moves({ campaign, onMoved }: { campaign: Campaign; onMoved: (campaign: Campaign) => void }) {
  const { id, status, counts } = campaign;
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const move = (by: (campaign: Campaign) => Promise<Campaign | undefined>) => async () => {
    setBusy(true);
    const record = await by(campaign).finally(() => setBusy(false));
    if (record) onMoved(record);
  };
  const again = async () => {
    setBusy(true);
    try {
      const { again } = await call(campaigns.retryFailed, { id });
      if (again > 0) toast.success(t`Tentando de novo com ${again}.`);
      else toast.warning(t`Nenhuma das falhas pode dar certo de novo.`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {counts.failed > 0 && status !== "INATIVA" && status !== "PROGRAMADA" && (
        <Button
          icon={RotateCcw}
          busy={isBusy}
          onClick={() => void again()}
          aria-label={t`Tentar as falhas de novo`}
        >
          <span className="only-wide">
            <Trans>Tentar as falhas de novo</Trans>
          </span>
        </Button>
      )}
      {status === "EM_ANDAMENTO" && (
        <Button
          variant="secondary"
          icon={CirclePause}
          busy={isBusy}
          onClick={() => void move(cancelCampaign)()}
        >
          <Trans>Parar</Trans>
        </Button>
      )}
      {status === "CANCELADA" && (
        <Button
          variant="secondary"
          icon={CirclePlay}
          busy={isBusy}
          onClick={() => void move(restartCampaign)()}
        >
          <Trans>Reiniciar</Trans>
        </Button>
      )}
      {status === "INATIVA" && (
        <Button
          variant="secondary"
          icon={Play}
          busy={isBusy}
          onClick={() => void move(startCampaign)()}
        >
          <Trans>Iniciar agora</Trans>
        </Button>
      )}
    </>
  );
}
