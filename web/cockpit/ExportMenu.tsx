import { useLingui } from "@lingui/react/macro";
import { Download, FileSpreadsheet, FileText } from "lucide-react";
import { useState } from "react";
import type { CockpitCompany, CockpitMonth } from "../../src/contract/cockpit.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";

interface ExportMenuProps {
  /** Those that are looked at. */
  companies: readonly CockpitCompany[];
  months: readonly CockpitMonth[];
}

/** Hands over what is looked at as a file. */
export function ExportMenu({ companies, months }: ExportMenuProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: "xlsx" | "csv") => {
    setBusy(true);
    try {
      const { exportCockpit } = await import("./export.ts");
      await exportCockpit(format, companies, months);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const disabled = companies.length === 0 || isBusy;
  return (
    <Menu
      label={t`Exportar`}
      trigger={(props) => (
        <IconButton {...props} label={t`Exportar`} icon={Download} disabled={disabled} aria-busy={isBusy} />
      )}
      entries={[
        { label: t`Exportar (.xlsx)`, icon: FileSpreadsheet, onChoose: () => save("xlsx") },
        { label: t`Exportar (.csv)`, icon: FileText, onChoose: () => save("csv") },
      ]}
    />
  );
}
