import { Trans, useLingui } from "@lingui/react/macro";
import { Building2 } from "lucide-react";
import { useState } from "react";
import { providerSettings } from "../../src/contract/provider_settings.ts";
import type { Cockpit } from "../../src/contract/cockpit.ts";
import { call } from "../call.ts";
import { DataTable } from "../list/DataTable.tsx";
import { reloadMe, useMe } from "../session.ts";
import { Card } from "../dashboard/Card.tsx";
import { countText } from "../dashboard/words.ts";
import { Empty, Failed } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { Pane } from "../ui/Pane.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Switch } from "../ui/Switch.tsx";
import { type Filter, found, rereadCockpit, useCockpit } from "./cockpit.ts";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { Figures } from "./Figures.tsx";
import { Money } from "./Money.tsx";
import { useCockpitColumns } from "./useCockpitColumns.tsx";
import css from "./CockpitPage.module.css";

/** Every company of the provider on one screen, and the money. */
export default function CockpitPage() {
  const { t } = useLingui();
  const { cockpit, error, isBusy } = useCockpit();
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const shown = found(cockpit?.companies ?? [], filter, search);
  return (
    <Page
      title={t`Painel do provedor`}
      search={
        <SearchField label={t`Buscar empresa`} placeholder={t`Buscar empresa`} value={search} onText={setSearch} />
      }
      action={
        <ExportMenu
          isEmpty={shown.length === 0}
          save={async (format) => (await import("./export.ts")).exportCockpit(format, shown, cockpit?.months ?? [])}
        />
      }
    >
      <Pane label={t`Números`} isBusy={isBusy}>
        {cockpit
          ? (
            <div className={css.cockpit}>
              <Figures cockpit={cockpit} onFilter={setFilter} />
              <Money months={cockpit.months} />
              <Companies
                cockpit={cockpit}
                shown={shown}
                filter={filter}
                onFilter={setFilter}
                search={search}
                onClear={() => {
                  setSearch("");
                  setFilter("all");
                }}
              />
              <FirstPage />
            </div>
          )
          : error && !isBusy
          ? <Failed title={t`Os números não chegaram`} error={error} onRetry={rereadCockpit} />
          : <OnTheirWay />}
      </Pane>
    </Page>
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
