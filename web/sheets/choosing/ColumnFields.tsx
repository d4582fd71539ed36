import { useLingui } from "@lingui/react/macro";
import { type Field, type FieldColumns, FIELDS } from "../../../src/shared/sheet_columns.ts";
import { Select } from "../../ui/Select.tsx";
import css from "../Sheets.module.css";

interface ColumnFieldsProps {
  /** Of each column; empty where it has none. */
  titles: readonly string[];
  columns: FieldColumns;
  /** Without these nothing can be imported. */
  needed: readonly Field[];
  onColumns: (columns: FieldColumns) => void;
  autoFocus?: boolean;
}

/** Which column of a sheet is the name, which the number, which the e-mail: each one of them at most. */
export function ColumnFields({ titles, columns, needed, onColumns, autoFocus = false }: ColumnFieldsProps) {
  const { t } = useLingui();
  const labels: Record<Field, string> = { name: t`Nome`, number: t`Número`, email: t`E-mail` };
  const lacks: Record<Field, string> = {
    name: t`Escolha a coluna dos nomes.`,
    number: t`Escolha a coluna dos números.`,
    email: "",
  };
  const options = titles.map((title, nth) => ({ value: String(nth), label: title || t`Coluna ${nth + 1}` }));
  const take = (field: Field, nth: number) => {
    const others = FIELDS.filter((each) => each !== field && nth >= 0 && columns[each] === nth);
    onColumns({ ...columns, ...Object.fromEntries(others.map((each) => [each, -1])), [field]: nth });
  };
  return (
    <div className={css.columns}>
      {FIELDS.map((field) => {
        const isNeeded = needed.includes(field), nth = columns[field];
        return (
          <Select
            key={field}
            label={labels[field]}
            autoFocus={autoFocus && field === "name"}
            placeholder={t`Nenhuma coluna`}
            options={options}
            value={nth < 0 ? "" : String(nth)}
            error={isNeeded && nth < 0 ? lacks[field] : undefined}
            onText={(value) => take(field, value === "" ? -1 : Number(value))}
          />
        );
      })}
    </div>
  );
}
