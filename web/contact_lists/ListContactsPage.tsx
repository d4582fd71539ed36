import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ContactRound } from "lucide-react";
import { useEffect, useState } from "react";
import { LIST_ITEM_SORTS, type ListImport, type ListItem } from "../../src/contract/contact_lists.ts";
import { ListPage } from "../list/ListPage.tsx";
import { useList } from "../list/pagedList.ts";
import { useSearch } from "../list/useSearch.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useSorting } from "../list/useSorting.ts";
import { subscribe } from "../live.ts";
import { useMay } from "../session.ts";
import { Empty, Failed } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { CheckStrip } from "./CheckStrip.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { ItemDialog } from "./ItemDialog.tsx";
import { itemList, removeItems } from "./items.ts";
import { ListHead } from "./ListHead.tsx";
import { useContactList } from "./lists.ts";
import { useItemColumns } from "./useItemColumns.tsx";
import { useLastImport } from "./useLastImport.ts";
import { useListCheck } from "./useListCheck.ts";

/** The people on a contact list (spec 3 §2.7). */
export default function ListContactsPage({ id }: { id: number }) {
  const { t, i18n } = useLingui();
  const { list, error, retry } = useContactList(id);
  const searching = useSearch(), { text: search, param: searchParam } = searching;
  const sorting = useSorting("list_items", LIST_ITEM_SORTS);
  useEffect(() => subscribe({ say: "joinContactList", contactListId: id }), [id]);
  const items = useList(itemList, { contactListId: id, searchParam, ...sorting.query });
  const mayDelete = useMay("contacts-page:deleteContact");
  const [edited, setEdited] = useState<ListItem | "new">();
  const [sheet, setSheet] = useState<File | ListImport>();
  const last = useLastImport(id);
  const { check, begin, stop } = useListCheck(id);
  const columns = useItemColumns({ mayDelete, onEdit: setEdited });
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
    <ListPage
      title={list && count > 0 ? t`${title} (${i18n.number(count)})` : title}
      search={searching}
      searches={{ label: t`Buscar contatos`, placeholder: t`Nome, número ou e-mail` }}
      nothing={{
        title: t`Nenhum contato encontrado`,
        text: t`Nada com “${search}” no nome, no número ou no e-mail.`,
      }}
      action={
        <ListHead
          last={last}
          onCheck={count > 0 && check?.state !== "running" ? () => void begin() : undefined}
          onFile={setSheet}
          onLast={setSheet}
          onNew={() => setEdited("new")}
        />
      }
      above={check?.state === "running" && <CheckStrip check={check} onStop={stop} />}
      name="list_items"
      list={items}
      sorting={sorting}
      bulk={mayDelete
        ? {
          says: (count) => plural(count, { one: "# contato selecionado", other: "# contatos selecionados" }),
          actions: (rows) => <RemoveButton onRemove={() => removeItems(rows)} />,
        }
        : undefined}
      place={`list ${id}`}
      columns={columns}
      empty={
        <Empty
          icon={ContactRound}
          title={t`Nenhum contato nesta lista ainda`}
          text={t`Importe uma planilha ou adicione os contatos um a um.`}
        />
      }
    >
      {edited && (
        <ItemDialog
          contactListId={id}
          item={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {sheet && <ImportDialog contactListId={id} begin={sheet} onClose={() => setSheet(undefined)} />}
    </ListPage>
  );
}
