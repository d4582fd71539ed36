import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button, Tag, TagGroup, TagList } from "react-aria-components";
import { Chip } from "./Chip.tsx";
import css from "./Chips.module.css";

interface ChipsProps {
  label: string;
  chips: readonly { id: number; name: string; text?: string; hue?: string }[];
  disabled?: boolean;
  onRemove: (id: number) => void;
}

/** What was chosen, each of which can be taken off: by its cross, or with Delete while it has the focus. */
export function Chips({ label, chips, disabled, onRemove }: ChipsProps) {
  const { t } = useLingui();
  return (
    <TagGroup
      aria-label={label}
      disabledKeys={disabled ? chips.map(({ id }) => id) : undefined}
      onRemove={(ids) => ids.forEach((id) => onRemove(Number(id)))}
    >
      <TagList className={css.list}>
        {chips.map(({ id, name, text = name, hue }) => (
          <Tag key={id} id={id} textValue={name} className={css.tag}>
            <Chip
              hue={hue}
              tone="accent"
              end={
                // Named by us alone: the library would say the chip's name once more.


                  <Button slot="remove" aria-label={t`Tirar ${name}`} aria-labelledby="">
                    <X size={12} aria-hidden />
                  </Button>

              }
            >
              <span className={css.text}>{text}</span>
            </Chip>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  );
}
