import { Trans, useLingui } from "@lingui/react/macro";
import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import type { Campaign } from "../../src/contract/campaigns.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { CampaignDialog } from "./CampaignDialog.tsx";
import { campaignList } from "./campaigns.ts";
import { useCampaignColumns } from "./useCampaignColumns.tsx";

/** The company's campaigns (spec 3 §2.2). */
export default function CampaignsPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const list = useList(campaignList, searchParam ? { searchParam } : {});
  const [edited, setEdited] = useState<Campaign | "new">();
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      onClick={() => setEdited("new")}
    >
      <Trans>Adicionar</Trans>
    </Button>
  );
  return (
    <Page
      title={t`Campanhas`}
      search={<SearchField label={t`Buscar campanhas`} placeholder={t`Buscar`} value={search} onText={setSearch} />}
      action={add("primary")}
    >
      <DataTable
        name="campaigns"
        list={list}
        label={t`Campanhas`}
        place={`campaigns ${searchParam}`}
        columns={useCampaignColumns(setEdited)}
        rowHeight={56}
        empty={searchParam
          ? (
            <NothingFound
              title={t`Nenhuma campanha encontrada`}
              text={t`Nada com “${search}”.`}
              onClear={() => setSearch("")}
            />
          )
          : (
            <Empty
              icon={Megaphone}
              title={t`Nenhuma campanha ainda`}
              text={t`Uma campanha envia uma mensagem a todos de uma lista, no ritmo que o número aguenta.`}
              action={add("secondary")}
            />
          )}
      />
      {edited && (
        <CampaignDialog
          key={edited === "new" ? 0 : edited.id}
          campaign={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
