import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, BellOff, Download, FileUp, Plus, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { OptOut } from "../../src/contract/opt_outs.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import type { Column } from "../list/column.ts";
import { ListPage } from "../list/ListPage.tsx";
import { useList } from "../list/pagedList.ts";
import { useSearch } from "../list/useSearch.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { useDates } from "../ui/useDates.ts";
import { OptOutDialog } from "./OptOutDialog.tsx";
import { exportOptOuts, importOptOuts, letIn, letManyIn, nameOf, optOutList } from "./optOuts.ts";
import { sourceText } from "./sources.ts";

/** Who wants nothing more of campaigns. */
export default function OptOutsPage() {
  const { t } = useLingui();
  const searching = useSearch(), { text: search, param: searchParam } = searching;
  const list = useList(optOutList, { searchParam });
  const [isAdding, setAdding] = useState(false);
  return (
    <ListPage
      title={t`Não querem campanhas`}
      search={searching}
      searches={{ label: t`Buscar`, placeholder: t`Nome ou número` }}
      nothing={{ title: t`Nenhum número encontrado`, text: t`Nada com “${search}” no nome ou no número.` }}
      action={<Head onNew={() => setAdding(true)} />}
      name="opt_outs"
      list={list}
      bulk={{
        says: (count) => plural(count, { one: "# número selecionado", other: "# números selecionados" }),
        actions: (rows) => (
          <Button variant="secondary" icon={Undo2} onClick={() => void letManyIn(rows)}>
            <Trans>Liberar</Trans>
          </Button>
        ),
      }}
      place="opt outs"
      columns={useColumns()}
      empty={
        <Empty
          icon={BellOff}
          title={t`Ninguém pediu para sair ainda`}
          text={t`Quem responde SAIR ou PARAR a uma campanha aparece aqui e não recebe mais nenhuma.`}
        />
      }
    >
      {isAdding && <OptOutDialog onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

function Head({ onNew }: { onNew: () => void }) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <HeadButton icon={ArrowLeft} label={t`Listas`} onClick={() => navigate("/contact-lists")} />
      <HeadButton icon={Download} label={t`Exportar`} onClick={() => void exportOptOuts()} />
      <HeadButton icon={FileUp} label={t`Importar`} onClick={() => picker.current!.click()} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t`Planilha`}
        accept=".xls,.xlsx,.csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) void importOptOuts(file);
        }}
      />
      <Button variant="primary" icon={Plus} aria-label={t`Adicionar`} onClick={onNew}>
        <span className="only-wide">
          <Trans>Adicionar</Trans>
        </span>
      </Button>
    </>
  );
}

function HeadButton({ icon, label, onClick }: { icon: typeof Plus; label: string; onClick: () => void }) {
  return (
    <Button variant="secondary" icon={icon} aria-label={label} onClick={onClick}>
      <span className="only-wide">{label}</span>
    </Button>
  );
}

function useColumns(): readonly Column<OptOut>[] {
  const { t } = useLingui();
  const dates = useDates();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: (one) => <bdi className="cut">{nameOf(one)}</bdi>,
    },
    {
      id: "number",
      title: t`Número`,
      width: "minmax(160px, 1fr)",
      card: "main",
      cell: ({ number }) => formatNumber(number),
    },
    {
      id: "source",
      title: t`Como`,
      width: "minmax(0, 2fr)",
      isSpare: true,
      cell: ({ source, campaign, user }) => (
        <span className="cut">{[sourceText(source), campaign?.name, user?.name].filter(Boolean).join(" · ")}</span>
      ),
    },
    { id: "at", title: t`Desde`, width: "minmax(140px, 1fr)", card: "side", cell: ({ at }) => dates.date(at) },
    {
      id: "actions",
      title: t`Ações`,
      width: "64px",
      align: "end",
      card: "corner",
      cell: (one) => (
        <IconButton
          label={t`Liberar campanhas para ${nameOf(one)}`}
          icon={Undo2}
          onClick={() => void letIn(one)}
        />
      ),
    },
  ];
}
