import { Trans, useLingui } from "@lingui/react/macro";
import { BellOff, FileDown, NotebookTabs, Pencil, Plus, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { ContactList } from "../../src/contract/contact_lists.ts";
import type { Column } from "../list/column.ts";
import { ListPage } from "../list/ListPage.tsx";
import { useList } from "../list/pagedList.ts";
import { useSearch } from "../list/useSearch.ts";
import { useSorting } from "../list/useSorting.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import css from "./ContactLists.module.css";
import { saveExample } from "./exampleSheet.ts";
import { ListDialog } from "./ListDialog.tsx";
import { listOfLists, removeList } from "./lists.ts";

/** Lists of people to send campaigns to (spec 3 §2.6). */
export default function ContactListsPage() {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const searching = useSearch(), { text: search, param: searchParam } = searching;
  const sorting = useSorting("contact_lists", ["name", "contactsCount"]);
  const list = useList(listOfLists, { searchParam, ...sorting.query });
  const [edited, setEdited] = useState<ContactList | "new">();
  return (
    <ListPage
      title={t`Listas de contatos`}
      search={searching}
      searches={{ label: t`Buscar listas`, placeholder: t`Buscar` }}
      nothing={{ title: t`Nenhuma lista encontrada`, text: t`Nada com “${search}” no nome.` }}
      action={
        <>
          <Button
            variant="secondary"
            icon={BellOff}
            aria-label={t`Não querem campanhas`}
            onClick={() => navigate("/opt-outs")}
          >
            <span className="only-wide">
              <Trans>Não querem campanhas</Trans>
            </span>
          </Button>
          <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
            <Trans>Adicionar</Trans>
          </Button>
        </>
      }
      name="contact_lists"
      list={list}
      sorting={sorting}
      place="contact lists"
      columns={useColumns(setEdited)}
      empty={
        <Empty
          icon={NotebookTabs}
          title={t`Nenhuma lista de contatos ainda`}
          text={t`Uma lista diz para quem vai uma campanha. Os contatos vêm de uma planilha ou um a um.`}
          action={
            <Button variant="secondary" icon={Plus} onClick={() => setEdited("new")}>
              <Trans>Adicionar</Trans>
            </Button>
          }
        />
      }
    >
      {edited && <ListDialog list={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </ListPage>
  );
}

function useColumns(onEdit: (list: ContactList) => void): readonly Column<ContactList>[] {
  const { t, i18n } = useLingui();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: ({ id, name }) => (
        <Link className={`cut ${css.name}`} href={placeOf(id)} title={name}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: "contactsCount",
      title: t`Contatos`,
      width: "minmax(96px, 1fr)",
      card: "main",
      cell: ({ contactsCount }) => <span className={css.number}>{i18n.number(contactsCount)}</span>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "152px",
      align: "end",
      card: "corner",
      cell: (list) => <Actions list={list} onEdit={onEdit} />,
    },
  ];
}

function placeOf(id: number): string {
  return `/contact-lists/${id}/contacts`;
}

function Actions({ list, onEdit }: { list: ContactList; onEdit: (list: ContactList) => void }) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const { id, name } = list;
  return (
    <span className={css.actions}>
      <span className="only-wide">
        <IconButton label={t`Baixar planilha de exemplo`} icon={FileDown} onClick={() => void saveExample()} />
      </span>
      <IconButton label={t`Contatos de ${name}`} icon={UsersRound} onClick={() => navigate(placeOf(id))} />
      <IconButton label={t`Editar ${name}`} icon={Pencil} onClick={() => onEdit(list)} />
      <IconButton label={t`Excluir ${name}`} icon={Trash2} onClick={() => void removeList(list)} />
    </span>
  );
}
