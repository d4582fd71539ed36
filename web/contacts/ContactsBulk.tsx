import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Tag } from "lucide-react";
import { Suspense, useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { RemoveButton } from "../list/RemoveButton.tsx";
import type { Bulk } from "../list/selection.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { removeContacts } from "./contacts.ts";

const TagContactsDialog = lazyDialog(() => import("./TagContactsDialog.tsx"));

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
      {mayExport && (
        <ExportMenu
          named={{ label: t`Exportar`, icon: Download }}
          save={async (format) => (await import("./export.ts")).exportThese(format, rows.map(({ id }) => id))}
        />
      )}
      {mayDelete && <RemoveButton onRemove={() => removeContacts(rows)} />}
      <Suspense>{isTagging && <TagContactsDialog contacts={rows} onClose={() => setTagging(false)} />}</Suspense>
    </>
  );
}
