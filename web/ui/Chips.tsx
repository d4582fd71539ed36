import { useLingui } from "@lingui/react/macro";
import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Tag, TagGroup, TagList } from "react-aria-components";
import { Chip } from "./Chip.tsx";
import css from "./Chips.module.css";

interface ChipsProps {
  label: string;
  chips: readonly {
    id: number;
    name: string;
    /** Drawn in the name's place. */
    text?: ReactNode;
    hue?: string;
    /** Grey with an icon, where the chip is no choice of several. */
    icon?: LucideIcon;
    /** What its cross is called: "Tirar", and the name, unless said otherwise. */
    removal?: string;
  }[];
  disabled?: boolean;
  onRemove: (id: number) => void;
  className?: string;
}

/** What was chosen, each of which can be taken off: by its cross, or with Delete while it has the focus. */
export function Chips({ label, chips, disabled, onRemove, className = css.list }: ChipsProps) {
  const { t } = useLingui();
  return (
    <TagGroup
      aria-label={label}
      disabledKeys={disabled ? chips.map(({ id }) => id) : undefined}
      onRemove={(ids) => ids.forEach((id) => onRemove(Number(id)))}
    >
      <TagList className={className} data-chips>
        {chips.map(({ id, name, text = name, hue, icon, removal }) => (
          <Tag key={id} id={id} textValue={name} className={css.tag}>
            <Chip
              hue={hue}
              icon={icon}
              tone={icon ? undefined : "accent"}
              end={
                // Named by us alone: the library would say the chip's name once more.


                  <Button slot="remove" aria-label={removal ?? t`Tirar ${name}`} aria-labelledby="">
                    <X size={12} aria-hidden />
                  </Button>

              }
            >
              {typeof text === "string" ? <span className={css.text}>{text}</span> : text}
            </Chip>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  );
}
