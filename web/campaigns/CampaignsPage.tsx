import { Trans, useLingui } from "@lingui/react/macro";
import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import type { Campaign } from "../../src/contract/campaigns.ts";
import { ListPage } from "../list/ListPage.tsx";
import { useList } from "../list/pagedList.ts";
import { useSearch } from "../list/useSearch.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { CampaignDialog } from "./CampaignDialog.tsx";
import { campaignList } from "./campaigns.ts";
import { useCampaignColumns } from "./useCampaignColumns.tsx";

/** The company's campaigns (spec 3 §2.2). */
export default function CampaignsPage() {
  const { t } = useLingui();
  const searching = useSearch(), { text: search, param: searchParam } = searching;
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
    <ListPage
      title={t`Campanhas`}
      search={searching}
      searches={{ label: t`Buscar campanhas`, placeholder: t`Buscar` }}
      nothing={{ title: t`Nenhuma campanha encontrada`, text: t`Nada com “${search}”.` }}
      action={add("primary")}
      name="campaigns"
      list={list}
      place="campaigns"
      columns={useCampaignColumns(setEdited)}
      rowHeight={56}
      empty={
        <Empty
          icon={Megaphone}
          title={t`Nenhuma campanha ainda`}
          text={t`Uma campanha envia uma mensagem a todos de uma lista, no ritmo que o número aguenta.`}
          action={add("secondary")}
        />
      }
    >
      {edited && (
        <CampaignDialog
          key={edited === "new" ? 0 : edited.id}
          campaign={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ListPage>
  );
}
