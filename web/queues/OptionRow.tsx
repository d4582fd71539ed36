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
import { type DragEvent, type KeyboardEvent, memo, type ReactNode, useId, useState } from "react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import type { Step } from "./tree.ts";
import css from "./OptionTree.module.css";

/** What can be done with a row; the same object as long as the tree is drawn, so that only rows that change are drawn anew. */
export interface Does {
  keyDown: (event: KeyboardEvent, option: QueueOption) => void;
  fold: (option: QueueOption) => void;
  edit: (option: QueueOption) => void;
  add: (option: QueueOption) => void;
  move: (option: QueueOption, step: Step) => void;
  remove: (option: QueueOption) => void;
  drag: (option: QueueOption | null) => void;
  drop: (over: QueueOption, where: "before" | "inside" | "after") => void;
}

interface OptionRowProps {
  option: QueueOption;
  depth: number;
  hasChildren: boolean;
  isFolded: boolean;
  /** The one that the Tab key comes to. */
  isFirst: boolean;
  isDragging: boolean;
  /** Where it leads, by name. */
  target: string | undefined;
  does: Does;
  /** Its fields, while they are open. */
  children?: ReactNode;
}

/** An option in the tree, with what can be done with it. */
export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { option, depth, hasChildren, isFolded, isFirst, isDragging, does, children } = props;
  const { t } = useLingui();
  const id = useId();
  const [over, setOver] = useState<"before" | "inside" | "after">();
  const title = option.title || t`Sem título`;
  return (
    <li
      className={css.item}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={option.option}
      aria-expanded={hasChildren ? !isFolded : undefined}
      // Open, it is called by all that stands in it.
      aria-labelledby={children ? undefined : ["number", "title", "end"].map((part) => `${id}-${part}`).join(" ")}
      data-option={option.id}
      data-over={over}
      data-dragging={isDragging || undefined}
      tabIndex={isFirst ? 0 : -1}
      style={{ paddingInlineStart: depth * 28 }}
      onKeyDown={(event) => does.keyDown(event, option)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(whereOf(event));
      }}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(undefined);
        does.drop(option, whereOf(event));
      }}
    >
      <div className={css.row} data-open={children ? true : undefined}>
        <span
          className={css.grip}
          draggable
          aria-hidden
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", title);
            does.drag(option);
          }}
          onDragEnd={() => does.drag(null)}
        >
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

/** The upper third of a row is before it, the lower after it, the middle below it. */
function whereOf({ clientY, currentTarget }: DragEvent): "before" | "inside" | "after" {
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  return share < 0.3 ? "before" : share > 0.7 ? "after" : "inside";
}
