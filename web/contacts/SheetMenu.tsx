import { Trans, useLingui } from "@lingui/react/macro";
import { FileSpreadsheet, FileText, FileUp, Table2 } from "lucide-react";
import { useState } from "react";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";

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
  const [isBusy, setBusy] = useState(false);
  const mayExport = useMay("contacts-page:exportContacts");
  const save = async (format: "xlsx" | "csv") => {
    setBusy(true);
    try {
      const { exportContacts } = await import("./export.ts");
      await exportContacts(format, search);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const exports = [
    { label: t`Exportar (.xlsx)`, icon: FileSpreadsheet, disabled: isEmpty, onChoose: () => save("xlsx") },
    { label: t`Exportar (.csv)`, icon: FileText, disabled: isEmpty, onChoose: () => save("csv") },
  ];
  return (
    <Menu
      label={t`Planilha`}
      trigger={(props) => (
        <Button {...props} variant="secondary" icon={Table2} busy={isBusy} aria-label={t`Planilha`}>
          <span className="only-wide">
            <Trans>Planilha</Trans>
          </span>
        </Button>
      )}
      entries={[{ label: t`Importar planilha`, icon: FileUp, onChoose: onImport }, ...(mayExport ? exports : [])]}
    />
  );
}
