import { Plural, useLingui } from "@lingui/react/macro";
import type { RowOutcome, SheetRow } from "../../src/contract/contacts.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Select } from "../ui/Select.tsx";
import { type Columns, type ContactSheet, type Field, withoutCountry } from "./contactSheet.ts";
import { SheetRows } from "./SheetRows.tsx";
import css from "./ImportDialog.module.css";

interface SheetMappingProps {
  fileName: string;
  sheet: ContactSheet;
  columns: Columns;
  addsCountry: boolean;
  preview?: { rows: readonly SheetRow[]; outcomes: readonly RowOutcome[] };
  onColumns: (columns: Columns) => void;
  onCountry: (addsCountry: boolean) => void;
}

/** Which column is what, and what would become of the first rows. */
export function SheetMapping(
  { fileName, sheet, columns, addsCountry, preview, onColumns, onCountry }: SheetMappingProps,
) {
  const { t } = useLingui();
  const options = sheet.titles.map((title, nth) => ({ value: String(nth), label: title || t`Coluna ${nth + 1}` }));
  const labels: Record<Field, string> = { name: t`Nome`, number: t`Número`, email: t`E-mail` };
  const lacking = withoutCountry(sheet, columns);
  return (
    <>
      <p className={css.fileName} dir="auto">{fileName}</p>
      <div className={css.columns}>
        {(["name", "number", "email"] as const).map((field) => (
          <Select
            key={field}
            label={labels[field]}
            autoFocus={field === "name"}
            placeholder={t`Nenhuma coluna`}
            options={options}
            value={columns[field] < 0 ? "" : String(columns[field])}
            error={field === "number" && columns.number < 0 ? t`Escolha a coluna dos números.` : undefined}
            onText={(value) => onColumns({ ...columns, [field]: value === "" ? -1 : Number(value) })}
          />
        ))}
      </div>
      {lacking > 0 && (
        <Checkbox checked={addsCountry} onChecked={onCountry}>
          <Plural
            value={lacking}
            one="Acrescentar 55 (Brasil) a # número sem o código do país"
            other="Acrescentar 55 (Brasil) a # números sem o código do país"
          />
        </Checkbox>
      )}
      {preview && <SheetRows label={t`Prévia das primeiras linhas`} {...preview} />}
    </>
  );
}
