import { Trans, useLingui } from "@lingui/react/macro";
import { GripVertical } from "lucide-react";
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import type { Column } from "./DataTable.tsx";
import { AS_IT_CAME, type Layout } from "./layout.ts";
import css from "./ColumnsList.module.css";

export interface ColumnsListProps {
  /** Those that may be arranged, in the person's order. */
  columns: readonly Pick<Column<never>, "id" | "title">[];
  layout: Layout;
  onLayout: (layout: Layout) => void;
}

/** A table's columns: which are shown, and their order, by mouse, finger or keyboard. */
export default function ColumnsList({ columns, layout, onLayout }: ColumnsListProps) {
  const { t } = useLingui();
  const order = columns.map(({ id }) => id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder({ keys, target }) {
      const rest = order.filter((id) => !keys.has(id));
      const place = rest.indexOf(String(target.key)) + (target.dropPosition === "after" ? 1 : 0);
      onLayout({
        ...layout,
        order: [...rest.slice(0, place), ...order.filter((id) => keys.has(id)), ...rest.slice(place)],
      });
    },
  });
  const show = (id: string, isShown: boolean) =>
    onLayout({ ...layout, hidden: isShown ? layout.hidden.filter((one) => one !== id) : [...layout.hidden, id] });
  return (
    <div className={css.list}>
      <GridList
        aria-label={t`Colunas`}
        items={columns}
        dependencies={[layout]}
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ id, title }) => (
          <GridListItem id={id} textValue={title} className={css.item}>
            <AriaButton slot="drag" className={css.grip} aria-label={t`Mover ${title}`}>
              <GripVertical size={16} aria-hidden />
            </AriaButton>
            <Checkbox
              checked={!layout.hidden.includes(id)}
              onChecked={(isShown) => show(id, isShown)}
            >
              {title}
            </Checkbox>
          </GridListItem>
        )}
      </GridList>
      <footer>
        <Button size="small" disabled={layout === AS_IT_CAME} onClick={() => onLayout(AS_IT_CAME)}>
          <Trans>Como era</Trans>
        </Button>
      </footer>
    </div>
  );
}
