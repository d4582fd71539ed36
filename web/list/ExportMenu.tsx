import { useLingui } from "@lingui/react/macro";
import { Download, FileSpreadsheet, FileText, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { showError } from "../ui/showError.ts";

export type SheetFormat = "xlsx" | "csv";

interface ExportMenuProps {
  /** Hands the file over; what it needs is best loaded by then. */
  save: (format: SheetFormat) => Promise<void>;
  /** There is nothing to hand over. */
  isEmpty?: boolean;
  /** With its name beside it where there is room, and this icon; otherwise an icon alone. */
  named?: { label: string; icon: LucideIcon };
  /** What the files are called where they differ in more than their kind. */
  labels?: Record<SheetFormat, string>;
  /** What else the menu offers, above. */
  above?: MenuEntry[];
  /** Where it is not allowed only what stands above is offered. */
  mayExport?: boolean;
}

/** Hands over what is looked at as a spreadsheet or as text. */
export function ExportMenu({ save, isEmpty, named, labels, above = [], mayExport = true }: ExportMenuProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const label = named?.label ?? t`Exportar`;
  const entry = (format: SheetFormat, usual: string, icon: LucideIcon): MenuEntry => ({
    label: labels?.[format] ?? usual,
    icon,
    disabled: isEmpty,
    onChoose: () => {
      setBusy(true);
      save(format).catch(showError).finally(() => setBusy(false));
    },
  });
  const exports = [
    entry("xlsx", t`Exportar (.xlsx)`, FileSpreadsheet),
    entry("csv", t`Exportar (.csv)`, FileText),
  ];
  return (
    <Menu
      label={label}
      trigger={(props) =>
        named
          ? (
            <Button {...props} variant="secondary" icon={named.icon} busy={isBusy} aria-label={label}>
              <span className="only-wide">{label}</span>
            </Button>
          )
          : <IconButton {...props} label={label} icon={Download} disabled={isBusy} aria-busy={isBusy} />}
      entries={[...above, ...(mayExport ? exports : [])]}
    />
  );
}
