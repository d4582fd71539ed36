import { Trans, useLingui } from "@lingui/react/macro";
import { ContactRound, FileUp, Import, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type Contact, CONTACT_SORTS } from "../../src/contract/contacts.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { useSorting } from "../list/useSorting.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { useContactsBulk } from "./ContactsBulk.tsx";
import { contactList, importContacts } from "./contacts.ts";
import { SheetMenu } from "./SheetMenu.tsx";
import { useContactColumns } from "./useContactColumns.tsx";

const ContactDialog = lazy(() => import("../tickets/contact/ContactDialog.tsx"));

const ImportDialog = lazy(() => import("./ImportDialog.tsx"));

const MergeDialog = lazy(() => import("../tickets/contact/MergeDialog.tsx"));

/** The company's contacts (spec 1 §2.11). */
export default function ContactsPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const sorting = useSorting("contacts", CONTACT_SORTS);
  const list = useList(contactList, { searchParam, ...sorting.query });
  const [edited, setEdited] = useState<Contact | "new">();
  const [merged, setMerged] = useState<Contact>();
  const [isImporting, setImporting] = useState(false);
  const [isSheet, setSheet] = useState(false);
  const bulk = useContactsBulk();
  const importAll = async () => {
    setImporting(true);
    if (await importContacts()) await list.reload();
    setImporting(false);
  };
  return (
    <Page
      title={t`Contatos`}
      search={
        <SearchField label={t`Buscar contatos`} placeholder={t`Nome ou número`} value={search} onText={setSearch} />
      }
      action={
        <>
          <Button variant="secondary" icon={Import} busy={isImporting} aria-label={t`Importar`} onClick={importAll}>
            <span className="only-wide">
              <Trans>Importar</Trans>
            </span>
          </Button>
          <SheetMenu
            search={search.trim().toLowerCase()}
            isEmpty={list.state === "ready" && list.rows.length === 0}
            onImport={() => setSheet(true)}
          />
          <Button variant="primary" icon={Plus} aria-label={t`Adicionar`} onClick={() => setEdited("new")}>
            <span className="only-wide">
              <Trans>Adicionar</Trans>
            </span>
          </Button>
        </>
      }
    >
      <DataTable
        name="contacts"
        list={list}
        sorting={sorting}
        bulk={bulk}
        label={t`Contatos`}
        place={`contacts ${searchParam}`}
        columns={useContactColumns({ onEdit: setEdited, onMerge: setMerged })}
        rowHeight={56}
        empty={searchParam
          ? (
            <NothingFound
              title={t`Nenhum contato encontrado`}
              text={t`Nada com “${search}” no nome ou no número.`}
              onClear={() => setSearch("")}
            />
          )
          : (
            <Empty
              icon={ContactRound}
              title={t`Nenhum contato ainda`}
              text={t`Quem escreve para a empresa aparece aqui. Você também pode trazer a agenda do celular ou uma planilha.`}
              action={
                <>
                  <Button variant="secondary" icon={Import} busy={isImporting} onClick={importAll}>
                    <Trans>Importar do celular</Trans>
                  </Button>
                  <Button variant="secondary" icon={FileUp} onClick={() => setSheet(true)}>
                    <Trans>Importar planilha</Trans>
                  </Button>
                </>
              }
            />
          )}
      />
      <Suspense>
        {edited && (
          <ContactDialog
            contact={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
        {isSheet && <ImportDialog onClose={() => setSheet(false)} />}
        {merged && <MergeDialog contact={merged} onClose={() => setMerged(undefined)} />}
      </Suspense>
    </Page>
  );
}
