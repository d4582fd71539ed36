import { useLingui } from "@lingui/react/macro";
import { FileUp, Table2 } from "lucide-react";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { useMay } from "../session.ts";

interface SheetMenuProps {
  /** As it is typed now: the list follows it only after a moment. */
  search: string;
  /** Nobody is found. */
  isEmpty: boolean;
  onImport: () => void;
}

/** Brings contacts in by a spreadsheet, and hands over those that are looked at as one. */
export function SheetMenu({ search, isEmpty, onImport }: SheetMenuProps) {
  const { t } = useLingui();
  return (
    <ExportMenu
      named={{ label: t`Planilha`, icon: Table2 }}
      above={[{ label: t`Importar planilha`, icon: FileUp, onChoose: onImport }]}
      mayExport={useMay("contacts-page:exportContacts")}
      isEmpty={isEmpty}
      save={async (format) => (await import("./export.ts")).exportContacts(format, search)}
    />
  );
}
