import { Trans, useLingui } from "@lingui/react/macro";
import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import type { Announcement } from "../../src/contract/announcements.ts";
import type { Column } from "../list/column.ts";
import { EditRemove } from "../list/EditRemove.tsx";
import { ListPage } from "../list/ListPage.tsx";
import { useList } from "../list/pagedList.ts";
import { useSearch } from "../list/useSearch.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Empty } from "../ui/Empty.tsx";
import { AnnouncementDialog } from "./AnnouncementDialog.tsx";
import { announcementList } from "./announcements.ts";
import { removeAnnouncement } from "./removal.ts";
import { usePriorities } from "./usePriorities.ts";

/** What the provider has to say to everybody, as its author sees it (spec 3 §2.8). */
export default function AnnouncementsPage() {
  const { t } = useLingui();
  const searching = useSearch(), { text: search, param: searchParam } = searching;
  const list = useList(announcementList, searchParam ? { searchParam } : {});
  const [edited, setEdited] = useState<Announcement | "new">();
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
      title={t`Informativos`}
      search={searching}
      searches={{ label: t`Buscar informativos`, placeholder: t`Buscar` }}
      nothing={{ title: t`Nenhum informativo encontrado`, text: t`Nada com “${search}”.` }}
      action={add("primary")}
      name="announcements"
      list={list}
      place="announcements"
      columns={useColumns(setEdited)}
      empty={
        <Empty
          icon={Megaphone}
          title={t`Nenhum informativo ainda`}
          text={t`O que for escrito aqui chega a todas as pessoas de todas as empresas.`}
          action={add("secondary")}
        />
      }
    >
      {edited && (
        <AnnouncementDialog
          announcement={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ListPage>
  );
}

function useColumns(onEdit: (announcement: Announcement) => void): readonly Column<Announcement>[] {
  const { t } = useLingui();
  const priorities = usePriorities();
  return [
    {
      id: "title",
      title: t`Título`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: ({ title }) => <b className="cut">{title}</b>,
    },
    {
      id: "priority",
      title: t`Prioridade`,
      width: "minmax(88px, 1fr)",
      card: "main",
      cell: ({ priority }) => priorities.find(({ value }) => value === String(priority))!.label,
    },
    {
      id: "mediaName",
      title: t`Anexo`,
      width: "minmax(0, 2fr)",
      isSpare: true,
      cell: ({ mediaName }) => <span className="cut">{mediaName ?? t`sem anexo`}</span>,
    },
    {
      id: "status",
      title: t`Status`,
      width: "minmax(88px, 1fr)",
      card: "side",
      cell: ({ status }) => <Chip tone={status ? "success" : undefined}>{status ? t`Ativo` : t`Inativo`}</Chip>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "84px",
      align: "end",
      card: "corner",
      cell: (one) => (
        <EditRemove
          name={one.title}
          onEdit={() => onEdit(one)}
          onRemove={() => void removeAnnouncement(one)}
        />
      ),
    },
  ];
}
