import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  ArrowLeft,
  CircleCheck,
  CircleDashed,
  CircleX,
  ContactRound,
  FileClock,
  FileUp,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { LIST_ITEM_SORTS, type ListImport, type ListItem } from "../../src/contract/contact_lists.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useDebounced } from "../list/useDebounced.ts";
import { useSorting } from "../list/useSorting.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import css from "./ContactLists.module.css";
import { ImportDialog } from "./ImportDialog.tsx";
import { ItemDialog } from "./ItemDialog.tsx";
import { itemList, removeItem, removeItems } from "./items.ts";
import { useContactList } from "./lists.ts";
import { useLastImport } from "./useLastImport.ts";

/** The people on a contact list (spec 3 §2.7). */
export default function ListContactsPage({ id }: { id: number }) {
  const { t, i18n } = useLingui();
  const { list, error, retry } = useContactList(id);
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const sorting = useSorting("list_items", LIST_ITEM_SORTS);
  const items = useList(itemList, { contactListId: id, searchParam, ...sorting.query });
  const mayDelete = useMay("contacts-page:deleteContact");
  const [edited, setEdited] = useState<ListItem | "new">();
  const [sheet, setSheet] = useState<File | ListImport>();
  const last = useLastImport(id);
  const columns = useColumns({ mayDelete, onEdit: setEdited });
  const title = list?.name ?? t`Contatos da lista`;
  if (error) {
    return (
      <Page title={title}>
        <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />
      </Page>
    );
  }
  const count = list?.contactsCount ?? 0;
  return (
    <Page
      title={list && count > 0 ? t`${title} (${i18n.number(count)})` : title}
      search={
        <SearchField
          label={t`Buscar contatos`}
          placeholder={t`Nome, número ou e-mail`}
          value={search}
          onText={setSearch}
        />
      }
      action={<Head last={last} onFile={setSheet} onLast={setSheet} onNew={() => setEdited("new")} />}
    >
      <DataTable
        name="list_items"
        list={items}
        sorting={sorting}
        bulk={mayDelete
          ? {
            says: (count) => plural(count, { one: "# contato selecionado", other: "# contatos selecionados" }),
            actions: (rows) => <RemoveButton onRemove={() => removeItems(rows)} />,
          }
          : undefined}
        label={title}
        place={`list ${id} ${searchParam}`}
        columns={columns}
        empty={searchParam
          ? (
            <NothingFound
              title={t`Nenhum contato encontrado`}
              text={t`Nada com “${search}” no nome, no número ou no e-mail.`}
              onClear={() => setSearch("")}
            />
          )
          : (
            <Empty
              icon={ContactRound}
              title={t`Nenhum contato nesta lista ainda`}
              text={t`Importe uma planilha ou adicione os contatos um a um.`}
            />
          )}
      />
      {edited && (
        <ItemDialog
          contactListId={id}
          item={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {sheet && <ImportDialog contactListId={id} begin={sheet} onClose={() => setSheet(undefined)} />}
    </Page>
  );
}

interface HeadProps {
  last: ListImport | undefined;
  onFile: (file: File) => void;
  onLast: (last: ListImport) => void;
  onNew: () => void;
}

function Head({ last, onFile, onLast, onNew }: HeadProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <HeadButton icon={ArrowLeft} label={t`Listas`} onClick={() => navigate("/contact-lists")} />
      {last && <IconButton label={t`Última importação`} icon={FileClock} onClick={() => onLast(last)} />}
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
          if (file) onFile(file);
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

interface Does {
  mayDelete: boolean;
  onEdit: (item: ListItem) => void;
}

function useColumns({ mayDelete, onEdit }: Does): readonly Column<ListItem>[] {
  const { t } = useLingui();
  return [
    {
      id: "isWhatsappValid",
      title: t`WhatsApp`,
      width: "96px",
      card: "side",
      cell: ({ isWhatsappValid }) => <Validity is={isWhatsappValid} />,
    },
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ name, isOptedOut }) => (
        <span className={css.who}>
          <bdi className="cut" title={name}>{name}</bdi>
          {isOptedOut && (
            <Chip tone="waiting">
              <Trans>Não quer campanhas</Trans>
            </Chip>
          )}
        </span>
      ),
    },
    {
      id: "number",
      title: t`Número`,
      width: "minmax(160px, 1fr)",
      card: "main",
      cell: ({ number }) => <span className={css.number}>{formatNumber(number)}</span>,
    },
    {
      id: "email",
      title: t`E-mail`,
      width: "minmax(0, 1.5fr)",
      cell: ({ email }) => <span className={`cut ${css.muted}`} title={email}>{email}</span>,
    },
    {
      id: "columns",
      title: t`Variáveis`,
      width: "minmax(0, 1.5fr)",
      isSpare: true,
      cell: ({ columns }) => {
        const text = Object.entries(columns).map(([name, value]) => `${name}: ${value}`).join(" · ");
        return <span className={`cut ${css.muted}`} title={text}>{text}</span>;
      },
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "84px",
      align: "end",
      card: "corner",
      cell: (item) => (
        <span className={css.actions}>
          <IconButton label={t`Editar ${item.name}`} icon={Pencil} onClick={() => onEdit(item)} />
          {mayDelete && (
            <IconButton
              label={t`Excluir ${item.name}`}
              icon={Trash2}
              onClick={() => void removeItem(item)}
            />
          )}
        </span>
      ),
    },
  ];
}

/** What the network said of the number. */
function Validity({ is }: { is: boolean | null }): ReactNode {
  const { t } = useLingui();
  const [Icon, label, tone] = is === null
    ? [CircleDashed, t`Ainda não verificado`, css.unknown] as const
    : is
    ? [CircleCheck, t`Tem WhatsApp`, css.valid] as const
    : [CircleX, t`Não tem WhatsApp`, css.invalid] as const;
  return (
    <span className={tone} title={label}>
      <Icon size={16} role="img" aria-label={label} />
    </span>
  );
}
