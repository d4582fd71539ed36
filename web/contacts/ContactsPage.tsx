import { Trans, useLingui } from "@lingui/react/macro";
import { ContactRound, FileUp, Import, Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
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
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useContactsBulk } from "./ContactsBulk.tsx";
import { contactList, importContacts } from "./contacts.ts";
import { SheetMenu } from "./SheetMenu.tsx";
import { useContactColumns } from "./useContactColumns.tsx";

const ContactDialog = lazyDialog(() => import("../tickets/contact/ContactDialog.tsx"));

const ImportDialog = lazyDialog(() => import("./ImportDialog.tsx"));

const PrivacyDialog = lazyDialog(() => import("./PrivacyDialog.tsx"));

const MergeDialog = lazyDialog(() => import("../tickets/contact/MergeDialog.tsx"));

/** The company's contacts (spec 1 §2.11). */
export default function ContactsPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const sorting = useSorting("contacts", CONTACT_SORTS);
  const list = useList(contactList, { searchParam, ...sorting.query });
  const { isImporting, importAll } = useImportAll(() => list.reload());
  const [edited, setEdited] = useState<Contact | "new">();
  const [merged, setMerged] = useState<Contact>();
  const [isPrivate, setPrivate] = useState<Contact>();
  const [isSheet, setSheet] = useState(false);
  const bulk = useContactsBulk();
  return (
    <Page
      title={t`Contatos`}
      search={
        <SearchField label={t`Buscar contatos`} placeholder={t`Nome ou número`} value={search} onText={setSearch} />
      }
      action={
        <Adding busy={isImporting} onPhone={importAll} onNew={() => setEdited("new")}>
          <SheetMenu
            search={search.trim().toLowerCase()}
            isEmpty={list.state === "ready" && list.rows.length === 0}
            onImport={() => setSheet(true)}
          />
        </Adding>
      }
    >
      <DataTable
        name="contacts"
        list={list}
        sorting={sorting}
        bulk={bulk}
        label={t`Contatos`}
        place={`contacts ${searchParam}`}
        columns={useContactColumns({ onEdit: setEdited, onMerge: setMerged, onPrivacy: setPrivate })}
        rowHeight={56}
        empty={
          <Nothing
            search={searchParam ? search : undefined}
            busy={isImporting}
            onClear={() => setSearch("")}
            onPhone={importAll}
            onSheet={() => setSheet(true)}
          />
        }
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
        {isPrivate && <PrivacyDialog contact={isPrivate} onClose={() => setPrivate(undefined)} />}
      </Suspense>
    </Page>
  );
}

/** Brings in the phone's address book. */
function useImportAll(reload: () => Promise<void>) {
  const [isImporting, setImporting] = useState(false);
  const importAll = async () => {
    setImporting(true);
    if (await importContacts()) await reload();
    setImporting(false);
  };
  return { isImporting, importAll };
}

interface AddingProps {
  busy: boolean;
  onPhone: () => void;
  onNew: () => void;
  children: ReactNode;
}

/** The ways to new contacts: from the phone, by what is put between, one by one. */
function Adding({ busy, onPhone, onNew, children }: AddingProps) {
  const { t } = useLingui();
  return (
    <>
      <Button variant="secondary" icon={Import} busy={busy} aria-label={t`Importar`} onClick={onPhone}>
        <span className="only-wide">
          <Trans>Importar</Trans>
        </span>
      </Button>
      {children}
      <Button variant="primary" icon={Plus} aria-label={t`Adicionar`} onClick={onNew}>
        <span className="only-wide">
          <Trans>Adicionar</Trans>
        </span>
      </Button>
    </>
  );
}

interface NothingProps {
  /** What was searched for. */
  search: string | undefined;
  busy: boolean;
  onClear: () => void;
  onPhone: () => void;
  onSheet: () => void;
}

function Nothing({ search, busy, onClear, onPhone, onSheet }: NothingProps) {
  const { t } = useLingui();
  if (search !== undefined) {
    return (
      <NothingFound
        title={t`Nenhum contato encontrado`}
        text={t`Nada com “${search}” no nome ou no número.`}
        onClear={onClear}
      />
    );
  }
  return (
    <Empty
      icon={ContactRound}
      title={t`Nenhum contato ainda`}
      text={t`Quem escreve para a empresa aparece aqui. Você também pode trazer a agenda do celular ou uma planilha.`}
      action={
        <>
          <Button variant="secondary" icon={Import} busy={busy} onClick={onPhone}>
            <Trans>Importar do celular</Trans>
          </Button>
          <Button variant="secondary" icon={FileUp} onClick={onSheet}>
            <Trans>Importar planilha</Trans>
          </Button>
        </>
      }
    />
  );
}
