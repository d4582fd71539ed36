import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download, FileSpreadsheet, FileText, Tag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import type { Bulk } from "../list/selection.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";
import { removeContacts } from "./contacts.ts";

const TagContactsDialog = lazy(() => import("./TagContactsDialog.tsx"));

/** What can be done with several contacts at once, by those who may do it with one. */
export function useContactsBulk(): Bulk<Contact> {
  return {
    says: (count) => plural(count, { one: "# contato selecionado", other: "# contatos selecionados" }),
    actions: (rows) => <Actions rows={rows} />,
  };
}

function Actions({ rows }: { rows: readonly Contact[] }) {
  const { t } = useLingui();
  const mayExport = useMay("contacts-page:exportContacts"), mayDelete = useMay("contacts-page:deleteContact");
  const [isTagging, setTagging] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={Tag} aria-label={t`Tags`} onClick={() => setTagging(true)}>
        <span className="only-wide">
          <Trans>Tags</Trans>
        </span>
      </Button>
      {mayExport && <ExportThese rows={rows} />}
      {mayDelete && <RemoveButton onRemove={() => removeContacts(rows)} />}
      <Suspense>{isTagging && <TagContactsDialog contacts={rows} onClose={() => setTagging(false)} />}</Suspense>
    </>
  );
}

function ExportThese({ rows }: { rows: readonly Contact[] }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: "xlsx" | "csv") => {
    setBusy(true);
    try {
      const { exportThese } = await import("./export.ts");
      await exportThese(format, rows.map(({ id }) => id));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t`Exportar`}
      trigger={(props) => (
        <Button {...props} variant="secondary" icon={Download} busy={isBusy} aria-label={t`Exportar`}>
          <span className="only-wide">
            <Trans>Exportar</Trans>
          </span>
        </Button>
      )}
      entries={[
        { label: t`Exportar (.xlsx)`, icon: FileSpreadsheet, onChoose: () => save("xlsx") },
        { label: t`Exportar (.csv)`, icon: FileText, onChoose: () => save("csv") },
      ]}
    />
  );
}
