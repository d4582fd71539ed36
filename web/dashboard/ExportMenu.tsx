import { useLingui } from "@lingui/react/macro";
import { Download, FileSpreadsheet, FileText } from "lucide-react";
import { useState } from "react";
import type { Dashboard } from "../../src/contract/dashboard.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";
import { type DashboardPlace } from "./filter.ts";

/** Hands the period over as a file: all numbers as a workbook, or its services as a table. */
export function ExportMenu({ place, figures }: { place: DashboardPlace; figures?: Dashboard }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: "xlsx" | "csv") => {
    if (!figures) return;
    setBusy(true);
    try {
      const { exportAs } = await import("./export.ts");
      await exportAs(format, place.query, figures);
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
        <IconButton {...props} label={t`Exportar`} icon={Download} disabled={!figures || isBusy} aria-busy={isBusy} />
      )}
      entries={[
        { label: t`Planilha (.xlsx)`, icon: FileSpreadsheet, onChoose: () => save("xlsx") },
        { label: t`Atendimentos (.csv)`, icon: FileText, onChoose: () => save("csv") },
      ]}
    />
  );
}
