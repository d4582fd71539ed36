import { Trans, useLingui } from "@lingui/react/macro";
import { FileSpreadsheet, FileText, Table2 } from "lucide-react";
import { useState } from "react";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";

/** Hands over the contacts that are looked at as a spreadsheet. */
export function SheetMenu({ searchParam, isEmpty }: { searchParam: string; isEmpty: boolean }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const mayExport = useMay("contacts-page:exportContacts");
  const save = async (format: "xlsx" | "csv") => {
    setBusy(true);
    try {
      const { exportContacts } = await import("./export.ts");
      await exportContacts(format, searchParam);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  if (!mayExport) return null;
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
      entries={[
        { label: t`Exportar (.xlsx)`, icon: FileSpreadsheet, disabled: isEmpty, onChoose: () => save("xlsx") },
        { label: t`Exportar (.csv)`, icon: FileText, disabled: isEmpty, onChoose: () => save("csv") },
      ]}
    />
  );
}
