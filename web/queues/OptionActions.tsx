import { useLingui } from "@lingui/react/macro";
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  IndentDecrease,
  IndentIncrease,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { APART } from "./apart.ts";
import { nameOf } from "./news.ts";
import type { Does } from "./OptionsContext.ts";
import css from "./OptionTree.module.css";

interface OptionActionsProps {
  option: QueueOption;
  does: Does;
}

/** The buttons at the end of an option's row; all of them are keys, too, so that the Tab key passes them by. */
export function OptionActions({ option, does }: OptionActionsProps) {
  const { t } = useLingui();
  const title = nameOf(option);
  const button = (label: string, icon: LucideIcon, onClick: () => void) => (
    <IconButton label={label} icon={icon} size="small" tabIndex={-1} onClick={onClick} />
  );
  return (
    <span className={css.actions} {...APART}>
      {button(t`Subir ${title}`, ArrowUp, () => does.move(option, "up"))}
      {button(t`Descer ${title}`, ArrowDown, () => does.move(option, "down"))}
      {button(t`Adicionar abaixo de ${title}`, Plus, () => does.add(option))}
      <MoreMenu option={option} does={does} />
    </span>
  );
}

function MoreMenu({ option, does }: OptionActionsProps) {
  const { t } = useLingui();
  const title = nameOf(option);
  const label = t`Mais sobre ${title}`;
  const entries: MenuEntry[] = [
    { label: t`Editar`, icon: Pencil, end: "Enter", onChoose: () => does.edit(option) },
    { label: t`Adicionar opção abaixo`, icon: Plus, end: "Insert", onChoose: () => does.add(option) },
    { label: t`Subir`, icon: ArrowUp, end: "Alt ↑", onChoose: () => does.move(option, "up") },
    { label: t`Descer`, icon: ArrowDown, end: "Alt ↓", onChoose: () => does.move(option, "down") },
    { label: t`Para dentro da anterior`, icon: IndentIncrease, end: "Alt →", onChoose: () => does.move(option, "in") },
    { label: t`Um nível para fora`, icon: IndentDecrease, end: "Alt ←", onChoose: () => does.move(option, "out") },
    { label: t`Excluir`, icon: Trash2, danger: true, end: "Delete", onChoose: () => does.remove(option) },
  ];
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton label={label} icon={Ellipsis} size="small" tabIndex={-1} {...props} />}
      entries={entries}
    />
  );
}
