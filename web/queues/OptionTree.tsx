import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import type { UserRef } from "../../src/contract/users.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { useSteady } from "../ui/useSteady.ts";
import { OptionForm } from "./OptionForm.tsx";
import { nameOf, placeInWords } from "./news.ts";
import { type Does, OptionRow } from "./OptionRow.tsx";
import {
  dropPlace,
  isRoomBelow,
  neighbourOf,
  newOption,
  type Place,
  rowsOf,
  type Step,
  stepOf,
  subtreeOf,
  type Tree,
  withChange,
  withMove,
  withOption,
  without,
} from "./tree.ts";
import { useRowDrag } from "./useRowDrag.ts";
import css from "./OptionTree.module.css";

export interface OptionTreeProps {
  queueId: number;
  tree: Tree;
  /** Where an option may lead. */
  queues: readonly QueueRow[];
  people: readonly UserRef[];
  /** The option whose fields are open. */
  editing: number | null;
  onEditing: (id: number | null) => void;
  onTree: (tree: Tree) => void;
  onFile: (id: number, file: File | null) => void;
}

/** The bot's options: read, named, moved by drag or with Alt and the arrow keys, and deleted. */
export function OptionTree({ queueId, tree, queues, people, editing, onEditing, onTree, onFile }: OptionTreeProps) {
  const { t } = useLingui();
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  /** Where the focus is, or was last: there the Tab key comes back to. */
  const [here, setHere] = useState<number | null>(null);
  /** What has just happened, for those who do not see it. */
  const [news, setNews] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = rowsOf(tree, folded);
  const tabStop = rows.find(({ option }) => option.id === here)?.option ?? rows[0]?.option;
  const focus = (id: number | undefined) =>
    (list.current?.querySelector<HTMLElement>(`[data-option="${id}"]`) ?? addButton.current)?.focus();
  /** Where the focus goes once a change is drawn: a row that is moved in the document loses it. */
  const next = useRef<{ id: number | undefined }>(undefined);
  useEffect(() => {
    if (next.current) focus(next.current.id);
    next.current = undefined;
  });

  const add = (parentId: number | null) => {
    if (!isRoomBelow(tree, parentId)) return toast.error(t`São no máximo 500 opções, em até 20 níveis.`);
    const option = newOption(queueId, parentId);
    if (parentId !== null) fold(parentId, false);
    onTree(withOption(tree, option));
    onEditing(option.id);
  };
  const moveTo = (id: number, place: Place | undefined) => {
    const moved = place ? withMove(tree, id, place) : tree;
    setNews(moved === tree ? t`Não pode ir para lá.` : placeInWords(moved, id));
    if (moved === tree) return;
    if (place!.parentId !== null) fold(place!.parentId, false);
    onTree(moved);
    next.current = { id };
  };
  const remove = async (option: QueueOption) => {
    const below = subtreeOf(tree, option.id).length - 1;
    const sure = below === 0 || await confirm({
      title: t`Excluir “${option.title}”?`,
      text: plural(below, {
        one: "A opção abaixo dela vai junto.",
        other: "As # opções abaixo dela vão junto.",
      }),
      yes: t`Excluir`,
      danger: true,
    });
    if (!sure) return;
    if (subtreeOf(tree, option.id).some(({ id }) => id === editing)) onEditing(null);
    onTree(without(tree, option.id));
    const name = nameOf(option);
    setNews(t`${name}: excluída.`);
    next.current = { id: neighbourOf(rows, option.id)?.id };
  };
  const fold = (id: number, isFolded: boolean) =>
    setFolded((now) => {
      const next = new Set(now);
      if (isFolded) next.add(id);
      else next.delete(id);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent, option: QueueOption) => {
    if (event.target !== event.currentTarget) return;
    const at = rows.findIndex((row) => row.option.id === option.id);
    const steps: Record<string, Step> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };
    const act: Record<string, () => void> = event.altKey
      ? Object.fromEntries(
        Object.entries(steps).map(([key, step]) => [key, () => moveTo(option.id, stepOf(tree, option.id, step))]),
      )
      : {
        ArrowUp: () => focus((rows[at - 1] ?? rows[at])!.option.id),
        ArrowDown: () => focus((rows[at + 1] ?? rows[at])!.option.id),
        ArrowRight: () =>
          rows[at]!.hasChildren && !folded.has(option.id) ? focus(rows[at + 1]!.option.id) : fold(option.id, false),
        ArrowLeft: () =>
          rows[at]!.hasChildren && !folded.has(option.id) ? fold(option.id, true) : focus(option.parentId ?? option.id),
        Home: () => focus(rows[0]?.option.id),
        End: () => focus(rows.at(-1)?.option.id),
        Enter: () => onEditing(option.id),
        F2: () => onEditing(option.id),
        Insert: () => add(option.id),
        Delete: () => void remove(option),
      };
    if (!act[event.key]) return;
    event.preventDefault();
    act[event.key]!();
  };
  const { drag, press } = useRowDrag(list, (id, { id: over, where }) => moveTo(id, dropPlace(tree, id, over, where)));
  const does = useSteady<Does>({
    keyDown: onKeyDown,
    fold: ({ id }) => fold(id, !folded.has(id)),
    edit: ({ id }) => onEditing(editing === id ? null : id),
    add: ({ id }) => add(id),
    move: ({ id }, step) => moveTo(id, stepOf(tree, id, step)),
    remove: (option) => void remove(option),
    here: ({ id }) => setHere(id),
    press: (event, { id }) => press(event, id),
  });
  return (
    <section className={css.section} aria-label={t`Opções do robô`}>
      <header className={css.head}>
        <h3>
          <Trans>Opções do robô</Trans>
        </h3>
        <p>
          <Trans>O cliente responde com o número</Trans>
        </p>
        <Button ref={addButton} icon={Plus} onClick={() => add(null)}>
          <Trans>Opção</Trans>
        </Button>
      </header>
      {tree.length === 0 && (
        <p className={css.none}>
          <Trans>Sem opções, quem escolhe esta fila vai direto a um atendente.</Trans>
        </p>
      )}
      <ul ref={list} className={css.tree} role="tree" aria-label={t`Opções do robô`}>
        {rows.map(({ option, depth, count, hasChildren }) => (
          <OptionRow
            key={option.id}
            option={option}
            depth={depth}
            count={count}
            hasChildren={hasChildren}
            isFolded={folded.has(option.id)}
            isTabStop={option === tabStop}
            isDragged={drag?.id === option.id}
            over={drag?.over?.id === option.id ? drag.over.where : undefined}
            target={targetOf(option, { queues, people })}
            does={does}
          >
            {editing === option.id && (
              <OptionForm
                option={option}
                hasChildren={hasChildren}
                queues={queues}
                people={people}
                onChange={(change) => onTree(withChange(tree, option.id, change))}
                onFile={(file) => onFile(option.id, file)}
                onDone={() => {
                  onEditing(null);
                  next.current = { id: option.id };
                }}
              />
            )}
          </OptionRow>
        ))}
      </ul>
      <p role="status" className="visually-hidden">{news}</p>
    </section>
  );
}

/** The name of where an option leads, if that is somewhere else. */
function targetOf(
  { action, toQueueId, toUserId }: QueueOption,
  { queues, people }: Pick<OptionTreeProps, "queues" | "people">,
): string | undefined {
  if (action === "queue") return queues.find(({ id }) => id === toQueueId)?.name;
  if (action === "user") return people.find(({ id }) => id === toUserId)?.name;
}
