import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { type ComponentProps, type ReactNode, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { ListLayout, Tree as AriaTree, type TreeRenderProps, Virtualizer } from "react-aria-components";
import { Button } from "../ui/Button.tsx";
import { useSteady } from "../ui/useSteady.ts";
import { type Branch, type Targets, useBranches } from "./branches.ts";
import { OptionItem } from "./OptionItem.tsx";
import { type Does, OptionsContext, type OptionsShown } from "./OptionsContext.ts";
import { stepOf, withChange } from "./tree.ts";
import { useOptionDrag } from "./useOptionDrag.tsx";
import { type EditedTree, useOptionEdits } from "./useOptionEdits.ts";
import { useOptionKeys } from "./useOptionKeys.ts";
import css from "./OptionTree.module.css";

interface OptionTreeProps extends EditedTree {
  targets: Targets;
  onFile: (id: number, file: File | null) => void;
}

/** The bot's options: read, named, deleted, and moved by dragging, by menu or by keyboard. */
export function OptionTree(props: OptionTreeProps) {
  const { tree, targets } = props;
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = useRef<Rows>(null);
  const focus = (id: number | undefined) => {
    // A row that is out of sight is drawn only because it has the focus.
    flushSync(() => rows.current?.setFocusedKey(id ?? null));
    (rowOf(list.current, id) ?? addButton.current)?.focus();
  };
  const edits = useOptionEdits(props, focus);
  const shown = useShown(props, edits);
  const branches = useBranches(tree, targets);
  const dragAndDropHooks = useOptionDrag({
    tree,
    list,
    onStart: (id) => rows.current?.setFocusedKey(id),
    onMove: edits.moveTo,
    onEnd: focus,
  });
  const onKeyDownCapture = useOptionKeys({ tree, folded: edits.folded, does: shown.does, focus });
  return (
    <OptionSection
      addButton={addButton}
      isEmpty={tree.length === 0}
      onAdd={() => edits.add(null)}
      news={edits.news}
    >
      <div onKeyDownCapture={onKeyDownCapture}>
        <OptionsContext value={shown}>
          <Virtualizer layout={ListLayout} layoutOptions={ROWS} shouldObserveItemSize>
            <AriaTree
              ref={list}
              aria-label={t`Opções do robô`}
              className={css.tree!}
              items={branches}
              expandedKeys={edits.unfolded}
              onExpandedChange={edits.unfold}
              // In an open option's fields the arrow keys and letters are for the fields.
              keyboardNavigationBehavior="tab"
              dragAndDropHooks={dragAndDropHooks}
              render={(element, { state }) => <TreeElement {...element} rows={rows} state={state} />}
            >
              {drawBranch}
            </AriaTree>
          </Virtualizer>
        </OptionsContext>
      </div>
    </OptionSection>
  );
}

/** What the rows need to know; the same object until something in it changes. */
function useShown(
  { tree, targets, editing, onEditing, onTree, onFile }: OptionTreeProps,
  edits: ReturnType<typeof useOptionEdits>,
): OptionsShown {
  const does = useSteady<Does>({
    edit: ({ id }) => onEditing(editing === id ? null : id),
    add: ({ id }) => edits.add(id),
    move: ({ id }, step) => edits.moveTo(id, stepOf(tree, id, step)),
    remove: (option) => void edits.remove(option),
    change: ({ id }, change) => onTree(withChange(tree, id, change)),
    attach: ({ id }, file) => onFile(id, file),
    close: ({ id }) => edits.close(id),
  });
  const opened = tree.find(({ id }) => id === editing);
  return useMemo(() => ({ opened, targets, does }), [opened, targets, does]);
}

/** As high (px) as a row is with a mouse, and what lies between two; with a finger's, and with open fields, they are measured. */
const ROWS = { estimatedRowSize: 36, gap: 2 };

type Rows = Pick<TreeRenderProps["state"]["selectionManager"], "setFocusedKey">;

interface TreeElementProps extends ComponentProps<"div"> {
  rows: Ref<Rows>;
  state: TreeRenderProps["state"];
}

/** The tree as it stands in the document; hands out the rows' focus, which only the tree itself knows. */
function TreeElement({ rows, state, ...element }: TreeElementProps) {
  useImperativeHandle(rows, () => state.selectionManager);
  return <div {...element} />;
}

/** The same function each time, or every row would be drawn anew. */
function drawBranch(branch: Branch) {
  return <OptionItem id={branch.option.id} branch={branch} />;
}

interface OptionSectionProps {
  addButton: Ref<HTMLButtonElement>;
  isEmpty: boolean;
  onAdd: () => void;
  /** What has just happened, for those who do not see it. */
  news: string;
  children: ReactNode;
}

function OptionSection({ addButton, isEmpty, onAdd, news, children }: OptionSectionProps) {
  const { t } = useLingui();
  return (
    <section className={css.section} aria-label={t`Opções do robô`}>
      <header className={css.head}>
        <h3>
          <Trans>Opções do robô</Trans>
        </h3>
        <p>
          <Trans>O cliente responde com o número</Trans>
        </p>
        <Button ref={addButton} icon={Plus} onClick={onAdd}>
          <Trans>Opção</Trans>
        </Button>
      </header>
      {isEmpty && (
        <p className={css.none}>
          <Trans>Sem opções, vale o que foi escolhido para depois da saudação.</Trans>
        </p>
      )}
      {!isEmpty && children}
      <p role="status" className="visually-hidden">{news}</p>
    </section>
  );
}

function rowOf(list: HTMLElement | null, id: number | undefined): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>(`[data-option="${id}"]`);
}
