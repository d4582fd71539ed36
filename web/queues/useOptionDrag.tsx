import { type RefObject, useMemo, useRef } from "react";
import { type DragAndDropOptions, DropIndicator, useDragAndDrop } from "react-aria-components";
import { nameOf } from "./news.ts";
import { dropPlace, type Place, roomFor, type Tree } from "./tree.ts";
import css from "./OptionTree.module.css";

interface OptionDrag {
  tree: Tree;
  list: RefObject<HTMLElement | null>;
  onStart: (id: number) => void;
  onMove: (id: number, place: Place) => void;
  /** It is let go, wherever that was. */
  onEnd: (id: number) => void;
}

type DropTargets = NonNullable<DragAndDropOptions["dropTargetDelegate"]>;
type Where = "before" | "on" | "after";

/** So long (ms) after a drop react-aria leads the focus to the row that something was dropped on, instead of what was dropped. */
const FOCUS_LED = 60;

/** Options taken along by mouse, by a finger that rests on one, or by keyboard, to where there is room for them. */
export function useOptionDrag({ tree, list, onStart, onMove, onEnd }: OptionDrag) {
  const mayGoBelow = useRef<(parentId: number | null) => boolean>(() => false);
  const dropTargetDelegate = useMemo(() => targetsOver(list), [list]);
  const parentOf = (key: number) => tree.find(({ id }) => id === key)?.parentId ?? null;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (ids) => tree.filter(({ id }) => ids.has(id)).map((option) => ({ "text/plain": nameOf(option) })),
    getAllowedDropOperations: () => ["move"],
    dropTargetDelegate,
    renderDropIndicator: (target) => <DropIndicator target={target} className={css.dropLine!} />,
    getDropOperation: (target) => {
      if (target.type === "root") return "cancel";
      const key = Number(target.key);
      return mayGoBelow.current(target.dropPosition === "on" ? key : parentOf(key)) ? "move" : "cancel";
    },
    onDragStart: ({ keys }) => {
      mayGoBelow.current = roomFor(tree, idIn(keys));
      // However far it is taken, its row stays drawn, or the drag would end.
      onStart(idIn(keys));
    },
    onMove: ({ keys, target }) => {
      const id = idIn(keys), over = Number(target.key);
      const where = target.dropPosition === "on" ? "inside" : target.dropPosition;
      if (over !== id) onMove(id, dropPlace(tree, id, over, where));
    },
    onDragEnd: ({ keys }) => {
      const id = idIn(keys);
      setTimeout(() => onEnd(id), FOCUS_LED);
    },
  });
  return dragAndDropHooks;
}

/** The one that is taken along: nothing can be selected, so it is never more. */
function idIn(keys: Iterable<string | number>): number {
  return Number([...keys][0]);
}

/** Over a row's upper third is before it, over its lower third after it, between them below it; if there is no room, the next best. */
function targetsOver(list: RefObject<HTMLElement | null>): DropTargets {
  return {
    getDropTargetFromPoint(_, y, isValid) {
      const top = list.current!.getBoundingClientRect().top + y;
      const rows = [...list.current!.querySelectorAll<HTMLElement>("[data-option]")];
      const [nearest] = rows
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .toSorted((one, other) => away(one.box, top) - away(other.box, top));
      if (!nearest) return null;
      const { row, box } = nearest;
      const key = Number(row.dataset.option);
      return wishesAt((top - box.top) / box.height)
        .map((dropPosition) => ({ type: "item" as const, key, dropPosition }))
        .find(isValid) ?? null;
    },
  };
}

/** How far (px) a row is above or below a point. */
function away({ top, bottom }: DOMRect, y: number): number {
  return Math.max(top - y, y - bottom, 0);
}

function wishesAt(share: number): Where[] {
  if (share < 0.3) return ["before", "on"];
  if (share > 0.7) return ["after", "on"];
  return share < 0.5 ? ["on", "before", "after"] : ["on", "after", "before"];
}
