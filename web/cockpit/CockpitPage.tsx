import { Trans, useLingui } from "@lingui/react/macro";
import { Building2, RefreshCw } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { providerSettings } from "../../src/contract/provider_settings.ts";
import type { Cockpit } from "../../src/contract/cockpit.ts";
import { call } from "../call.ts";
import { DataTable } from "../list/DataTable.tsx";
import { reloadMe, useMe } from "../session.ts";
import { Card } from "../dashboard/Card.tsx";
import { countText } from "../dashboard/words.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { Pane } from "../ui/Pane.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { lazy } from "../ui/part.ts";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { type Filter, found, rereadCockpit, useCockpit, useShownCockpit } from "./cockpit.ts";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { Figures } from "./Figures.tsx";
import { rereadHealth, useShownHealth } from "./health/health.ts";
import { Money } from "./Money.tsx";
import { useCockpitColumns } from "./useCockpitColumns.tsx";
import css from "./CockpitPage.module.css";

const HealthTab = lazy(() => import("./health/HealthTab.tsx"));

/** Every company of the provider on one screen, the money, and how the installation is; the address holds the tab. */
export default function CockpitPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const [params] = useSearchParams();
  const [, go] = useLocation();
  const panelId = useId();
  const tabs = [{ value: "companies", label: t`Empresas` }, { value: "health", label: t`Saúde` }];
  const isHealth = params.get("tab") === "health";
  return (
    <Page
      title={t`Painel do provedor`}
      search={isHealth
        ? undefined
        : <SearchField label={t`Buscar empresa`} placeholder={t`Buscar empresa`} value={search} onText={setSearch} />}
      action={isHealth ? <LookAgain /> : <Export filter={filter} search={search} />}
    >
      <Tabs
        label={t`Painel do provedor`}
        className={css.tabs}
        tabs={tabs}
        panelId={panelId}
        value={isHealth ? "health" : "companies"}
        onValue={(value) => go(value === "health" ? "/cockpit?tab=health" : "/cockpit", { replace: true })}
      />
      <div className={css.panel} id={panelId} role="tabpanel" aria-label={tabs[isHealth ? 1 : 0]!.label}>
        {isHealth
          ? (
            <Suspense>
              <HealthTab />
            </Suspense>
          )
          : <Overview filter={filter} onFilter={setFilter} search={search} onSearch={setSearch} />}
      </div>
    </Page>
  );
}

function LookAgain() {
  const { isBusy } = useShownHealth();
  return (
    <Button variant="secondary" icon={RefreshCw} busy={isBusy} onClick={() => void rereadHealth()}>
      <Trans>Atualizar</Trans>
    </Button>
  );
}

interface Looked {
  filter: Filter;
  search: string;
}

function Export({ filter, search }: Looked) {
  const { cockpit } = useShownCockpit();
  const shown = found(cockpit?.companies ?? [], filter, search);
  return (
    <ExportMenu
      isEmpty={shown.length === 0}
      save={async (format) => (await import("./export.ts")).exportCockpit(format, shown, cockpit?.months ?? [])}
    />
  );
}

interface OverviewProps extends Looked {
  onFilter: (filter: Filter) => void;
  onSearch: (search: string) => void;
}

function Overview({ filter, onFilter, search, onSearch }: OverviewProps) {
  const { t } = useLingui();
  const { cockpit, error, isBusy } = useCockpit();
  return (
    <Pane label={t`Números`} isBusy={isBusy}>
      {cockpit
        ? (
          <div className={css.cockpit}>
            <Figures cockpit={cockpit} onFilter={onFilter} />
            <Money months={cockpit.months} />
            <Companies
              cockpit={cockpit}
              shown={found(cockpit.companies, filter, search)}
              filter={filter}
              onFilter={onFilter}
              search={search}
              onClear={() => {
                onSearch("");
                onFilter("all");
              }}
            />
            <FirstPage />
          </div>
        )
        : error && !isBusy
        ? <Failed title={t`Os números não chegaram`} error={error} onRetry={rereadCockpit} />
        : <OnTheirWay />}
    </Pane>
  );
}

interface CompaniesProps {
  cockpit: Cockpit;
  shown: Cockpit["companies"];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  search: string;
  onClear: () => void;
}

function Companies({ cockpit, shown, filter, onFilter, search, onClear }: CompaniesProps) {
  const { t } = useLingui();
  const filters: { value: Filter; label: string }[] = [
    { value: "all", label: t`Todas` },
    { value: "overdue", label: t`Vencidas` },
    { value: "down", label: t`Conexão caída` },
    { value: "waiting", label: t`Aguardando` },
    { value: "soon", label: t`Vencendo` },
  ];
  const whole = {
    ...{ page: 1, hasMore: false, state: "ready" as const, more() {}, retry() {} },
    reload: () => Promise.resolve(rereadCockpit()),
  };
  return (
    <Card title={t`Empresas`} total={countText(shown.length)}>
      <div className={css.filters}>
        <Segments label={t`Mostrar`} value={filter} onValue={onFilter} options={filters} />
      </div>
      <div className={css.table}>
        <DataTable
          name="cockpit"
          list={{ ...whole, rows: shown }}
          label={t`Empresas`}
          place={`cockpit ${filter} ${search}`}
          columns={useCockpitColumns()}
          rowHeight={56}
          empty={cockpit.companies.length === 0
            ? <Empty icon={Building2} title={t`Nenhum registro`} />
            : <NothingFound title={t`Nenhuma empresa encontrada`} text={t`Nenhuma está assim.`} onClear={onClear} />}
        />
      </div>
    </Card>
  );
}

/** Where super users begin after a login, all of them. */
function FirstPage() {
  const { firstPage } = useMe();
  const [isBusy, setBusy] = useState(false);
  const set = async (isFirst: boolean) => {
    setBusy(true);
    try {
      await call(providerSettings.change, { key: "firstPage", value: isFirst ? "cockpit" : "" });
      await reloadMe();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Switch checked={firstPage === "cockpit"} onChecked={(is) => void set(is)} disabled={isBusy}>
      <Trans>Abrir nesta página ao entrar</Trans>
    </Switch>
  );
}

function OnTheirWay() {
  const { t } = useLingui();
  return (
    <div className={css.cockpit}>
      <p className="visually-hidden" role="status">{t`Carregando`}</p>
      <Skeleton width="100%" height={90} />
      <Skeleton width="100%" height={240} />
      <Skeleton width="100%" height={320} />
    </div>
  );
}
