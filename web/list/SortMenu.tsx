import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/Menu.tsx";
import type { Column } from "./column.ts";
import { sortOf } from "./TableHead.tsx";
import type { AnyTable } from "./useDataTable.ts";
import css from "./DataTable.module.css";

interface SortMenuProps {
  table: AnyTable;
  columns: readonly Pick<Column<never>, "id" | "title">[];
}

/** On a phone, where the cards have no heads to press: by what they are sorted. */
export function SortMenu({ table, columns }: SortMenuProps) {
  const { t } = useLingui();
  const sortable = columns.filter(({ id }) => sortOf(table, id) !== undefined);
  const orders = { ascending: t`crescente`, descending: t`decrescente` };
  const chosen = sortable.map((column) => ({ ...column, order: sortOf(table, column.id) }))
    .find(({ order }) => order !== "none");
  const { title, order } = chosen ?? {};
  const Arrow = order === "descending" ? ArrowDown : order === "ascending" ? ArrowUp : ArrowDownUp;
  if (sortable.length === 0) return null;
  return (
    <div className={`only-narrow ${css.order}`}>
      <Menu
        label={t`Ordenar por`}
        trigger={(trigger) => (
          <Button {...trigger} size="small" icon={Arrow}>
            {title ? t`Por ${title}` : t`Ordenar`}
          </Button>
        )}
        entries={sortable.map(({ id, title }) => {
          const order = sortOf(table, id) as keyof typeof orders | "none";
          return {
            label: title,
            checked: order !== "none",
            end: order !== "none" && orders[order],
            onChoose: () => table.getColumn(id)!.toggleSorting(),
          };
        })}
      />
    </div>
  );
}
