import { useLingui } from "@lingui/react/macro";
import { CircleQuestionMark, Pencil } from "lucide-react";
import type { Help } from "../../src/contract/helps.ts";
import { helpList } from "../helps/helps.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { HelpForm } from "./HelpForm.tsx";
import { useRecord } from "./useRecord.ts";
import css from "./RecordForm.module.css";

/** What everybody finds on the help page (spec 2 §2, Settings, Ajuda). */
export default function HelpsTab() {
  const { t } = useLingui();
  const list = useList(helpList, {});
  const edited = useRecord<Help>();
  return (
    <div className={css.records}>
      <HelpForm key={edited.round} edited={edited} />
      <DataTable
        name="helps"
        list={list}
        label={t`Ajuda`}
        place="helps"
        columns={useHelpColumns((help) => void edited.leaveFor(help))}
        empty={
          <Empty
            icon={CircleQuestionMark}
            title={t`Nenhuma ajuda ainda`}
            text={t`O que for escrito aqui aparece na página Ajuda de todas as empresas.`}
          />
        }
      />
    </div>
  );
}

function useHelpColumns(onEdit: (help: Help) => void): readonly Column<Help>[] {
  const { t } = useLingui();
  return [
    {
      id: "title",
      title: t`Título`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ title }) => title,
      cell: ({ title }) => <b className="cut">{title}</b>,
    },
    {
      id: "description",
      title: t`Descrição`,
      width: "minmax(0, 3fr)",
      card: "main",
      sortBy: ({ description }) => description || null,
      cell: ({ description }) => <span className="cut">{description}</span>,
    },
    {
      id: "video",
      title: t`Vídeo`,
      width: "minmax(112px, 1fr)",
      isSpare: true,
      sortBy: ({ video }) => video || null,
      cell: ({ video }) => video,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (help) => <IconButton label={t`Editar ${help.title}`} icon={Pencil} onClick={() => onEdit(help)} />,
    },
  ];
}
