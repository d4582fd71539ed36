import { useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronRight, GripVertical, Paperclip } from "lucide-react";
import { memo } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Chip } from "../ui/Chip.tsx";
import type { Branch } from "./branches.ts";
import { endOf } from "./endOf.ts";
import { nameOf } from "./news.ts";
import { OptionActions } from "./OptionActions.tsx";
import type { Does } from "./OptionsContext.ts";
import css from "./OptionTree.module.css";

interface OptionRowProps {
  branch: Branch;
  isFolded: boolean;
  /** Its fields are open below it. */
  isOpen: boolean;
  does: Does;
}

/** What is seen of an option, with what can be done with it. */
export const OptionRow = memo(function OptionRow({ branch, isFolded, isOpen, does }: OptionRowProps) {
  const { t } = useLingui();
  const { option, below } = branch;
  const title = nameOf(option), end = endOf(branch);
  return (
    <div className={css.row} data-open={isOpen || undefined}>
      <span className={css.grip} data-grip data-tooltip={t`Arraste, ou tecle Espaço e leve com as setas`}>
        <AriaButton slot="drag" excludeFromTabOrder>
          <GripVertical size={16} aria-hidden />
        </AriaButton>
      </span>
      {below.length > 0 ? <FoldButton title={title} isFolded={isFolded} /> : <span className={css.gap} />}
      <span className={css.number}>{option.option}</span>{" "}
      <span className={css.title}>
        <b data-missing={!option.title || undefined}>{title}</b> <span>{option.message}</span>
      </span>{" "}
      {option.file && <Paperclip size={12} aria-label={t`Com arquivo`} />}
      {end && <Chip tone={end.isMissing && "danger"}>{end.text}</Chip>}
      <OptionActions option={option} does={does} />
    </div>
  );
});

function FoldButton({ title, isFolded }: { title: string; isFolded: boolean }) {
  const { t } = useLingui();
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <AriaButton slot="chevron" className={css.fold!} data-tooltip={isFolded ? t`Abrir ${title}` : t`Recolher ${title}`}>
      <Icon size={16} aria-hidden />
    </AriaButton>
  );
}
