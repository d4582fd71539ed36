import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Key } from "react-aria-components";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { nameOf, placeInWords } from "./news.ts";
import {
  isRoomBelow,
  neighbourOf,
  newOption,
  type Place,
  rowsOf,
  subtreeOf,
  type Tree,
  withMove,
  withOption,
  without,
} from "./tree.ts";

export interface EditedTree {
  queueId: number;
  tree: Tree;
  /** The option whose fields are open. */
  editing: number | null;
  onEditing: (id: number | null) => void;
  onTree: (tree: Tree) => void;
}

/** Adds, moves and deletes options, says what has happened, and puts the focus where one goes on; knows which are folded. */
export function useOptionEdits(
  { queueId, tree, editing, onEditing, onTree }: EditedTree,
  focus: (id: number | undefined) => void,
) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [news, setNews] = useState("");
  const parents = new Set(tree.map(({ parentId }) => parentId).filter((id) => id !== null));
  const show = (parentId: number | null) => setFolded((now) => new Set([...now].filter((id) => id !== parentId)));

  return {
    folded,
    /** Those whose options below are drawn. */
    unfolded: [...parents].filter((id) => !folded.has(id)),
    unfold: (ids: Set<Key>) => setFolded(new Set([...parents].filter((id) => !ids.has(id)))),
    news,
    add: (parentId: number | null) => {
      if (!isRoomBelow(tree, parentId)) return toast.error(t`São no máximo 500 opções, em até 20 níveis.`);
      const option = newOption(queueId, parentId);
      show(parentId);
      onTree(withOption(tree, option));
      onEditing(option.id);
    },
    moveTo: (id: number, place: Place | undefined) => {
      const moved = place ? withMove(tree, id, place) : tree;
      setNews(moved === tree ? t`Não pode ir para lá.` : placeInWords(moved, id));
      if (moved === tree) return;
      // A row that is moved in the document loses the focus.
      flushSync(() => {
        show(place!.parentId);
        onTree(moved);
      });
      focus(id);
    },
    remove: async (option: QueueOption) => {
      const gone = subtreeOf(tree, option.id);
      if (gone.length > 1 && !await mayGoAlong(option, gone.length - 1)) return;
      const next = neighbourOf(rowsOf(tree, folded), option.id)?.id;
      const name = nameOf(option);
      flushSync(() => {
        if (gone.some(({ id }) => id === editing)) onEditing(null);
        onTree(without(tree, option.id));
        setNews(t`${name}: excluída.`);
      });
      focus(next);
    },
    close: (id: number) => {
      flushSync(() => onEditing(null));
      focus(id);
    },
  };
}

async function mayGoAlong(option: QueueOption, below: number): Promise<boolean> {
  return await confirm({
    title: t`Excluir “${option.title}”?`,
    text: plural(below, {
      one: "A opção abaixo dela vai junto.",
      other: "As # opções abaixo dela vão junto.",
    }),
    yes: t`Excluir`,
    danger: true,
  });
}
