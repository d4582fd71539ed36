import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../ui/Checkbox.tsx";
import { checkboxClass, CheckMark } from "../ui/CheckMark.tsx";
import { classes } from "../ui/classes.ts";
import type { AnyTable } from "./useDataTable.ts";
import type { Selecting } from "./selection.ts";
import css from "./Selection.module.css";

/** Selects all rows that are here, or lets go of them. */
export function SelectAllBox({ table, selecting }: { table: AnyTable; selecting: Selecting }) {
  const { t } = useLingui();
  const isAll = table.getIsAllRowsSelected();
  return (
    <Checkbox
      className={css.box}
      checked={isAll}
      indeterminate={selecting.selected.length > 0 && !isAll}
      onChecked={(all) => table.toggleAllRowsSelected(all)}
    >
      <span className="visually-hidden">{t`Selecionar todos os que estão na lista`}</span>
    </Checkbox>
  );
}

interface SelectBoxProps {
  id: number;
  /** Of the cell that names the row. */
  nameId: string;
  isSelected: boolean;
  does: Selecting["does"];
}

/** Selects its row; with Shift all from the last one that was pressed. The browser's own box tells which keys were held. */
export function SelectBox({ id, nameId, isSelected, does }: SelectBoxProps) {
  const { t } = useLingui();
  const ownId = `${nameId}-box`;
  return (
    <label className={classes(checkboxClass, css.box)}>
      <input
        type="checkbox"
        checked={isSelected}
        readOnly
        aria-labelledby={`${ownId} ${nameId}`}
        onClick={(event) => does.toggle(id, event)}
        onKeyDown={(event) => does.move(event, id)}
      />
      <CheckMark />
      <span className="visually-hidden" id={ownId}>{t`Selecionar`}</span>
    </label>
  );
}
