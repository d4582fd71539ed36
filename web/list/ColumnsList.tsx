import { Trans, useLingui } from "@lingui/react/macro";
import { GripVertical } from "lucide-react";
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { inOrder } from "./layout.ts";
import type { AnyTable } from "./useDataTable.ts";
import css from "./ColumnsList.module.css";

export interface ColumnsListProps {
  table: AnyTable;
  titleOf: (id: string) => string;
}

/** A table's columns: which are shown, and their order, by mouse, finger or keyboard. */
export default function ColumnsList({ table, titleOf }: ColumnsListProps) {
  const { t } = useLingui();
  const { columnOrder, columnVisibility, columnSizing } = table.state;
  const all = table.getAllLeafColumns(), movable = all.filter((column) => column.getCanHide());
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder({ keys, target }) {
      const order = movable.map(({ id }) => id), rest = order.filter((id) => !keys.has(id));
      const place = rest.indexOf(String(target.key)) + (target.dropPosition === "after" ? 1 : 0);
      const moved = [...rest.slice(0, place), ...order.filter((id) => keys.has(id)), ...rest.slice(place)];
      table.setColumnOrder(inOrder(all, moved).map(({ id }) => id));
    },
  });
  const isAsItCame = columnOrder.length === 0 && Object.keys(columnSizing).length === 0 &&
    Object.values(columnVisibility).every(Boolean);
  const reset = () => {
    table.resetColumnOrder(true);
    table.resetColumnVisibility(true);
    table.resetColumnSizing(true);
  };
  return (
    <div className={css.list}>
      <GridList
        aria-label={t`Colunas`}
        items={movable.map((column) => ({ id: column.id, title: titleOf(column.id), column }))}
        dependencies={[table.state]}
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ id, title, column }) => (
          <GridListItem id={id} textValue={title} className={css.item}>
            <AriaButton slot="drag" className={css.grip} aria-label={t`Mover ${title}`}>
              <GripVertical size={16} aria-hidden />
            </AriaButton>
            <Checkbox checked={column.getIsVisible()} onChecked={(isShown) => column.toggleVisibility(isShown)}>
              {title}
            </Checkbox>
          </GridListItem>
        )}
      </GridList>
      <footer>
        <Button size="small" disabled={isAsItCame} onClick={reset}>
          <Trans>Como era</Trans>
        </Button>
      </footer>
    </div>
  );
}
