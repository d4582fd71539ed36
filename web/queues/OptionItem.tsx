import { memo } from "react";
import { Collection, TreeItem, TreeItemContent } from "react-aria-components";
import type { Branch } from "./branches.ts";
import { endOf } from "./endOf.ts";
import { nameOf } from "./news.ts";
import { OptionForm } from "./OptionForm.tsx";
import { OptionRow } from "./OptionRow.tsx";
import { useOptionsShown } from "./OptionsContext.ts";
import css from "./OptionTree.module.css";

interface OptionItemProps {
  /** The option's. */
  id: number;
  branch: Branch;
}

/** An option with all below it, in the tree; whoever comes to it hears its number, its name, what it says and its end. */
export function OptionItem({ branch, ...item }: OptionItemProps) {
  const { option, below } = branch;
  const { does } = useOptionsShown();
  const name = nameOf(option), end = endOf(branch);
  return (
    <TreeItem
      {...item}
      textValue={name}
      aria-label={[option.option, name, option.message, end?.text].filter(Boolean).join(" ")}
      className={css.item!}
      data-option={option.id}
      onAction={() => does.edit(option)}
    >
      <TreeItemContent>
        {({ isExpanded }) => <OptionContent branch={branch} isFolded={below.length > 0 && !isExpanded} />}
      </TreeItemContent>
      <Collection items={below}>{drawBelow}</Collection>
    </TreeItem>
  );
}

/** The same function each time, or every row would be drawn anew. */
function drawBelow(branch: Branch) {
  return <OptionItem id={branch.option.id} branch={branch} />;
}

/** Its row, and its fields while they are open. */
const OptionContent = memo(function OptionContent({ branch, isFolded }: { branch: Branch; isFolded: boolean }) {
  const { opened, targets, does } = useOptionsShown();
  const { option, below } = branch;
  const isOpen = opened?.id === option.id;
  return (
    <>
      <OptionRow branch={branch} isFolded={isFolded} isOpen={isOpen} does={does} />
      {isOpen && (
        <OptionForm
          option={opened}
          hasChildren={below.length > 0}
          queues={targets.queues}
          people={targets.people}
          webhooks={targets.webhooks}
          onChange={(change) => does.change(option, change)}
          onFile={(file) => does.attach(option, file)}
          onDone={() => does.close(option)}
        />
      )}
    </>
  );
});
