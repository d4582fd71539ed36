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
import { type DragEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import type { Step } from "./tree.ts";
import css from "./OptionTree.module.css";

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
  onKeyDown: (event: KeyboardEvent) => void;
  onFold: () => void;
  onEdit: () => void;
  onAdd: () => void;
  onMove: (step: Step) => void;
  onRemove: () => void;
  onDragged: (isDragged: boolean) => void;
  onDropped: (where: "before" | "inside" | "after") => void;
  /** Its fields, while they are open. */
  children?: ReactNode;
}

/** An option in the tree, with what can be done with it. */
export function OptionRow(props: OptionRowProps) {
  const { option, depth, hasChildren, isFolded, isFirst, isDragging, children } = props;
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
      onKeyDown={props.onKeyDown}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(whereOf(event));
      }}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(undefined);
        props.onDropped(whereOf(event));
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
            props.onDragged(true);
          }}
          onDragEnd={() => props.onDragged(false)}
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
              onClick={props.onFold}
            />
          )
          : <span className={css.gap} />}
        <span className={css.number} id={`${id}-number`}>{option.option}</span>{" "}
        <button type="button" id={`${id}-title`} className={css.title} tabIndex={-1} onClick={props.onEdit}>
          <b data-missing={!option.title || undefined}>{title}</b> <span>{option.message}</span>
        </button>{" "}
        {option.file && <Paperclip size={12} aria-label={t`Com arquivo`} />}
        <span id={`${id}-end`}>{!hasChildren && <EndChip option={option} target={props.target} />}</span>
        <RowActions {...props} title={title} />
      </div>
      {children}
    </li>
  );
}

function EndChip({ option: { action }, target }: { option: QueueOption; target: string | undefined }) {
  const { t } = useLingui();
  if (action === "close") return <Chip>{t`Encerra`}</Chip>;
  if (action === "queue") return target ? <Chip>{t`Fila ${target}`}</Chip> : <Chip tone="danger">{t`Sem fila`}</Chip>;
  if (action === "user" && !target) return <Chip tone="danger">{t`Sem atendente`}</Chip>;
  return <Chip>{action === "user" ? target : t`Atendente`}</Chip>;
}

function RowActions({ title, onAdd, onEdit, onMove, onRemove }: OptionRowProps & { title: string }) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton label={t`Subir ${title}`} icon={ArrowUp} size="small" tabIndex={-1} onClick={() => onMove("up")} />
      <IconButton
        label={t`Descer ${title}`}
        icon={ArrowDown}
        size="small"
        tabIndex={-1}
        onClick={() => onMove("down")}
      />
      <IconButton label={t`Adicionar abaixo de ${title}`} icon={Plus} size="small" tabIndex={-1} onClick={onAdd} />
      <Menu
        label={t`Mais sobre ${title}`}
        trigger={(props) => (
          <IconButton label={t`Mais sobre ${title}`} icon={Ellipsis} size="small" tabIndex={-1} {...props} />
        )}
        entries={[
          { label: t`Editar`, icon: Pencil, end: "Enter", onChoose: onEdit },
          { label: t`Adicionar opção abaixo`, icon: Plus, end: "Insert", onChoose: onAdd },
          { label: t`Subir`, icon: ArrowUp, end: "Alt ↑", onChoose: () => onMove("up") },
          { label: t`Descer`, icon: ArrowDown, end: "Alt ↓", onChoose: () => onMove("down") },
          { label: t`Para dentro da anterior`, icon: IndentIncrease, end: "Alt →", onChoose: () => onMove("in") },
          { label: t`Um nível para fora`, icon: IndentDecrease, end: "Alt ←", onChoose: () => onMove("out") },
          { label: t`Excluir`, icon: Trash2, danger: true, end: "Delete", onChoose: onRemove },
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
