import { Plural, useLingui } from "@lingui/react/macro";
import type { RowOutcome, SheetRow } from "../../src/contract/contacts.ts";
import { ColumnFields } from "../sheets/choosing/ColumnFields.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { type Columns, type ContactSheet, withoutCountry } from "./contactSheet.ts";
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
  const lacking = withoutCountry(sheet, columns);
  return (
    <>
      <p className={css.fileName} dir="auto">{fileName}</p>
      <ColumnFields titles={sheet.titles} columns={columns} needed={["number"]} onColumns={onColumns} autoFocus />
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
