import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Toolbar } from "react-aria-components";
import { IconButton } from "../ui/IconButton.tsx";
import type { Bulk } from "./selection.ts";
import css from "./Selection.module.css";

interface BulkBarProps<Row> {
  bulk: Bulk<Row>;
  selected: readonly Row[];
  onLetGo: () => void;
}

/** What can be done with the selected rows, in the place of the page's head; how many they are is said aloud. */
export function BulkBar<Row>({ bulk, selected, onLetGo }: BulkBarProps<Row>) {
  const { t } = useLingui();
  const count = selected.length;
  return (
    <>
      <p className="visually-hidden" role="status">{count > 0 ? bulk.says(count) : ""}</p>
      {count > 0 && (
        <Toolbar className={css.bar} aria-label={t`Com os selecionados`} data-bulk>
          <IconButton label={t`Largar a seleção`} icon={X} iconSize={20} onClick={onLetGo} />
          <b>{bulk.says(count)}</b>
          {bulk.actions(selected)}
        </Toolbar>
      )}
    </>
  );
}
