import { useLingui } from "@lingui/react/macro";
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  Ellipsis,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  Paperclip,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useId } from "react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import type { Step } from "./tree.ts";
import type { Over } from "./useRowDrag.ts";
import css from "./OptionTree.module.css";

/** What can be done with a row; the same object as long as the tree is drawn, so that only rows that change are drawn anew. */
export interface Does {
  keyDown: (event: KeyboardEvent, option: QueueOption) => void;
  fold: (option: QueueOption) => void;
  edit: (option: QueueOption) => void;
  add: (option: QueueOption) => void;
  move: (option: QueueOption, step: Step) => void;
  remove: (option: QueueOption) => void;
  /** It has the focus, or something in it has. */
  here: (option: QueueOption) => void;
  press: (event: PointerEvent<HTMLElement>, option: QueueOption) => void;
}

interface OptionRowProps {
  option: QueueOption;
  depth: number;
  /** How many there are of it and its siblings. */
  count: number;
  hasChildren: boolean;
  isFolded: boolean;
  /** The one that the Tab key comes to. */
  isTabStop: boolean;
  isDragged: boolean;
  /** Another is held over it. */
  over: Over["where"] | undefined;
  /** Where it leads, by name. */
  target: string | undefined;
  does: Does;
  /** Its fields, while they are open. */
  children?: ReactNode;
}

/** An option in the tree, with what can be done with it. */
export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { option, depth, count, hasChildren, isFolded, isTabStop, isDragged, over, does, children } = props;
  const { t } = useLingui();
  const id = useId();
  const title = option.title || t`Sem título`;
  return (
    <li
      className={css.item}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={count}
      aria-posinset={option.option}
      aria-expanded={hasChildren ? !isFolded : undefined}
      // Open, it is called by all that stands in it.
      aria-labelledby={children ? undefined : ["number", "title", "end"].map((part) => `${id}-${part}`).join(" ")}
      data-option={option.id}
      data-over={over}
      data-dragged={isDragged || undefined}
      tabIndex={isTabStop ? 0 : -1}
      style={{ paddingInlineStart: depth * 28 }}
      onFocus={() => does.here(option)}
      onKeyDown={(event) => does.keyDown(event, option)}
    >
      <div
        className={css.row}
        data-open={children ? true : undefined}
        onPointerDown={(event) => event.pointerType === "touch" && does.press(event, option)}
      >
        <span className={css.grip} data-grip aria-hidden onPointerDown={(event) => does.press(event, option)}>
          <GripVertical size={16} />
        </span>
        {hasChildren
          ? (
            <IconButton
              label={isFolded ? t`Abrir ${title}` : t`Recolher ${title}`}
              icon={isFolded ? ChevronRight : ChevronDown}
              size="small"
              tabIndex={-1}
              onClick={() => does.fold(option)}
            />
          )
          : <span className={css.gap} />}
        <span className={css.number} id={`${id}-number`}>{option.option}</span>{" "}
        <button type="button" id={`${id}-title`} className={css.title} tabIndex={-1} onClick={() => does.edit(option)}>
          <b data-missing={!option.title || undefined}>{title}</b> <span>{option.message}</span>
        </button>{" "}
        {option.file && <Paperclip size={12} aria-label={t`Com arquivo`} />}
        <span id={`${id}-end`}>{!hasChildren && <EndChip option={option} target={props.target} />}</span>
        <RowActions option={option} does={does} title={title} />
      </div>
      {children}
    </li>
  );
});

function EndChip({ option: { action }, target }: { option: QueueOption; target: string | undefined }) {
  const { t } = useLingui();
  if (action === "close") return <Chip>{t`Encerra`}</Chip>;
  if (action === "queue") return target ? <Chip>{t`Fila ${target}`}</Chip> : <Chip tone="danger">{t`Sem fila`}</Chip>;
  if (action === "user" && !target) return <Chip tone="danger">{t`Sem atendente`}</Chip>;
  return <Chip>{action === "user" ? target : t`Atendente`}</Chip>;
}

function RowActions({ option, does, title }: Pick<OptionRowProps, "option" | "does"> & { title: string }) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton
        label={t`Subir ${title}`}
        icon={ArrowUp}
        size="small"
        tabIndex={-1}
        onClick={() => does.move(option, "up")}
      />
      <IconButton
        label={t`Descer ${title}`}
        icon={ArrowDown}
        size="small"
        tabIndex={-1}
        onClick={() => does.move(option, "down")}
      />
      <IconButton
        label={t`Adicionar abaixo de ${title}`}
        icon={Plus}
        size="small"
        tabIndex={-1}
        onClick={() => does.add(option)}
      />
      <Menu
        label={t`Mais sobre ${title}`}
        trigger={(props) => (
          <IconButton label={t`Mais sobre ${title}`} icon={Ellipsis} size="small" tabIndex={-1} {...props} />
        )}
        entries={[
          { label: t`Editar`, icon: Pencil, end: "Enter", onChoose: () => does.edit(option) },
          { label: t`Adicionar opção abaixo`, icon: Plus, end: "Insert", onChoose: () => does.add(option) },
          { label: t`Subir`, icon: ArrowUp, end: "Alt ↑", onChoose: () => does.move(option, "up") },
          { label: t`Descer`, icon: ArrowDown, end: "Alt ↓", onChoose: () => does.move(option, "down") },
          {
            label: t`Para dentro da anterior`,
            icon: IndentIncrease,
            end: "Alt →",
            onChoose: () => does.move(option, "in"),
          },
          {
            label: t`Um nível para fora`,
            icon: IndentDecrease,
            end: "Alt ←",
            onChoose: () => does.move(option, "out"),
          },
          { label: t`Excluir`, icon: Trash2, danger: true, end: "Delete", onChoose: () => does.remove(option) },
        ]}
      />
    </span>
  );
}
